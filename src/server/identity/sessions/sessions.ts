import type { Pool } from 'pg';
import type { Actor } from '#domain/identity/actor.ts';
import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import { findSession, type SessionRow } from '../store.ts';
import type { Tokens, TokenClaims } from './tokens.ts';

/** How long a session row is believed without asking the database again. What ends or changes it here empties its entry at once. */
const BELIEVED_MS = 1_000;
const CACHE_SIZE = 20_000;

/** What holds a person back in the real realm, read afresh. */
export type StandingOf = (db: Queryable, userId: string) => Promise<TradingEligibility>;

/** What http and live need to turn a token into a caller. */
export interface Sessions {
  /** The caller of a token: good signature, not expired, and a session that has not ended. null otherwise. */
  actorOf(token: string): Promise<Actor | null>;
  /** Claims of a token, expired ones too, without looking at its session. */
  claimsOf(token: string): Promise<TokenClaims | null>;
  forget(sessionId: string): void;
}

interface Known {
  readonly row: SessionRow | null;
  readonly eligibility: TradingEligibility | null;
}

/** Checks tokens against session rows, each through a small cache. */
export function createSessions(parts: {
  readonly tokens: Tokens;
  readonly db: Pool;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly standingOf: StandingOf | null;
}): Sessions {
  const { tokens, db, clock, bus, standingOf } = parts;
  const claims = new Map<string, TokenClaims>();
  const sessions = new Map<
    string,
    { readonly known: Promise<Known>; readonly readAt: number; readonly userId: string }
  >();
  bus.subscribe('identity.session-ended', ({ sessionId }) => void sessions.delete(sessionId));
  bus.subscribe('identity.eligibility-changed', ({ userId }) => {
    for (const [sessionId, entry] of sessions) if (entry.userId === userId) sessions.delete(sessionId);
  });

  const claimsOf = async (token: string): Promise<TokenClaims | null> => {
    const known = claims.get(token);
    if (known !== undefined) return known;
    const read = await tokens.read(token);
    if (read !== null) remember(claims, token, read);
    return read;
  };

  const readSession = async (sessionId: string): Promise<Known> => {
    const row = await findSession(db, sessionId);
    const isHeld = row !== null && row.role !== 'DEMO' && standingOf !== null;
    return { row, eligibility: isHeld ? await standingOf(db, row.userId) : null };
  };

  const sessionOf = ({ actor: { sessionId, userId } }: TokenClaims): Promise<Known> => {
    const now = clock.monotonic();
    const entry = sessions.get(sessionId);
    if (entry !== undefined && now - entry.readAt < BELIEVED_MS) return entry.known;
    const known = readSession(sessionId);
    remember(sessions, sessionId, { known, readAt: now, userId });
    known.catch(() => sessions.delete(sessionId));
    return known;
  };

  return {
    claimsOf,
    actorOf: async (token) => {
      const read = await claimsOf(token);
      const now = clock.now();
      if (read === null || read.expiresAt <= now) return null;
      const { row, eligibility } = await sessionOf(read);
      if (row === null || row.endedAt !== null || row.closed || row.expiresAt <= now) return null;
      if (row.userId !== read.actor.userId || row.role !== read.actor.role) return null;
      const { seenBy } = row;
      return {
        ...read.actor,
        ...(eligibility === null ? {} : { eligibility }),
        ...(seenBy === null ? {} : { seenBy }),
      };
    },
    forget: (sessionId) => void sessions.delete(sessionId),
  };
}

/** A Map keeps insertion order: the oldest entry goes when the cache is full. */
function remember<V>(cache: Map<string, V>, key: string, value: V): void {
  cache.delete(key);
  cache.set(key, value);
  if (cache.size <= CACHE_SIZE) return;
  const oldest = cache.keys().next();
  if (oldest.done !== true) cache.delete(oldest.value);
}
