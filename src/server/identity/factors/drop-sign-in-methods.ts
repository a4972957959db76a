import type { PoolClient } from 'pg';
import { opened } from '../context.ts';
import { findAccountById } from '../accounts/store-accounts.ts';
import { recordAct } from '../audit-trail.ts';
import { tellerTo, type Teller } from './news.ts';
import type { FactorParts } from './parts.ts';
import { providerName } from './providers.ts';
import { deleteOtp, deleteRecoveryCodes, lockOtp } from './store-otp.ts';
import { deletePasskeysOf } from './store-passkey.ts';
import { deleteLinksOf } from './store-social.ts';

const REASON = 'address confirmed';

/**
 * Takes away every link, passkey and authenticator app of a person, and what was begun with them: they were added before the address
 * was first confirmed, maybe by somebody else. Each is told by mail, and a second factor holds withdrawals, as whenever one goes. The
 * caller holds the person, and has ended the sessions that are to end.
 */
export async function dropSignInMethods(
  factors: FactorParts,
  tx: PoolClient,
  by: { readonly userId: string; readonly sessionId?: string | undefined; readonly address?: string | undefined },
): Promise<void> {
  const { userId } = by;
  await factors.challenges.endAll(tx, userId);
  const links = await deleteLinksOf(tx, userId);
  const keys = await deletePasskeysOf(tx, userId);
  const hadApp = ((await lockOtp(tx, userId))?.secret ?? null) !== null;
  await deleteOtp(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  if (hadApp || keys.length > 0) await factors.accounts.holdWithdrawals(tx, { userId, reason: 'otp' });
  if (hadApp || keys.length > 0 || links.length > 0) {
    const tell = await tellerIn(factors, tx, userId);
    for (const id of links) await tell(tx, { kind: 'social_unlinked', name: providerName(factors.config.social, id) });
    for (const { name } of keys) await tell(tx, { kind: 'passkey_removed', name });
    if (hadApp) await tell(tx, { kind: 'otp_changed', state: 'off' });
  }
  const gone = { ...by, reason: REASON };
  for (const provider of links)
    await recordAct(factors, tx, { ...gone, action: 'social.unlinked', before: { provider } });
  for (const { id } of keys) await recordAct(factors, tx, { ...gone, action: 'passkey.removed', before: { id } });
  if (hadApp) await recordAct(factors, tx, { ...gone, action: 'otp.disabled' });
}

/** Reads the address with the connection of the transaction, which began before anybody knew whose account it is about. */
async function tellerIn(factors: FactorParts, tx: PoolClient, userId: string): Promise<Teller> {
  const row = await findAccountById(tx, userId);
  const to = await opened(factors, tx, { userId, text: row?.emailSealed ?? null });
  return tellerTo(factors, userId, row === null || to === null ? null : { to, language: row.language });
}
