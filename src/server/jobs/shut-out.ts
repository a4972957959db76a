import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import { daily } from './daily.ts';
import type { Job } from './ledger-watch.ts';
import { shutOutSince } from './store-held.ts';

const LOOK_MS = 500;
/** Clocks of processes differ, and a block is seen when its transaction ends, not when it says. */
const LOOK_BACK_MS = 10_000;

/**
 * Staff block people from another process (`npm run admin`), and people close their accounts at another web process, which have
 * no bus to this one: looks for new ones and tells, so that sockets close within a second and orders come off the books.
 */
export function announceShutOut(parts: {
  readonly db: Pool;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly everyMs?: number;
}): Job {
  const { db, bus, clock, log, everyMs = LOOK_MS } = parts;
  const told = new Map<string, number>();
  const look = async (): Promise<void> => {
    const since = clock.now() - LOOK_BACK_MS;
    for (const { userId, at, ended } of await shutOutSince(db, since)) {
      if ((told.get(userId) ?? 0) >= at) continue;
      told.set(userId, at);
      for (const sessionId of ended) bus.publish('identity.session-ended', { sessionId });
      bus.publish('identity.eligibility-changed', { userId });
    }
    for (const [userId, at] of told) if (at <= since) told.delete(userId);
  };
  return daily(look, { log, firstMs: everyMs, everyMs });
}
