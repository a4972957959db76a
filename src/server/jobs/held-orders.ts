import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Actor } from '#domain/identity/actor.ts';
import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import type { TakenOff } from '#domain/trading/orders/order.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import { askEngine } from '#server/engine-client/index.ts';
import type { Queryable } from '#server/db/index.ts';
import { daily } from './daily.ts';
import type { Job } from './ledger-watch.ts';
import { holdersOfOrders } from './store-held.ts';

/** An engine that was away, and orders that were on their way when their owner was held. */
const SWEEP_MS = 15_000;

/**
 * Ends what would go on without its owner, who may trade no more: blocked, closed, excluded, in a time-out. Orders come off the books and
 * scheduled entries give their stake back: at once when that is told on the bus, and by a look now and then whatever was not told.
 * Predictions stay: they settle by their own terms.
 */
export function endHeldOrders(parts: {
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly standingOf: (db: Queryable, userId: string) => Promise<TradingEligibility>;
  readonly everyMs?: number;
}): Job {
  const { db, bus, clock, log, standingOf, everyMs = SWEEP_MS } = parts;
  const endOf = async (userId: string): Promise<void> => {
    const because = heldBy(await standingOf(db, userId), clock.now());
    if (because === null) return;
    const actor: Actor = { userId, sessionId: userId, role: 'USER', realm: 'real' };
    await askEngine(bus.request('exchange.cancel', { actor, which: { marketId: null, because }, idempotency: null }));
    await askEngine(bus.request('trading.unschedule', { actor, which: { all: true, because }, idempotency: null }));
    log.info({ userId }, 'orders and scheduled entries of somebody who may place none are ended');
  };
  const sweep = async (): Promise<void> => {
    for (const userId of await holdersOfOrders(db, clock.now())) await endOf(userId);
  };
  let telling: Promise<void> = Promise.resolve();
  const unsubscribe = bus.subscribe('identity.eligibility-changed', ({ userId }) => {
    telling = Promise.all([
      telling,
      endOf(userId).catch((error: unknown) => log.warn({ err: error, userId }, 'held orders wait for the next look')),
    ]).then(() => undefined);
  });
  const job = daily(sweep, { log, firstMs: everyMs, everyMs });
  return {
    async stop() {
      unsubscribe();
      await Promise.all([job.stop(), telling]);
    },
  };
}

/** Why somebody may trade no more; null: they may. */
function heldBy({ blocked, selfExcluded, pausedUntil }: TradingEligibility, now: number): TakenOff | null {
  if (blocked) return 'shut_out';
  if (selfExcluded) return 'excluded';
  return pausedUntil !== null && pausedUntil > now ? 'time_out' : null;
}
