import type { PoolClient } from 'pg';
import { beginningOf, readEmail } from '#domain/identity/email.ts';
import { ACCOUNT_LIMIT } from '#domain/identity/login-throttle.ts';
import { passwordFault } from '#domain/identity/password.ts';
import { nextStatus } from '#domain/identity/session-life.ts';
import { RESEND_MS, waitMs } from '#domain/waits.ts';
import type { Refusal } from '#domain/refusals.ts';
import { toIso } from '#protocol/codecs.ts';
import { transaction } from '#server/db/index.ts';
import { emailBlind, emailBlinds } from '#server/vault/index.ts';
import type { Passwords } from './contract.ts';
import type { Accounts, Client, Factors } from './contract-factors.ts';
import { done, NOBODY, opened, refused, type Core } from './core.ts';
import { forgetOthers, knownMark } from './devices.ts';
import type { GuessKey } from './guesses.ts';
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
  holdAccount,
  setPassword,
  type AccountRow,
} from './store-accounts.ts';
import { holdCount, storeCount } from './store-codes.ts';
import { endKeysOf } from './api-keys/store-keys.ts';
import { endSessions, holdSession } from './store-sessions.ts';
import { note, noteEnded } from './trail.ts';
import { endWaitingChange } from './waiting-change.ts';

export function createPasswords(core: Core, accounts: Accounts, factors: Factors): Passwords {
  return {
    forgot: (text) => forgot(core, text),
    reset: (body, client) => reset({ core, accounts, factors }, body, client),
    change: (actor, body, client) => change({ core, accounts, factors }, { actor, body, client }),
  };
}

/** Every address is treated alike until the answer is out: one mail in 60 s, whether there is anybody to send it to. */
async function forgot(core: Core, text: string): ReturnType<Passwords['forgot']> {
  const { db, vault, clock, config, later } = core;
  const email = readEmail(text);
  if (email === null) return refused({ code: 'InvalidEmail' });
  const pause = waitMs(RESEND_MS, config.waits);
  const key = vault.blind(`forgot/v1|${emailBlind(core, email).toString('hex')}`);
  const now = clock.now();
  const sooner = await transaction(db, async (tx) => {
    const last = await holdCount(tx, key);
    if (last !== null && last.lastTryAt + pause > now) return last.lastTryAt + pause - now;
    await storeCount(tx, key, { tries: 1, windowStart: now, lastTryAt: now });
    return 0;
  });
  if (sooner > 0) return refused({ code: 'RateLimit', retryAfterMs: sooner });
  later.run('send a mail for a forgotten password', () => mailReset(core, email));
  return done({ resendAt: now + pause });
}

async function mailReset(core: Core, email: string): Promise<void> {
  await transaction(core.db, async (tx) => {
    const account = await findAccountByBlinds(tx, emailBlinds(core, email));
    if (account === null || account.closed) return;
    const { userId, language } = account;
    // The pause was kept before the answer: this mail is made a moment after it, and the next answer comes to the moment.
    if (await areMailsSpent(core, tx, { userId, purpose: 'reset' })) return;
    const { token, digits } = await issueCode(core, tx, { userId, purpose: 'reset' });
    await core.mail.send(tx, {
      userId,
      to: email,
      kind: 'forgot_password',
      language,
      values: {
        link: `${core.config.origins.auth}/${language}/auth/reset-password?token=${token}`,
        code: digits,
        minutes: String(CODE_LIFE_MS.reset / 60_000),
      },
    });
  });
}

type ResetParts = { readonly core: Core; readonly accounts: Accounts };

async function reset(
  { core, accounts, factors }: ResetParts & { readonly factors: Factors },
  ...[body, client]: Parameters<Passwords['reset']>
): ReturnType<Passwords['reset']> {
  const { db, hashes } = core;
  const { token, email, code } = body;
  const byDigits = email !== undefined && code !== undefined;
  if ((token !== undefined) === byDigits) return refused({ code: 'InvalidRequest', fields: { token: 'missing' } });
  const address = readEmail(email ?? '');
  const fault = passwordFault(body.password, await ownWords({ core, accounts }, { address, token }));
  if (fault !== null) return refused({ code: 'InvalidRequest', fields: { password: fault } });
  // Digits can be guessed from outside, across mails too.
  const guess = byDigits ? await guessOf(core, { address, client }) : null;
  const patience = guess === null ? null : await core.guesses.take([guess], body);
  if (patience !== null) return refused(patience);
  // Before the transaction: a hash takes its time, and nobody shall see by it whether the code was right.
  const hash = await hashes.hash(body.password);
  const result = await transaction(db, async (tx) => {
    const account =
      token === undefined
        ? await accountByDigits(core, tx, {
            address,
            digits: code ?? '',
            tries: guess?.isKnown === true ? 'apart' : 'counted',
          })
        : await accountByToken(core, tx, token);
    if ('code' in account) return account;
    if (account.closed) return token === undefined ? WRONG_DIGITS : UNKNOWN_LINK;
    const { userId } = account;
    const at = { userId, address: client.address };
    const confirmed = await confirmEmail(tx, userId, core.clock.now());
    const noteChange = await endWaitingChange(core, tx, { ...at, reason: 'password reset' });
    // Whoever reset the password may not know who else got in: programs stop too, what others have begun is over, and no other
    // browser is known any more.
    await factors.endBegun(tx, userId);
    await forgetOthers(tx, { userId, client, now: core.clock.now() });
    const keys = await endKeysOf(tx, userId, core.clock.now());
    const sessions = await applyPassword({ core, accounts }, tx, { account, hash, client, keep: 'none' });
    const why = nextStatus('LIVE', 'CHANGE_PASSWORD');
    await noteEnded(core, tx, { ...at, ids: keys, what: 'api_key', why });
    if (confirmed) {
      await factors.dropWays(tx, at);
      await note(core, tx, { ...at, action: 'email.confirmed' });
    }
    await noteChange();
    return { userId, ended: [...sessions, ...keys] };
  });
  if ('code' in result) return refused(result);
  accounts.announceEnded(result.ended);
  core.bus.publish('identity.standing-changed', { userId: result.userId });
  if (guess !== null) await core.guesses.clear(guess);
  return done(null);
}

/** What a try of digits counts against. A known browser counts by itself, as at a login: strangers who guess do not keep the owner out. */
async function guessOf(
  core: Core,
  { address, client }: { readonly address: string | null; readonly client: Pick<Client, 'deviceCookie'> },
): Promise<GuessKey & { readonly isKnown: boolean }> {
  const account = await findAccountByBlinds(core.db, emailBlinds(core, address ?? ''));
  const mark = await knownMark(core.db, client.deviceCookie, account?.userId ?? NOBODY);
  const of = ['reset', address ?? '', ...(mark === null ? [] : [mark.toString('hex')])].join('|');
  return { of, limit: ACCOUNT_LIMIT, isKnown: mark !== null };
}

/** Words that no password of whoever resets it is: the address that he gives, or that his link was mailed to. */
async function ownWords(
  { core, accounts }: ResetParts,
  { address, token }: { readonly address: string | null; readonly token: string | undefined },
): Promise<readonly string[]> {
  if (token === undefined) return address === null ? [] : [beginningOf(address)];
  const userId = await ownerOfLink(core, { token, purpose: 'reset' });
  const email = userId === null ? null : await accounts.mailAddressOf(userId);
  return email === null ? [] : [beginningOf(email.to)];
}

const WRONG_DIGITS: Refusal = { code: 'WrongDigits' };
const UNKNOWN_LINK: Refusal = { code: 'IncorrectToken' };

async function accountByToken(core: Core, tx: PoolClient, token: string): Promise<AccountRow | Refusal> {
  const asked = await redeemToken(core, tx, { token, purpose: 'reset' });
  if (asked.kind !== 'right') return refuseLink(asked);
  return (await findAccountById(tx, asked.userId)) ?? UNKNOWN_LINK;
}

async function accountByDigits(
  core: Core,
  tx: PoolClient,
  {
    address,
    digits,
    tries,
  }: { readonly address: string | null; readonly digits: string; readonly tries: 'counted' | 'apart' },
): Promise<AccountRow | Refusal> {
  const account = await findAccountByBlinds(tx, emailBlinds(core, address ?? ''));
  // The same question for an unknown address, so that the answer takes as long.
  const isRight = await redeemDigits(core, tx, { userId: account?.userId ?? NOBODY, digits, purpose: 'reset', tries });
  if (isRight && account !== null) return account;
  // Wrong digits of a known address are written down, which costs a commit to the disk: so is every other miss.
  const now = core.clock.now();
  const miss = { tries: 1, windowStart: now, lastTryAt: now };
  await storeCount(tx, core.vault.blind(`reset-miss/v1|${address ?? ''}`), miss);
  return WRONG_DIGITS;
}

/** Sessions that go on: none, one by its id, or every one. */
type Kept = { readonly sessionId: string } | 'none' | 'all';

/** Sets the password, ends sessions, holds withdrawals and tells the owner; the ids of the sessions that ended. */
async function applyPassword(
  { core, accounts }: ResetParts,
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
  const now = core.clock.now();
  await setPassword(tx, { userId, hash, now });
  await accounts.holdWithdrawals(tx, { userId, reason: 'password' });
  const to = await opened(core, tx, { userId, text: account.emailSealed });
  if (to !== null) {
    const link = `${core.config.origins.auth}/${language}/auth/forgot-password`;
    const values = { at: toIso(now), device: client.userAgent ?? '', ended: endedBy(keep), link };
    await core.mail.send(tx, { userId, to, kind: 'password_changed', language, values });
  }
  const reason = nextStatus('LIVE', 'CHANGE_PASSWORD');
  const but = typeof keep === 'string' ? {} : { except: keep.sessionId };
  const ended = keep === 'all' ? [] : await endSessions(tx, { userId, reason, now, ...but });
  await note(core, tx, {
    userId,
    address: client.address,
    action: keep === 'none' ? 'password.reset' : 'password.changed',
  });
  await noteEnded(core, tx, { userId, address: client.address, ids: ended, why: reason });
  return ended;
}

/** Which sessions end, as the mail says it. */
function endedBy(keep: Kept): 'all' | 'others' | 'none' {
  if (keep === 'none') return 'all';
  return keep === 'all' ? 'none' : 'others';
}

async function change(
  { core, accounts, factors }: ResetParts & { readonly factors: Factors },
  asked: {
    readonly actor: Parameters<Passwords['change']>[0];
    readonly body: Parameters<Passwords['change']>[1];
    readonly client: Client;
  },
): ReturnType<Passwords['change']> {
  const { db, hashes, bus } = core;
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
    const isSame = (await holdAccount(tx, userId))?.passwordSince === account.passwordSince;
    const goesOn = (await holdSession(tx, sessionId))?.status === 'LIVE';
    return isSame && goesOn ? applyPassword({ core, accounts }, tx, { account, hash, client, keep }) : null;
  });
  if (ended === null) return refused({ code: 'WrongCredentials' });
  accounts.announceEnded(ended);
  bus.publish('identity.standing-changed', { userId });
  return done(null);
}
