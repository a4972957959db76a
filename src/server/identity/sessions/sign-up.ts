import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { PoolClient } from 'pg';
import type { Actor } from '#domain/identity/actor.ts';
import { beginningOf, readEmail } from '#domain/identity/email.ts';
import { ACCOUNT_LIMIT, type GuessLimit } from '#domain/identity/login-throttle.ts';
import { passwordFault } from '#domain/identity/password.ts';
import { RESEND_MS, waitMs } from '#domain/waits.ts';
import type { ActivateQuery } from '#protocol/account.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { emailBlind, emailBlinds } from '#server/vault/index.ts';
import { createAccount } from '../accounts/accounts.ts';
import type { SignUp } from '../contract.ts';
import type { Accounts, Client, Factors } from '../contract-factors.ts';
import { NOBODY, opened, type IdentityContext } from '../context.ts';
import { knownMark } from './devices.ts';
import {
  CODE_LIFE_MS,
  issueCode,
  nextMailAt,
  redeemDigits,
  redeemToken,
  refuseLink,
  type Redeemed,
} from '../mail-codes.ts';
import { confirmEmail, findAccountByBlinds, findAccountById, findOrigin } from '../accounts/store-accounts.ts';
import { lockPerson } from '../store.ts';
import { recordAct } from '../audit-trail.ts';
import { endWaitingChange } from '../accounts/waiting-change.ts';
import { HOUR_MS } from '#domain/time.ts';

/** Questions from one place before each asks for work: the answer "User already exists" is not for collecting addresses. */
const SIGN_UP_LIMIT: GuessLimit = { free: 30, longestDelayMs: 4_000 };

export function createSignUp(context: IdentityContext, accounts: Accounts, factors: Factors): SignUp {
  return {
    register: (request) => register(context, accounts, request),
    takeGuess: (guess) => takeSignUpGuess(context, guess),
    gettingStarted: async (text, { deviceCookie }) => {
      const email = readEmail(text);
      if (email === null) return refused({ code: 'InvalidEmail' });
      const account = await findAccountByBlinds(context.db, emailBlinds(context, email));
      // To a browser that never signed in with it, every address looks the same.
      const known = await knownMark(context.db, deviceCookie, account?.userId ?? NOBODY);
      if (account === null || known === null) return ok({ next: 'any' });
      return ok({ next: account.emailConfirmed ? 'login' : 'activate' });
    },
    sendActivation: (actor) => sendActivation(context, actor),
    activate: (query, actor, client) => activate({ context, factors }, query, { actor, client }),
  };
}

async function register(
  context: IdentityContext,
  accounts: Accounts,
  { body, client, visitor, tracking }: Parameters<SignUp['register']>[0],
): ReturnType<SignUp['register']> {
  const { db, hashes } = context;
  const email = readEmail(body.email);
  if (email === null) return refused({ code: 'InvalidEmail' });
  const fault = passwordFault(body.password, [beginningOf(email)]);
  if (fault !== null) return refused({ code: 'InvalidRequest', fields: { password: fault } });
  const tooMany = await takeSignUpGuess(context, { email, client, answer: body });
  if (tooMany !== null) return refused(tooMany);
  const seen = visitor === null ? null : await findOrigin(db, visitor.userId);
  const passwordHash = await hashes.hash(body.password);
  const made = await transaction(db, async (tx) => {
    const account = await createAccount(context, tx, {
      email,
      emailConfirmed: false,
      passwordHash,
      country: body.country,
      language: client.language,
      referral: body.referral ?? seen?.referral ?? null,
      utm: body.utm ?? seen?.utm ?? null,
      ...tracking,
    });
    if (!account.ok) return account;
    const { userId } = account.value;
    const rememberMe = body.rememberMe ?? false;
    await mailActivation(context, tx, { userId, to: email, language: client.language });
    const opened = await accounts.openSession(tx, { userId, role: 'USER', client, method: 'registration', rememberMe });
    await recordAct(context, tx, { userId, action: 'account.opened', address: client.address });
    return ok({ userId, opened });
  });
  if (!made.ok) return made;
  const { accessToken, cookies, replaced } = made.value.opened;
  accounts.announceEnded(replaced);
  return ok({ answer: { accessToken, isNew: true, user: await accounts.sessionUserOf(made.value.userId) }, cookies });
}

/** Counts what is about to be told of an address: see `takeGuess` of the contract. */
export async function takeSignUpGuess(
  context: IdentityContext,
  { email: text, client, answer }: Parameters<SignUp['takeGuess']>[0],
): ReturnType<SignUp['takeGuess']> {
  const email = readEmail(text);
  if (email === null) return null;
  const { attempts } = context;
  return attempts.take(
    [
      { of: `sign-up|${emailBlind(context, email).toString('hex')}`, limit: ACCOUNT_LIMIT },
      attempts.placeKey('sign-up-from', client, SIGN_UP_LIMIT),
    ],
    answer,
  );
}

/** Sends the link and the code that confirm an address, in the caller's transaction. */
export async function mailActivation(
  context: IdentityContext,
  tx: PoolClient,
  { userId, to, language }: { readonly userId: string; readonly to: string; readonly language: string },
): Promise<void> {
  const { token, digits } = await issueCode(context, tx, { userId, purpose: 'activation' });
  await context.mail.send(tx, {
    userId,
    to,
    kind: 'activation',
    language,
    values: {
      link: `${context.config.origins.auth}/${language}/auth/activate?token=${token}`,
      code: digits,
      hours: String(CODE_LIFE_MS.activation / HOUR_MS),
    },
  });
}

async function sendActivation(
  context: IdentityContext,
  { userId }: Actor,
): Promise<Outcome<{ readonly resendAt: number }>> {
  const { db, clock, config } = context;
  const pause = waitMs(RESEND_MS, config.waits);
  return transaction(db, async (tx) => {
    await lockPerson(tx, userId);
    const account = await findAccountById(tx, userId);
    const to = await opened(context, tx, { userId, text: account?.emailSealed ?? null });
    const now = clock.now();
    if (account === null || to === null || account.emailConfirmed) return ok({ resendAt: now + pause });
    const next = await nextMailAt(context, tx, { userId, purpose: 'activation' });
    if (next > now) return refused({ code: 'RateLimit', retryAfterMs: next - now });
    await mailActivation(context, tx, { userId, to, language: account.language });
    return ok({ resendAt: now + pause });
  });
}

async function activate(
  { context, factors }: { readonly context: IdentityContext; readonly factors: Factors },
  { token, code }: ActivateQuery,
  { actor, client }: { readonly actor: Actor | null; readonly client: Pick<Client, 'deviceCookie'> | undefined },
): Promise<Outcome<null>> {
  if ((token === undefined) === (code === undefined)) {
    return refused({ code: 'InvalidRequest', fields: { token: token === undefined ? 'missing' : 'unknown' } });
  }
  if (token === undefined && actor === null) return refused({ code: 'NotSignedIn' });
  const reply = await transaction(context.db, async (tx) => {
    const asked = await (token === undefined
      ? redeemOwnDigits(context, tx, { digits: code ?? '', actor })
      : redeemToken(context, tx, { token, purpose: 'activation' }));
    if (asked.kind === 'used' && (await findAccountById(tx, asked.userId))?.emailConfirmed === true) return ok(null);
    if (asked.kind !== 'right') return refused(token === undefined ? { code: 'WrongDigits' } : refuseLink(asked));
    const { userId } = asked;
    if (await confirmEmail(tx, userId, context.clock.now())) {
      const by = { userId, sessionId: actor?.sessionId };
      const noteChange = await endWaitingChange(context, tx, { ...by, reason: 'address confirmed' });
      const isSame = actor?.userId === userId || (await knownMark(tx, client?.deviceCookie ?? null, userId)) !== null;
      if (!isSame) await factors.dropWays(tx, by);
      await recordAct(context, tx, { ...by, action: 'email.confirmed' });
      await noteChange();
      await record(tx, [{ kind: 'eligibility.changed', userId }]);
    }
    return { ...ok(null), userId };
  });
  if ('userId' in reply) context.bus.publish('identity.eligibility-changed', { userId: reply.userId });
  return reply.ok ? ok(null) : reply;
}

/** The digits of the signed-in person's newest mail. Who has confirmed the address by now has done what they are for. */
async function redeemOwnDigits(
  context: IdentityContext,
  tx: PoolClient,
  { digits, actor }: { readonly digits: string; readonly actor: Actor | null },
): Promise<Redeemed> {
  if (actor === null) return { kind: 'wrong' };
  const { userId } = actor;
  if (await redeemDigits(context, tx, { userId, digits, purpose: 'activation' })) return { kind: 'right', userId };
  return (await findAccountById(tx, userId))?.emailConfirmed === true ? { kind: 'used', userId } : { kind: 'wrong' };
}
