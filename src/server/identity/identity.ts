import { ok, refused } from '#domain/outcome.ts';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '#domain/identity/actor.ts';
import { DEMO_TOKEN_MS, demoGoesOn } from '#domain/identity/demo.ts';
import { nextStatus } from '#domain/identity/session-life.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { moneyPair } from '#protocol/codecs.ts';
import type { OriginBody, SessionAnswer } from '#protocol/identity.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { balancesOf, openAccounts, topUpDemo } from '#server/ledger/index.ts';
import type { Mail } from '#server/mail/index.ts';
import { STANDARD_SETTINGS, type LiveSettings } from '#server/settings/index.ts';
import type { Vault } from '#server/vault/index.ts';
import { createAccounts } from './accounts/accounts.ts';
import type { Identity, Tracking } from './contract.ts';
import type { IdentityContext } from './context.ts';
import { countriesIn } from './accounts/country-list.ts';
import { createDemoQuota } from './accounts/demo-quota.ts';
import { createEmailChanges } from './email-change/email-change.ts';
import { createFactors } from './factors/factors.ts';
import { loadTokenKeys } from './keys.ts';
import { refillDemo } from './accounts/refill.ts';
import { createAttemptLimiter } from './attempt-limiter.ts';
import { createPasswordHashes } from './hashing.ts';
import { createBackgroundTasks } from './background-tasks.ts';
import { createPasswords } from './passwords.ts';
import { createPeople } from './accounts/people.ts';
import { createSessionList } from './sessions/session-list.ts';
import { createSessions, type StandingOf } from './sessions/sessions.ts';
import { createSignIn } from './sessions/sign-in.ts';
import { createSignUp } from './sessions/sign-up.ts';
import {
  deleteOld,
  endSession,
  findEnds,
  findSession,
  insertPageView,
  insertPerson,
  renewSession,
  saysSomething,
  visitOrigin,
} from './store.ts';
import { deleteOldCodes } from './store-codes.ts';
import { deleteOldPlaces } from './sessions/store-sessions.ts';
import { recordEnded } from './audit-trail.ts';
import { createTokens } from './sessions/tokens.ts';
import { DAY_MS } from '#domain/time.ts';

/** Page views, and sessions after their end: longer than the 30 days in which a demo session may go on. */
const KEPT_MS = 90 * DAY_MS;
const CODES_KEPT_MS = 30 * DAY_MS;
/** A year, as long as the cookie of a browser lives. */
const PLACES_KEPT_MS = 365 * DAY_MS;

export interface IdentityParts {
  readonly config: Config;
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly vault: Vault;
  readonly mail: Pick<Mail, 'send'>;
  readonly audit: Pick<Audit, 'write'>;
  /** What holds a person back; without it nobody is held back. */
  readonly standingOf?: StandingOf;
  /** Country of an address; without it none is known. */
  readonly countryOf?: IdentityContext['countryOf'];
  /** Addresses kept out by a self-exclusion; without it none is. */
  readonly isExcluded?: IdentityContext['isExcluded'];
  /** Takes a self-exclusion over to a new address; without it there is none. */
  readonly keepExcluded?: IdentityContext['keepExcluded'];
  readonly legalNames: IdentityContext['legalNames'];
  /** What of a person's real cash may leave now; without it all of it. */
  readonly freeOf?: IdentityContext['freeOf'];
  /** What an operator has set; without it the standard. */
  readonly settings?: LiveSettings;
  /** What else a sign-up writes; without it nothing. */
  readonly onSignedUp?: IdentityContext['onSignedUp'];
}

/** Opens identity: reads (at the first start makes) the token keys of this installation. */
export async function createIdentity(parts: IdentityParts): Promise<Identity> {
  const { config, db, bus, clock } = parts;
  const context = await openCore(parts);
  const { tokens, sessions } = context;
  const accounts = createAccounts(context);
  const factors = createFactors(context, accounts);
  const quota = createDemoQuota({ clock, mode: config.mode, settings: context.settings });

  const goOn = async (bearer: string | null): Promise<SessionAnswer | null> => {
    const claims = bearer === null ? null : await sessions.claimsOf(bearer);
    if (claims === null || claims.actor.role !== 'DEMO') return null;
    const { actor } = claims;
    const session = await findSession(db, actor.sessionId);
    const now = clock.now();
    if (session === null || session.userId !== actor.userId || !demoGoesOn(session, now)) return null;
    const expiresAt = now + DEMO_TOKEN_MS;
    if (!(await renewSession(db, { id: actor.sessionId, now, expiresAt }))) return null;
    sessions.forget(actor.sessionId);
    const { cash } = await balancesOf(db, { ownerId: actor.userId, realm: 'demo' });
    return { accessToken: await tokens.issue(actor, { from: now, to: expiresAt }), user: sessionUser(actor, cash) };
  };

  return {
    signUp: createSignUp(context, accounts, factors),
    signIn: createSignIn(context, accounts, factors),
    passwords: createPasswords(context, accounts, factors),
    sessions: createSessionList(context, accounts),
    people: createPeople(context, factors),
    factors,
    emailChanges: createEmailChanges(context),
    actorOf: (token) => sessions.actorOf(token),
    livesUntil: (ids) => findEnds(db, ids),
    demoSession: async ({ bearer, origin, client, tracking }) => {
      const same = await goOn(bearer);
      if (same !== null) return ok({ created: false, answer: same });
      const retryAfterMs = quota.take(client);
      if (retryAfterMs > 0) return refused({ code: 'RateLimit', retryAfterMs });
      return ok({ created: true, answer: await startDemo(context, origin, tracking) });
    },
    logout: async (actor) => {
      await transaction(db, async (tx) => {
        if (!(await endSession(tx, actor.sessionId, clock.now())) || actor.role === 'DEMO') return;
        const { userId, sessionId } = actor;
        await recordEnded(context, tx, { userId, sessionId, ids: [sessionId], why: nextStatus('LIVE', 'SIGN_OUT') });
      });
      accounts.announceEnded([actor.sessionId]);
    },
    refillDemo: (actor, request) => refillDemo({ db, bus, settings: context.settings }, actor, request),
    pageView: ({ actor, origin, tracking }) =>
      insertPageView(db, { userId: actor?.userId ?? null, origin: visitOrigin(origin, tracking), now: clock.now() }),
    forgetOld: async () => {
      const now = clock.now();
      await deleteOld(db, now - KEPT_MS);
      await factors.forgetOld();
      await deleteOldPlaces(db, now - PLACES_KEPT_MS);
      await deleteOldCodes(db, { counts: now - DAY_MS, codes: now - CODES_KEPT_MS });
    },
    regions: (language) => ({ regions: [...countriesIn(language)], country: null, loginRegionAccepted: true }),
    stop: () => context.background.settled(),
  };
}

async function startDemo(context: IdentityContext, origin: OriginBody, tracking?: Tracking): Promise<SessionAnswer> {
  const { db, clock, tokens, settings } = context;
  const actor: Actor = { userId: uuidv7(), sessionId: uuidv7(), role: 'DEMO', realm: 'demo' };
  const now = clock.now();
  const expiresAt = now + DEMO_TOKEN_MS;
  const { cash } = await transaction(db, async (tx) => {
    await insertPerson(tx, { actor, origin: visitOrigin(origin), now, expiresAt });
    // Advertising ids are of the visit, which is forgotten after a while; a demo person stays.
    if (saysSomething({ referral: null, utm: null, ...tracking })) {
      await insertPageView(tx, { userId: actor.userId, origin: visitOrigin(origin, tracking), now });
    }
    await openAccounts(tx, { ownerId: actor.userId, realm: 'demo' });
    return topUpDemo(tx, { ownerId: actor.userId, target: usdt(settings.values['demo.cash']), refId: 'first' });
  });
  return { accessToken: await tokens.issue(actor, { from: now, to: expiresAt }), user: sessionUser(actor, cash) };
}

function sessionUser(actor: Actor, cash: Usdt): SessionAnswer['user'] {
  return {
    id: actor.userId,
    role: actor.role,
    ...moneyPair('totalBalance', cash),
    verifications: { email: false },
  };
}

async function openCore(parts: IdentityParts): Promise<IdentityContext> {
  const { config, db, bus, clock, log, vault, standingOf = null } = parts;
  const tokens = createTokens(await loadTokenKeys(config.dataDir));
  return {
    ...parts,
    countryOf: parts.countryOf ?? (() => null),
    isExcluded: parts.isExcluded ?? (() => Promise.resolve(false)),
    keepExcluded: parts.keepExcluded ?? (() => Promise.resolve()),
    freeOf: parts.freeOf ?? (async (db, userId) => (await balancesOf(db, { ownerId: userId, realm: 'real' })).cash),
    onSignedUp: parts.onSignedUp ?? (() => Promise.resolve()),
    settings: parts.settings ?? STANDARD_SETTINGS,
    tokens,
    sessions: createSessions({ tokens, db, clock, bus, standingOf }),
    hashes: await createPasswordHashes(),
    attempts: createAttemptLimiter({ config, db, clock, vault }),
    background: createBackgroundTasks(log),
  };
}
