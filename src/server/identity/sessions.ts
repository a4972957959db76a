import type { Actor } from '#domain/identity/actor.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import { findSession, type SessionRow } from './store.ts';
import type { Tokens, TokenClaims } from './tokens.ts';

/** How long a session row is believed without asking the database again. A logout here empties its entry at once. */
const BELIEVED_MS = 5_000;
const CACHE_SIZE = 20_000;

/** What http and live need to turn a token into a caller. */
export interface Sessions {
  /** The caller of a token: good signature, not expired, and a session that has not ended. null otherwise. */
  actorOf(token: string): Promise<Actor | null>;
  /** Claims of a token, expired ones too, without looking at its session. */
  claimsOf(token: string): Promise<TokenClaims | null>;
  forget(sessionId: string): void;
}

/** Checks tokens against session rows, each through a small cache. */
export function createSessions(parts: { tokens: Tokens; db: Queryable; clock: Clock }): Sessions {
  const { tokens, db, clock } = parts;
  const claims = new Map<string, TokenClaims>();
  const rows = new Map<string, { row: SessionRow | null; readAt: number }>();

  const claimsOf = async (token: string): Promise<TokenClaims | null> => {
    const known = claims.get(token);
    if (known !== undefined) return known;
    const read = await tokens.read(token);
    if (read !== null) remember(claims, token, read);
    return read;
  };

  const rowOf = async (sessionId: string): Promise<SessionRow | null> => {
    const now = clock.monotonic();
    const known = rows.get(sessionId);
    if (known !== undefined && now - known.readAt < BELIEVED_MS) return known.row;
    const row = await findSession(db, sessionId);
    remember(rows, sessionId, { row, readAt: now });
    return row;
  };

  return {
    claimsOf,
    actorOf: async (token) => {
      const read = await claimsOf(token);
      const now = clock.now();
      if (read === null || read.expiresAt <= now) return null;
      const row = await rowOf(read.actor.sessionId);
      if (row === null || row.endedAt !== null || row.expiresAt <= now) return null;
      return row.userId === read.actor.userId && row.role === read.actor.role ? read.actor : null;
    },
    forget: (sessionId) => void rows.delete(sessionId),
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
