import { ok, refused } from '#domain/outcome.ts';
import type { PoolClient } from 'pg';
import { beginningOf, readEmail } from '#domain/identity/email.ts';
import { ACCOUNT_LIMIT } from '#domain/identity/login-throttle.ts';
import { passwordFault } from '#domain/identity/password.ts';
import { nextStatus } from '#domain/identity/session-life.ts';
import { RESEND_MS, waitMs } from '#domain/waits.ts';
import type { Refusal } from '#domain/refusals.ts';
import { toIso } from '#protocol/codecs.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { emailBlind, emailBlinds } from '#server/vault/index.ts';
import type { Passwords } from './contract.ts';
import type { Accounts, Client, Factors } from './contract-factors.ts';
import { NOBODY, opened, type IdentityContext } from './context.ts';
import { forgetOthers, knownMark } from './sessions/devices.ts';
import type { AttemptKey } from './attempt-limiter.ts';
import {
  areMailsSpent,
  CODE_LIFE_MS,
  issueCode,
  ownerOfLink,
  redeemDigits,
  redeemToken,
  refuseLink,
} from './mail-codes.ts';
import {
  confirmEmail,
  findAccountByBlinds,
  findAccountById,
  dropStrangerData,
  lockAccount,
  setPassword,
  type AccountRow,
} from './accounts/store-accounts.ts';
import { lockCount, storeCount } from './store-codes.ts';
import { endKeysOf } from './api-keys/store-keys.ts';
import { endSessions, lockSession } from './sessions/store-sessions.ts';
import { recordAct, recordEnded } from './audit-trail.ts';
import { endWaitingChange } from './accounts/waiting-change.ts';

export function createPasswords(context: IdentityContext, accounts: Accounts, factors: Factors): Passwords {
  return {
    forgot: (text) => forgot(context, text),
    reset: (body, client) => reset({ context, accounts, factors }, body, client),
    change: (actor, body, client) => change({ context, accounts, factors }, { actor, body, client }),
  };
}

/** Every address is treated alike until the answer is out: one mail in 60 s, whether there is anybody to send it to. */
async function forgot(context: IdentityContext, text: string): ReturnType<Passwords['forgot']> {
  const { db, vault, clock, config, background } = context;
  const email = readEmail(text);
  if (email === null) return refused({ code: 'InvalidEmail' });
  const pause = waitMs(RESEND_MS, config.waits);
  const key = vault.blind(`forgot/v1|${emailBlind(context, email).toString('hex')}`);
  const now = clock.now();
  const sooner = await transaction(db, async (tx) => {
    const last = await lockCount(tx, key);
    if (last !== null && last.lastTryAt + pause > now) return last.lastTryAt + pause - now;
    await storeCount(tx, key, { tries: 1, windowStart: now, lastTryAt: now });
    return 0;
  });
  if (sooner > 0) return refused({ code: 'RateLimit', retryAfterMs: sooner });
  background.run('send a mail for a forgotten password', () => mailReset(context, email));
  return ok({ resendAt: now + pause });
}

async function mailReset(context: IdentityContext, email: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    const account = await findAccountByBlinds(tx, emailBlinds(context, email));
    if (account === null || account.closed) return;
    const { userId, language } = account;
    // The pause was kept before the answer: this mail is made a moment after it, and the next answer comes to the moment.
    if (await areMailsSpent(context, tx, { userId, purpose: 'reset' })) return;
    const { token, digits } = await issueCode(context, tx, { userId, purpose: 'reset' });
    await context.mail.send(tx, {
      userId,
      to: email,
      kind: 'forgot_password',
      language,
      values: {
        link: `${context.config.origins.auth}/${language}/auth/reset-password?token=${token}`,
        code: digits,
        minutes: String(CODE_LIFE_MS.reset / 60_000),
      },
    });
  });
}

type ResetParts = { readonly context: IdentityContext; readonly accounts: Accounts };

async function reset(
  { context, accounts, factors }: ResetParts & { readonly factors: Factors },
  ...[body, client]: Parameters<Passwords['reset']>
): ReturnType<Passwords['reset']> {
  const { db, hashes } = context;
  const { token, email, code } = body;
  const byDigits = email !== undefined && code !== undefined;
  if ((token !== undefined) === byDigits) return refused({ code: 'InvalidRequest', fields: { token: 'missing' } });
  const address = readEmail(email ?? '');
  const fault = passwordFault(body.password, await ownWords({ context, accounts }, { address, token }));
  if (fault !== null) return refused({ code: 'InvalidRequest', fields: { password: fault } });
  // Digits can be guessed from outside, across mails too.
  const guess = byDigits ? await guessOf(context, { address, client }) : null;
  const patience = guess === null ? null : await context.attempts.take([guess], body);
  if (patience !== null) return refused(patience);
  // Before the transaction: a hash takes its time, and nobody shall see by it whether the code was right.
  const hash = await hashes.hash(body.password);
  const result = await transaction(db, async (tx) => {
    const account =
      token === undefined
        ? await accountByDigits(context, tx, {
            address,
            digits: code ?? '',
            tries: guess?.isKnown === true ? 'apart' : 'counted',
          })
        : await accountByToken(context, tx, token);
    if ('code' in account) return account;
    if (account.closed) return token === undefined ? WRONG_DIGITS : UNKNOWN_LINK;
    const { userId } = account;
    const at = { userId, address: client.address };
    const confirmed = await confirmEmail(tx, userId, context.clock.now());
    const noteChange = await endWaitingChange(context, tx, { ...at, reason: 'password reset' });
    // Whoever reset the password may not know who else got in: programs stop too, what others have begun is over, and no other
    // browser is known any more.
    await factors.endBegun(tx, userId);
    await forgetOthers(tx, { userId, client, now: context.clock.now() });
    const keys = await endKeysOf(tx, { userId, now: context.clock.now() });
    const sessions = await applyPassword({ context, accounts }, tx, { account, hash, client, keep: 'none' });
    const why = nextStatus('LIVE', 'CHANGE_PASSWORD');
    await recordEnded(context, tx, { ...at, ids: keys, what: 'api_key', why });
    if (confirmed) {
      await factors.dropWays(tx, at);
      const { status } = await context.legalNames.of(tx, userId);
      const countryStays = status === 'APPROVED' || status === 'BLOCKED';
      await dropStrangerData(tx, { userId, now: context.clock.now(), countryStays });
      await context.legalNames.dropStrangerName(tx, userId);
      const { country } = account;
      await recordAct(context, tx, { ...at, action: 'email.confirmed', before: { country }, reason: 'password reset' });
    }
    await noteChange();
    await record(tx, [{ kind: 'eligibility.changed', userId }]);
    return { userId, ended: [...sessions, ...keys] };
  });
  if ('code' in result) return refused(result);
  accounts.announceEnded(result.ended);
  context.bus.publish('identity.eligibility-changed', { userId: result.userId });
  if (guess !== null) await context.attempts.clear(guess);
  return ok(null);
}

/** What a try of digits counts against. A known browser counts by itself, as at a login: strangers who guess do not keep the owner out. */
async function guessOf(
  context: IdentityContext,
  { address, client }: { readonly address: string | null; readonly client: Pick<Client, 'deviceCookie'> },
): Promise<AttemptKey & { readonly isKnown: boolean }> {
  const account = await findAccountByBlinds(context.db, emailBlinds(context, address ?? ''));
  const mark = await knownMark(context.db, client.deviceCookie, account?.userId ?? NOBODY);
  const of = ['reset', address ?? '', ...(mark === null ? [] : [mark.toString('hex')])].join('|');
  return { of, limit: ACCOUNT_LIMIT, isKnown: mark !== null };
}

/** Words that no password of whoever resets it is: the address that they give, or that their link was mailed to. */
async function ownWords(
  { context, accounts }: ResetParts,
  { address, token }: { readonly address: string | null; readonly token: string | undefined },
): Promise<readonly string[]> {
  if (token === undefined) return address === null ? [] : [beginningOf(address)];
  const userId = await ownerOfLink(context, { token, purpose: 'reset' });
  const email = userId === null ? null : await accounts.mailAddressOf(userId);
  return email === null ? [] : [beginningOf(email.to)];
}

const WRONG_DIGITS: Refusal = { code: 'WrongDigits' };
const UNKNOWN_LINK: Refusal = { code: 'IncorrectToken' };

async function accountByToken(context: IdentityContext, tx: PoolClient, token: string): Promise<AccountRow | Refusal> {
  const asked = await redeemToken(context, tx, { token, purpose: 'reset' });
  if (asked.kind !== 'right') return refuseLink(asked);
  return (await findAccountById(tx, asked.userId)) ?? UNKNOWN_LINK;
}

async function accountByDigits(
  context: IdentityContext,
  tx: PoolClient,
  {
    address,
    digits,
    tries,
  }: { readonly address: string | null; readonly digits: string; readonly tries: 'counted' | 'apart' },
): Promise<AccountRow | Refusal> {
  const account = await findAccountByBlinds(tx, emailBlinds(context, address ?? ''));
  // The same question for an unknown address, so that the answer takes as long.
  const isRight = await redeemDigits(context, tx, {
    userId: account?.userId ?? NOBODY,
    digits,
    purpose: 'reset',
    tries,
  });
  if (isRight && account !== null) return account;
  // Wrong digits of a known address are written down, which costs a commit to the disk: so is every other miss.
  const now = context.clock.now();
  const miss = { tries: 1, windowStart: now, lastTryAt: now };
  await storeCount(tx, context.vault.blind(`reset-miss/v1|${address ?? ''}`), miss);
  return WRONG_DIGITS;
}

/** Sessions that go on: none, one by its id, or every one. */
type Kept = { readonly sessionId: string } | 'none' | 'all';

/** Sets the password, ends sessions, holds withdrawals and tells the owner; the ids of the sessions that ended. */
async function applyPassword(
  { context, accounts }: ResetParts,
  tx: PoolClient,
  change: {
    readonly account: AccountRow;
    readonly hash: string;
    readonly client: Client;
    readonly keep: Kept;
  },
): Promise<readonly string[]> {
  const { account, hash, client, keep } = change;
  const { userId, language } = account;
  const now = context.clock.now();
  await setPassword(tx, { userId, hash, now });
  await accounts.holdWithdrawals(tx, { userId, reason: 'password' });
  await record(tx, [{ kind: 'security.changed', userId, what: 'password_changed' }]);
  const to = await opened(context, tx, { userId, text: account.emailSealed });
  if (to !== null) {
    const link = `${context.config.origins.auth}/${language}/auth/forgot-password`;
    const values = { at: toIso(now), device: client.userAgent ?? '', ended: endedBy(keep), link };
    await context.mail.send(tx, { userId, to, kind: 'password_changed', language, values });
  }
  const reason = nextStatus('LIVE', 'CHANGE_PASSWORD');
  const but = typeof keep === 'string' ? {} : { except: keep.sessionId };
  const ended = keep === 'all' ? [] : await endSessions(tx, { userId, reason, now, ...but });
  await recordAct(context, tx, {
    userId,
    address: client.address,
    action: keep === 'none' ? 'password.reset' : 'password.changed',
  });
  await recordEnded(context, tx, { userId, address: client.address, ids: ended, why: reason });
  return ended;
}

/** Which sessions end, as the mail says it. */
function endedBy(keep: Kept): 'all' | 'others' | 'none' {
  if (keep === 'none') return 'all';
  return keep === 'all' ? 'none' : 'others';
}

async function change(
  { context, accounts, factors }: ResetParts & { readonly factors: Factors },
  asked: {
    readonly actor: Parameters<Passwords['change']>[0];
    readonly body: Parameters<Passwords['change']>[1];
    readonly client: Client;
  },
): ReturnType<Passwords['change']> {
  const { db, hashes, bus } = context;
  const { actor, body, client } = asked;
  const { userId, sessionId } = actor;
  const account = await findAccountById(db, userId);
  if (account === null) return refused({ code: 'PermissionsError' });
  // Where two-step sign-in is on, a stolen password must not change itself.
  if (body.currentPassword === undefined || (await factors.secondFactorOf(userId)) !== 'none') {
    const stepUp = await factors.requireStepUp(actor);
    if (stepUp !== null) return refused(stepUp);
  }
  if (body.currentPassword !== undefined) {
    const patience = await accounts.takeTry(userId, 'password', body);
    if (patience !== null) return refused(patience);
    if (!(await hashes.matches(account.passwordHash, body.currentPassword)))
      return refused({ code: 'WrongCredentials' });
    await accounts.clearTries(userId, 'password');
  }
  const email = await accounts.mailAddressOf(userId);
  const own = email === null ? [] : [beginningOf(email.to)];
  const fault = passwordFault(body.password, own);
  if (fault !== null) return refused({ code: 'InvalidRequest', fields: { password: fault } });
  if (account.passwordHash !== null && (await hashes.matches(account.passwordHash, body.password))) {
    return refused({ code: 'InvalidRequest', fields: { password: 'same' } });
  }
  const hash = await hashes.hash(body.password);
  const keep = body.endOtherSessions === false ? 'all' : { sessionId };
  const ended = await transaction(db, async (tx) => {
    // Hashes take their time: a reset by the owner may have thrown out whoever asks.
    const isSame = (await lockAccount(tx, userId))?.passwordSince === account.passwordSince;
    const goesOn = (await lockSession(tx, sessionId))?.status === 'LIVE';
    return isSame && goesOn ? applyPassword({ context, accounts }, tx, { account, hash, client, keep }) : null;
  });
  if (ended === null) return refused({ code: 'WrongCredentials' });
  accounts.announceEnded(ended);
  bus.publish('identity.eligibility-changed', { userId });
  return ok(null);
}
