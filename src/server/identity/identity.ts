import assert from 'node:assert/strict';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '#domain/identity/actor.ts';
import { DEMO_CASH, DEMO_TOKEN_MS, demoGoesOn } from '#domain/identity/demo.ts';
import { usdt } from '#domain/money.ts';
import { moneyPair, toIso } from '#protocol/codecs.ts';
import type { OriginBody, ProfileWire, SessionAnswer } from '#protocol/identity.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { transaction } from '#server/db/index.ts';
import { balancesOf, openAccounts, topUpDemo } from '#server/ledger/index.ts';
import type { Identity } from './contract.ts';
import { countriesIn } from './country-list.ts';
import { createDemoQuota } from './demo-quota.ts';
import { loadTokenKeys } from './keys.ts';
import { refillDemo } from './refill.ts';
import { createSessions } from './sessions.ts';
import {
  deleteOld,
  endSession,
  findPerson,
  findSession,
  insertPageView,
  insertPerson,
  renewSession,
  type VisitOrigin,
} from './store.ts';
import { createTokens } from './tokens.ts';

/** Page views, and sessions after their end: longer than the 30 days in which a demo session may go on. */
const KEPT_MS = 90 * 86_400_000;

export interface IdentityParts {
  readonly config: Config;
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Opens identity: reads (at the first start makes) the token keys of this installation. */
export async function createIdentity(parts: IdentityParts): Promise<Identity> {
  const { config, db, bus, clock } = parts;
  const tokens = createTokens(await loadTokenKeys(config.dataDir));
  const sessions = createSessions({ tokens, db, clock });
  const quota = createDemoQuota({ clock, mode: config.mode });

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

  const startDemo = async (origin: OriginBody): Promise<SessionAnswer> => {
    const actor: Actor = { userId: uuidv7(), sessionId: uuidv7(), role: 'DEMO', realm: 'demo' };
    const now = clock.now();
    const expiresAt = now + DEMO_TOKEN_MS;
    const { cash } = await transaction(db, async (tx) => {
      await insertPerson(tx, { actor, origin: visitOrigin(origin), now, expiresAt });
      await openAccounts(tx, { ownerId: actor.userId, realm: 'demo' });
      return topUpDemo(tx, { ownerId: actor.userId, target: DEMO_CASH, refId: 'first' });
    });
    return { accessToken: await tokens.issue(actor, { from: now, to: expiresAt }), user: sessionUser(actor, cash) };
  };

  return {
    actorOf: (token) => sessions.actorOf(token),
    demoSession: async ({ bearer, origin, address }) => {
      const same = await goOn(bearer);
      if (same !== null) return { ok: true, created: false, answer: same };
      const retryAfterMs = quota.take(address);
      if (retryAfterMs > 0) return { ok: false, refusal: { code: 'RateLimit', retryAfterMs } };
      return { ok: true, created: true, answer: await startDemo(origin) };
    },
    logout: async (actor) => {
      await endSession(db, actor.sessionId, clock.now());
      sessions.forget(actor.sessionId);
      bus.publish('identity.session-ended', { sessionId: actor.sessionId });
    },
    profile: (actor) => readProfile(db, actor),
    refillDemo: (actor, request) => refillDemo({ db, bus }, actor, request),
    pageView: ({ actor, origin }) =>
      insertPageView(db, { userId: actor?.userId ?? null, origin: visitOrigin(origin), now: clock.now() }),
    forgetOld: () => deleteOld(db, clock.now() - KEPT_MS),
    regions: (language) => ({ regions: [...countriesIn(language)], country: null, loginRegionAccepted: true }),
  };
}

async function readProfile(db: Pool, actor: Actor): Promise<ProfileWire> {
  const [person, balances] = await Promise.all([
    findPerson(db, actor.userId),
    balancesOf(db, { ownerId: actor.userId, realm: actor.realm }),
  ]);
  assert(person !== null, 'a session without its person');
  const nothing = usdt(0n);
  // Practice money is never paid out.
  const withdrawable = actor.realm === 'demo' ? nothing : balances.cash;
  return {
    id: actor.userId,
    email: null,
    role: actor.role,
    ...moneyPair('totalBalance', balances.cash),
    balances: {
      ...moneyPair('cash', balances.cash),
      ...moneyPair('bonus', nothing),
      ...moneyPair('locked', balances.locked),
      ...moneyPair('withdrawable', withdrawable),
    },
    verifications: { email: person.emailConfirmed },
    createdAt: toIso(person.createdAt),
  };
}

function sessionUser(actor: Actor, cash: ReturnType<typeof usdt>): SessionAnswer['user'] {
  return { id: actor.userId, role: actor.role, ...moneyPair('totalBalance', cash) };
}

function visitOrigin(origin: OriginBody): VisitOrigin {
  return { referral: origin.referral ?? null, utm: origin.utm ?? null };
}
