import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Refusal } from '#domain/refusals.ts';
import { RESEND_MS, waitMs } from '#domain/waits.ts';
import { NOBODY, type IdentityContext } from './context.ts';
import { sha256 } from './hashing.ts';
import { lockPerson } from './store.ts';
import {
  codesSince,
  countCodeTry,
  lockByToken,
  lockNewest,
  insertMailCode,
  ownerOfToken,
  useCodes,
  type CodePurpose,
  type MailCodeRow,
} from './store-codes.ts';
import { HOUR_MS } from '#domain/time.ts';

/**
 * Ten mails of a kind in so long: no box is flooded, and the digits of all of them together are hardly ever guessed. Mails for
 * a forgotten password are asked for by strangers too, who shall not keep the owner from theirs for a day.
 */
const MOST_MAILS = 10;
const MAILS_WITHIN_MS = { activation: 24 * HOUR_MS, reset: HOUR_MS } as const;

/** When the person may be sent another mail of a purpose, ms; not later than now: at once. */
export async function nextMailAt(
  { config, clock }: Pick<IdentityContext, 'config' | 'clock'>,
  tx: PoolClient,
  { userId, purpose }: { readonly userId: string; readonly purpose: CodePurpose },
): Promise<number> {
  const within = waitMs(MAILS_WITHIN_MS[purpose], config.waits);
  const made = await codesSince(tx, { userId, purpose, since: clock.now() - within });
  const full = made[MOST_MAILS - 1];
  return Math.max((made[0] ?? 0) + waitMs(RESEND_MS, config.waits), full === undefined ? 0 : full + within);
}

/** Have all the mails of a purpose gone out that there may be in a while? The pause between two is the caller's. */
export async function areMailsSpent(
  { config, clock }: Pick<IdentityContext, 'config' | 'clock'>,
  tx: PoolClient,
  { userId, purpose }: { readonly userId: string; readonly purpose: CodePurpose },
): Promise<boolean> {
  const since = clock.now() - waitMs(MAILS_WITHIN_MS[purpose], config.waits);
  return (await codesSince(tx, { userId, purpose, since })).length >= MOST_MAILS;
}

/** How long a mail's link and digits are good, and how often the digits of one mail may be wrong. */
export const CODE_LIFE_MS = { activation: 24 * HOUR_MS, reset: 30 * 60_000 } as const;
const MOST_TRIES = 5;

type CodeCore = Pick<IdentityContext, 'vault' | 'clock'>;

/** Makes the link's token and the six digits of a mail. Only their hashes are stored. */
export async function issueCode(
  { vault, clock }: CodeCore,
  tx: PoolClient,
  { userId, purpose }: { readonly userId: string; readonly purpose: CodePurpose },
): Promise<{ readonly token: string; readonly digits: string }> {
  const id = uuidv7();
  const token = randomBytes(32).toString('base64url');
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  const now = clock.now();
  await insertMailCode(tx, {
    id,
    userId,
    purpose,
    tokenHash: sha256(token),
    codeHash: vault.blind(`digits/v1|${id}|${digits}`),
    now,
    expiresAt: now + CODE_LIFE_MS[purpose],
  });
  return { token, digits };
}

/** Whose mail has this link, which stays good; null: not ours, or used. */
export async function ownerOfLink(
  { db }: Pick<IdentityContext, 'db'>,
  { token, purpose }: { readonly token: string; readonly purpose: CodePurpose },
): Promise<string | null> {
  const found = await ownerOfToken(db, { purpose, tokenHash: sha256(token) });
  return found === null || found.isUsed ? null : found.userId;
}

/** A link or digits of a mail, or why they are none. `used` names whose they were. */
export type Redeemed =
  | { readonly kind: 'right' | 'used'; readonly userId: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'wrong' };

/**
 * Whose mail has this link, once: the person's mails of the purpose are used up, and their row is locked until the transaction ends.
 */
export async function redeemToken(
  { clock }: CodeCore,
  tx: PoolClient,
  { token, purpose }: { readonly token: string; readonly purpose: CodePurpose },
): Promise<Redeemed> {
  const asked = { purpose, tokenHash: sha256(token) };
  // The person before their codes, as whoever changes their address does: neither waits for the other for ever.
  await lockPerson(tx, (await ownerOfToken(tx, asked))?.userId ?? NOBODY);
  return redeem(clock.now(), tx, { purpose, row: await lockByToken(tx, asked) });
}

/**
 * Are these the digits of the newest mail to this person, who is held until the transaction ends? Five wrong ones end it, but for
 * who counts `tries` apart. The caller commits also when they are not.
 */
export async function redeemDigits(
  { vault, clock }: CodeCore,
  tx: PoolClient,
  {
    userId,
    digits,
    purpose,
    tries = 'counted',
  }: {
    readonly userId: string;
    readonly digits: string;
    readonly purpose: CodePurpose;
    readonly tries?: 'counted' | 'apart';
  },
): Promise<boolean> {
  await lockPerson(tx, userId);
  const row = await lockNewest(tx, { purpose, userId });
  if (row === null || (tries === 'counted' && row.tries >= MOST_TRIES)) return false;
  if (!timingSafeEqual(vault.blind(`digits/v1|${row.id}|${digits}`), row.codeHash)) {
    if (tries === 'counted') await countCodeTry(tx, row.id);
    return false;
  }
  return (await redeem(clock.now(), tx, { purpose, row })).kind === 'right';
}

async function redeem(
  now: number,
  tx: PoolClient,
  { row, purpose }: { readonly row: MailCodeRow | null; readonly purpose: CodePurpose },
): Promise<Redeemed> {
  if (row === null) return { kind: 'wrong' };
  const { userId } = row;
  if (row.usedAt !== null) return { kind: 'used', userId };
  if (row.expiresAt.getTime() <= now) return { kind: 'expired' };
  await useCodes(tx, { userId, purpose, now });
  return { kind: 'right', userId };
}

/** What is said of a link that is not right. */
export function refuseLink({ kind }: Redeemed): Refusal {
  return { code: kind === 'used' ? 'LinkUsed' : kind === 'expired' ? 'LinkExpired' : 'IncorrectToken' };
}
