import type { Logger } from 'pino';
import type { Actor } from '#domain/identity/actor.ts';
import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import type { TakenOff } from '#domain/trading/orders/order.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import { askEngine } from '#server/engine-client/index.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Follower } from '#server/facts/index.ts';

/** By then an order that was on its way when its owner was held is on the book, or refused. */
const ON_THE_WAY_MS = 15_000;
const KINDS = ['account.blocked', 'account.closed', 'eligibility.changed'] as const;

/**
 * End what would go on without its owner, who may trade no more: blocked, restricted, closed, with a legal name that is not approved (any more), excluded, in a time-out. Orders come off the books and
 * scheduled entries give their stake back: at once, and once more for what was on its way. An engine that is away makes them wait for it.
 * Predictions stay: they settle by their own terms.
 */
export function heldOrdersFollowers(parts: {
  readonly bus: Pick<Bus, 'request'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info'>;
  readonly standingOf: (db: Queryable, userId: string) => Promise<TradingEligibility>;
}): readonly Follower<(typeof KINDS)[number]>[] {
  const { bus, clock, log, standingOf } = parts;
  const endOf = async (db: Queryable, userId: string): Promise<void> => {
    const because = heldBy(await standingOf(db, userId), clock.now());
    if (because === null) return;
    const actor: Actor = { userId, sessionId: userId, role: 'USER', realm: 'real' };
    await askEngine(bus.request('exchange.cancel', { actor, which: { marketId: null, because }, idempotency: null }));
    await askEngine(bus.request('trading.unschedule', { actor, which: { all: true, because }, idempotency: null }));
    log.info({ userId }, 'orders and scheduled entries of somebody who may place none are ended');
  };
  const follower = {
    kinds: KINDS,
    handle: async (tx: Queryable, facts: readonly { readonly userId: string }[]) => {
      for (const userId of new Set(facts.map((fact) => fact.userId))) await endOf(tx, userId);
    },
  };
  return [
    { ...follower, name: 'held-orders' },
    { ...follower, name: 'held-orders-on-the-way', afterMs: ON_THE_WAY_MS },
  ];
}

/** Why somebody may trade no more; null: they may. */
function heldBy(
  { blocked, restricted, name, selfExcluded, pausedUntil }: TradingEligibility,
  now: number,
): TakenOff | null {
  if (blocked || restricted || name !== 'APPROVED') return 'shut_out';
  if (selfExcluded) return 'excluded';
  return pausedUntil !== null && pausedUntil > now ? 'time_out' : null;
}
