import type { PoolClient } from 'pg';
import { toIso } from '#protocol/codecs.ts';
import type { FactorParts } from './parts.ts';
import { record } from '#server/facts/index.ts';

type News =
  | { readonly kind: 'otp_changed'; readonly state: 'on' | 'off' }
  | { readonly kind: 'passkey_added' | 'passkey_removed' | 'social_linked' | 'social_unlinked'; readonly name: string };

/** Tells of it in a transaction. */
export type Teller = (tx: PoolClient, news: News) => Promise<void>;

/**
 * Tells a person that what protects the account has changed, by mail too if they have an address. Asked for before the transaction,
 * which must not wait for a second connection while it holds one.
 */
export async function tellerOf(
  parts: Pick<FactorParts, 'accounts' | 'mail' | 'clock' | 'config'>,
  userId: string,
): Promise<Teller> {
  return tellerTo(parts, userId, await parts.accounts.mailAddressOf(userId));
}

/** The same for an address that is known already; null: no mail. */
export function tellerTo(
  { mail, clock, config }: Pick<FactorParts, 'mail' | 'clock' | 'config'>,
  userId: string,
  address: { readonly to: string; readonly language: string } | null,
): Teller {
  return async (tx, news) => {
    await record(tx, [{ kind: 'security.changed', userId, what: news.kind }]);
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
  };
}
