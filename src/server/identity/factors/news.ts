import type { PoolClient } from 'pg';
import { toIso } from '#protocol/codecs.ts';
import type { DeskParts } from './parts.ts';

type News =
  | { readonly kind: 'otp_changed'; readonly state: 'on' | 'off' }
  | { readonly kind: 'passkey_added' | 'passkey_removed' | 'social_linked'; readonly name: string };

/** Tells a person by mail that what protects the account has changed, if he has an address. Goes out with the transaction. */
export async function tell(
  { accounts, mail, clock, config }: Pick<DeskParts, 'accounts' | 'mail' | 'clock' | 'config'>,
  tx: PoolClient,
  { userId, news }: { readonly userId: string; readonly news: News },
): Promise<void> {
  const address = await accounts.mailAddressOf(userId);
  if (address === null) return;
  const facts = {
    at: toIso(clock.now()),
    link: `${config.origins.dashboard}/${address.language}/settings/security`,
  };
  if (news.kind === 'otp_changed') {
    await mail.send(tx, { userId, ...address, kind: news.kind, values: { ...facts, state: news.state } });
  } else {
    await mail.send(tx, { userId, ...address, kind: news.kind, values: { ...facts, name: news.name } });
  }
}
