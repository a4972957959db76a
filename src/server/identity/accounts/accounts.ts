import { ok, refused } from '#domain/outcome.ts';
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { readEmail } from '#domain/identity/email.ts';
import { ACCOUNT_LIMIT } from '#domain/identity/login-throttle.ts';
import { realmOf } from '#domain/identity/policy.ts';
import { COUNTRY_CODES, RESTRICTED_COUNTRIES } from '#domain/identity/regions.ts';
import {
  accessEnd,
  endAfterUse,
  IDLE_MS,
  kindOf,
  newSpan,
  nextStatus,
  type SessionKind,
} from '#domain/identity/session-life.ts';
import { waitMs } from '#domain/waits.ts';
import { moneyPair, toIso } from '#protocol/codecs.ts';
import { transaction } from '#server/db/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import { record } from '#server/facts/index.ts';
import { balancesOf, openAccounts } from '#server/ledger/index.ts';
import { emailBlind, emailBlinds, mailboxBlinds } from '#server/vault/index.ts';
import type {
  Account,
  Accounts,
  NewAccount,
  OpenedSession,
  SessionOpening,
  SignInUnderWay,
} from '../contract-factors.ts';
import { NOBODY, opened, type IdentityContext } from '../context.ts';
import { arrive } from '../sessions/devices.ts';
import { isGenuine, readClaim, refreshTokenOf } from '../sessions/refresh-tokens.ts';
import {
  confirmEmail,
  findAccountByBlinds,
  findAccountById,
  lockAccount,
  insertAccount,
  insertHold,
  setEmail,
  type AccountRow,
} from './store-accounts.ts';
import { endSessions, lockSession, insertSignedIn, insertSignIn } from '../sessions/store-sessions.ts';
import { recordEnded, recordStarted } from '../audit-trail.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { spanOf } from '#domain/settings/settings.ts';

/** Looks up, opens and signs in accounts: for the password forms here, for second factors, passkeys and social sign-in. */
export function createAccounts(context: IdentityContext): Accounts {
  const { db, bus, clock, log, vault, sessions, hashes, attempts, background } = context;

  const announceEnded = (ids: readonly string[]) => {
    for (const sessionId of ids) {
      sessions.forget(sessionId);
      bus.publish('identity.session-ended', { sessionId });
    }
  };
  return {
    announceEnded,
    openSession: (tx, opening) => openSession(context, tx, opening),
    holdForSignIn: isStillOpen,
    signIn: async (opening) => {
      const opened = await transaction(db, async (tx) =>
        (await isStillOpen(tx, opening)) ? openSession(context, tx, opening) : null,
      );
      if (opened !== null) announceEnded(opened.replaced);
      return opened;
    },
    findAccountByEmail: async (text) => {
      const row = await findAccountByBlinds(db, emailBlinds(context, readEmail(text) ?? text));
      return row === null ? null : toAccount(row);
    },
    findAccount: async (userId) => {
      const row = await findAccountById(db, userId);
      return row === null ? null : toAccount(row);
    },
    createAccount: (tx, account) => createAccount(context, tx, { ...account, passwordHash: null }),
    verifyPassword: async (userId, password) =>
      hashes.matches((await findAccountById(db, userId))?.passwordHash ?? null, password),
    takeTry: (userId, kind, answer = {}) => attempts.take([{ of: `${kind}|${userId}`, limit: ACCOUNT_LIMIT }], answer),
    clearTries: (userId, kind) => attempts.clear({ of: `${kind}|${userId}`, limit: ACCOUNT_LIMIT }),
    holdWithdrawals: (tx, { userId, reason }) => {
      const since = clock.now();
      return insertHold(tx, { userId, reason, since, until: since + holdMs(context) });
    },
    mailAddressOf: async (userId) => {
      const row = await findAccountById(db, userId);
      const to = await opened(context, db, { userId, text: row?.emailSealed ?? null });
      return row === null || to === null ? null : { to, language: row.language };
    },
    sessionUserOf: async (userId) => {
      const row = await findAccountById(db, userId);
      assert(row !== null, 'somebody signed in without an account');
      const { cash } = await balancesOf(db, { ownerId: userId, realm: realmOf(row.role) });
      return {
        id: userId,
        role: row.role,
        ...moneyPair('totalBalance', cash),
        verifications: { email: row.emailConfirmed },
      };
    },
    noteFailure: ({ userId, client, method }) =>
      background.run('write a failed sign-in to the history', async () => {
        log.debug({ userId, method }, 'a sign-in failed');
        await transaction(db, async (tx) =>
          insertSignIn(tx, {
            id: uuidv7(),
            userId,
            now: clock.now(),
            method,
            outcome: method === 'password' ? 'WRONG_PASSWORD' : 'WRONG_CODE',
            userAgent: client.userAgent,
            addressSealed: await vault.seal(tx, userId, client.address),
            sessionId: null,
          }),
        );
      }),
  };
}

/** See `holdForSignIn` of the contract. */
async function isStillOpen(tx: PoolClient, { userId, passwordSince }: SignInUnderWay): Promise<boolean> {
  const account = await lockAccount(tx, userId);
  return account !== null && !account.closed && account.passwordSince === passwordSince;
}

function toAccount(row: AccountRow): Account {
  const { userId, role, emailConfirmed, closed, passwordSince } = row;
  return { userId, role, emailConfirmed, closed, passwordSince, hasPassword: row.passwordHash !== null };
}

/**
 * Opens an account of a USER with its ledger accounts. The address is taken or kept out by a self-exclusion, or the country is not
 * served: a refusal, nothing written. That it is kept out is told only where the address is proven to belong to whoever asks (`emailConfirmed`):
 * to strangers it looks taken.
 */
export async function createAccount(
  core: Pick<IdentityContext, 'clock' | 'vault' | 'isExcluded' | 'onSignedUp'>,
  tx: PoolClient,
  account: Omit<NewAccount, 'country'> & { readonly country: string | null; readonly passwordHash: string | null },
): ReturnType<Accounts['createAccount']> {
  const { clock, vault } = core;
  const { country } = account;
  if (country !== null && !COUNTRY_CODES.includes(country)) {
    return refused({ code: 'InvalidRequest', fields: { country: 'malformed' } });
  }
  if (country !== null && RESTRICTED_COUNTRIES.has(country)) return refused({ code: 'RegionNotServed', country });
  const email = account.email === null ? null : readEmail(account.email);
  if (account.email !== null && email === null) return refused({ code: 'InvalidEmail' });
  const userId = uuidv7();
  const now = clock.now();
  await tx.query('SAVEPOINT new_account');
  await insertAccount(tx, { ...account, userId, role: 'USER', referralCode: newReferralCode(), now });
  if (email !== null) {
    const isFree = await setEmail(tx, {
      userId,
      sealed: await vault.seal(tx, userId, email),
      blind: emailBlind(core, email),
      blinds: emailBlinds(core, email),
    });
    const isKeptOut = await core.isExcluded(tx, mailboxBlinds(core, email));
    if (!isFree || isKeptOut) {
      await tx.query('ROLLBACK TO SAVEPOINT new_account');
      const isTold = isFree && account.emailConfirmed;
      return refused(isTold ? { code: 'SelfExcluded', until: null } : { code: 'UserAlreadyExists' });
    }
    if (account.emailConfirmed) await confirmEmail(tx, userId, now);
  }
  await openAccounts(tx, { ownerId: userId, realm: 'real' });
  await core.onSignedUp(tx, { userId, locale: account.language });
  return ok({ userId });
}

/** Without letters and digits that are taken for one another. */
const CODE_SIGNS = '23456789abcdefghjkmnpqrstuvwxyz';

function newReferralCode(): string {
  return Array.from({ length: 10 }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('');
}

/** How long withdrawals pause after a change of sign-in, ms. */
function holdMs({ config, settings }: Pick<IdentityContext, 'config' | 'settings'>): number {
  return waitMs(spanOf('holds.hours', settings.values), config.waits);
}

/** How long sessions may go unused, ms. That of staff is not for an operator to choose. */
function idleOf(settings: LiveSettings): Readonly<Record<SessionKind, number>> {
  return {
    remembered: settings.number('session.remembered_days') * DAY_MS,
    once: settings.number('session.once_hours') * HOUR_MS,
    staff: IDLE_MS.staff,
  };
}

async function openSession(context: IdentityContext, tx: PoolClient, opening: SessionOpening): Promise<OpenedSession> {
  const { clock, vault, tokens } = context;
  const { userId, role, client, method, rememberMe } = opening;
  const now = clock.now();
  const id = uuidv7();
  const kind = kindOf(role, rememberMe);
  const span = newSpan(kind, now, idleOf(context.settings));
  const expiresAt = endAfterUse(span, now);
  const secret = randomBytes(32);
  const { userAgent } = client;
  const replaced = await endReplaced(context, tx, client.refreshCookie);
  const device = await arrive(tx, { userId, client, now });
  const addressSealed = await vault.seal(tx, userId, client.address);
  await insertSignedIn(tx, {
    id,
    userId,
    method,
    now,
    expiresAt,
    ...span,
    deviceHash: device.hash,
    userAgent,
    addressSealed,
    secret,
  });
  const history = { id: uuidv7(), userId, now, method, userAgent, addressSealed, sessionId: id };
  await insertSignIn(tx, { ...history, outcome: 'OK' });
  if (device.isNew) await tellOfNewDevice(context, tx, opening);
  const by = { address: client.address, sessionId: id };
  if (replaced.ids.length > 0)
    await recordEnded(context, tx, { ...replaced, ...by, why: nextStatus('LIVE', 'REPLACE') });
  await recordStarted(context, tx, { id, userId, role, address: client.address, after: { method, kind } });
  const actor = { userId, sessionId: id, role, realm: realmOf(role) };
  return {
    sessionId: id,
    accessToken: await tokens.issue(actor, { from: now, to: accessEnd({ ...span, expiresAt }, now) }),
    cookies: {
      refreshToken: refreshTokenOf(vault, { id, secret }, 0),
      device: device.cookie,
      refreshMaxAgeMs: kind === 'remembered' ? span.idleMs : null,
    },
    replaced: replaced.ids,
  };
}

interface Replaced {
  readonly userId: string;
  readonly ids: readonly string[];
}

/** A sign-in never goes on with the session before it: that one ends. */
async function endReplaced(
  { clock, vault }: IdentityContext,
  tx: PoolClient,
  cookie: string | null,
): Promise<Replaced> {
  const none = { userId: NOBODY, ids: [] };
  const claim = readClaim(cookie);
  if (claim === null) return none;
  const before = await lockSession(tx, claim.sessionId);
  if (before === null || !isGenuine(vault, before, claim)) return none;
  const { userId, id } = before;
  return { userId, ids: await endSessions(tx, { userId, only: id, reason: 'REPLACED', now: clock.now() }) };
}

async function tellOfNewDevice(
  context: IdentityContext,
  tx: PoolClient,
  { userId, client }: SessionOpening,
): Promise<void> {
  await record(tx, [{ kind: 'security.changed', userId, what: 'new_device' }]);
  const row = await findAccountById(tx, userId);
  const to = await opened(context, tx, { userId, text: row?.emailSealed ?? null });
  if (row === null || to === null) return;
  await context.mail.send(tx, {
    userId,
    to,
    kind: 'new_device',
    language: row.language,
    values: {
      at: toIso(context.clock.now()),
      device: client.userAgent ?? '',
      country: context.countryOf(client.address) ?? '',
      link: `${context.config.origins.dashboard}/${row.language}/settings/security`,
    },
  });
}
