import { ok, refused } from '#domain/outcome.ts';
import { uuidv7 } from 'uuidv7';
import type { PoolClient } from 'pg';
import { readEmail } from '#domain/identity/email.ts';
import { ACCOUNT_LIMIT, ADDRESS_LIMIT } from '#domain/identity/login-throttle.ts';
import { realmOf } from '#domain/identity/policy.ts';
import { judgeRefresh } from '#domain/identity/refresh.ts';
import { accessEnd, endAfterUse, isRemembered, nextStatus, statusAt } from '#domain/identity/session-life.ts';
import { toIso } from '#protocol/codecs.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { emailBlind, emailBlinds } from '#server/vault/index.ts';
import type { SignIn } from '../contract.ts';
import type { Accounts, Client, Factors } from '../contract-factors.ts';
import { NOBODY, opened, type IdentityContext } from '../context.ts';
import { knownMark, showsMark } from './devices.ts';
import { isGenuine, readClaim, refreshTokenOf } from './refresh-tokens.ts';
import { insertPageView, saysSomething, visitOrigin } from '../store.ts';
import { findAccountByBlinds, findAccountById } from '../accounts/store-accounts.ts';
import { endSessions, lockSession, insertSignIn, storeUse, type LivingSession } from './store-sessions.ts';
import { recordEnded } from '../audit-trail.ts';

export function createSignIn(context: IdentityContext, accounts: Accounts, factors: Factors): SignIn {
  return {
    login: (...asked) => login({ context, accounts, factors }, ...asked),
    refresh: (client) => refresh(context, accounts, client),
  };
}

interface LoginParts {
  readonly context: IdentityContext;
  readonly accounts: Accounts;
  readonly factors: Factors;
}

/** The same steps whether or not the address is known: a count, one argon2 run, and nothing else before the answer. */
async function login(
  { context, accounts, factors }: LoginParts,
  ...[body, client, tracking]: Parameters<SignIn['login']>
): ReturnType<SignIn['login']> {
  const { db, hashes, attempts, clock } = context;
  const email = readEmail(body.email);
  if (email === null) return refused({ code: 'InvalidEmail' });
  const blind = emailBlind(context, email);
  const account = await findAccountByBlinds(db, emailBlinds(context, email));
  const known = await knownMark(db, client.deviceCookie, account?.userId ?? NOBODY);
  const isKnown = known !== null;
  // A known browser counts by itself: strangers who guess do not keep the owner out.
  const place = ['login', blind.toString('hex'), ...(known === null ? [] : [known.toString('hex')])].join('|');
  const byAccount = { of: place, limit: ACCOUNT_LIMIT };
  const byAddress = attempts.placeKey('login-from', client, ADDRESS_LIMIT);
  const patience = await attempts.take(isKnown ? [byAccount] : [byAccount, byAddress], body);
  if (patience !== null) return refused(patience);
  const isRight = await hashes.matches(account?.passwordHash ?? null, body.password);
  if (!isRight || account === null || account.closed) {
    if (account !== null) accounts.noteFailure({ userId: account.userId, client, method: 'password' });
    return refused({ code: 'WrongCredentials' });
  }
  await attempts.clear(byAccount);
  if (!isKnown) await attempts.giveBack(byAddress);
  const { userId, role, passwordSince } = account;
  const rememberMe = body.rememberMe ?? false;
  const origin = visitOrigin(body, tracking);
  if (saysSomething(origin)) await insertPageView(db, { userId, origin, now: clock.now() });
  const step = await factors.startSecondStep({ userId, passwordSince, rememberMe });
  if (step !== null) return ok({ answer: { otpRequired: true, ...step }, cookies: null });
  const opened = await accounts.signIn({ userId, passwordSince, role, client, method: 'password', rememberMe });
  if (opened === null) return refused({ code: 'WrongCredentials' });
  const { accessToken, cookies } = opened;
  return ok({ answer: { accessToken, isNew: false, user: await accounts.sessionUserOf(userId) }, cookies });
}

async function refresh(context: IdentityContext, accounts: Accounts, client: Client): ReturnType<SignIn['refresh']> {
  const { db, vault, clock, tokens } = context;
  const claim = readClaim(client.refreshCookie);
  if (claim === null) return refused({ code: 'NotSignedIn' });
  const now = clock.now();
  const result = await transaction(db, async (tx) => {
    const session = await lockSession(tx, claim.sessionId);
    if (session === null || !isGenuine(vault, session, claim)) return null;
    if (session.closed || statusAt(session, now) !== 'LIVE') return null;
    const isSameClient = isSame(session, client);
    const verdict = judgeRefresh(session.family, { no: claim.no, isSameClient, now });
    if (verdict.kind === 'unknown') return null;
    if (verdict.kind === 'reuse') return { session, ended: await endFamily(context, tx, { session, client, now }) };
    if (verdict.kind === 'same') return { session, no: session.family.no, expiresAt: session.expiresAt };
    const expiresAt = endAfterUse(session, now);
    const addressSealed = await vault.seal(tx, session.userId, client.address);
    const { userAgent } = client;
    await storeUse(tx, { id: session.id, now, expiresAt, family: verdict.family, addressSealed, userAgent });
    return { session, no: verdict.family.no, expiresAt };
  });
  if (result?.ended !== undefined) accounts.announceEnded(result.ended);
  if (result === null || result.no === undefined) return refused({ code: 'NotSignedIn' });
  const { session, no, expiresAt } = result;
  context.sessions.forget(session.id);
  const actor = { userId: session.userId, sessionId: session.id, role: session.role, realm: realmOf(session.role) };
  return ok({
    accessToken: await tokens.issue(actor, { from: now, to: accessEnd({ ...session, expiresAt }, now) }),
    cookies: {
      refreshToken: refreshTokenOf(vault, session, no),
      device: client.deviceCookie,
      refreshMaxAgeMs: isRemembered(session) ? expiresAt - now : null,
    },
  });
}

/** The browser that the session belongs to, as far as it shows: its mark if it sends one, and its name. */
function isSame(session: LivingSession, { deviceCookie, userAgent }: Client): boolean {
  const isDevice = deviceCookie === null || showsMark(deviceCookie, session.deviceHash);
  return isDevice && session.userAgent === userAgent;
}

/** Two people hold tokens of one session: it ends, and the owner is told. */
async function endFamily(
  context: IdentityContext,
  tx: PoolClient,
  { session, client, now }: { readonly session: LivingSession; readonly client: Client; readonly now: number },
): Promise<readonly string[]> {
  const { vault, mail, config } = context;
  const { userId } = session;
  const reason = nextStatus(session.status, 'REUSE_TOKEN');
  const ended = await endSessions(tx, { userId, only: session.id, reason, now });
  await recordEnded(context, tx, { userId, ids: ended, why: reason, address: client.address, bySystem: true });
  const addressSealed = await vault.seal(tx, userId, client.address);
  const about = { id: uuidv7(), userId, now, userAgent: client.userAgent, addressSealed, sessionId: session.id };
  await insertSignIn(tx, { ...about, method: session.method, outcome: 'REUSED_TOKEN' });
  await record(tx, [{ kind: 'security.changed', userId, what: 'session_family_revoked' }]);
  const account = await findAccountById(tx, userId);
  const to = await opened(context, tx, { userId, text: account?.emailSealed ?? null });
  if (account === null || to === null) return ended;
  await mail.send(tx, {
    userId,
    to,
    kind: 'session_family_revoked',
    language: account.language,
    values: {
      at: toIso(now),
      device: session.userAgent ?? '',
      link: `${config.origins.dashboard}/${account.language}/settings/security`,
    },
  });
  return ended;
}
