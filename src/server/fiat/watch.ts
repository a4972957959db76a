import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { JobFault } from '#server/jobs/index.ts';
import type { DeliveryHandler } from '#server/providers/index.ts';
import { endOrder } from './orders.ts';
import type { FiatParts } from './parts.ts';
import { RAMP_SEAT, type RampTypes } from './seat.ts';
import { askProvider } from './settle.ts';
import { overdueOrders, takeToLookAt } from './store-due.ts';
import { findOrder } from './store.ts';

/** A message is looked for this long before its provider is asked without one. */
const QUIET_MS = MINUTE_MS;
/** Bank transfers arrive late, and banks take money back for long. */
const LATE_MS = 120 * DAY_MS;

/** A message is news, not an answer: what counts is what the provider says when it is asked. */
export function fiatDeliveries(parts: FiatParts): DeliveryHandler<RampTypes> {
  return {
    seat: RAMP_SEAT,
    personOf: async (db, reference) => (await findOrder(db, reference))?.userId ?? null,
    handle: async ({ reference, receivedAt }) => {
      const order = await findOrder(parts.db, reference);
      if (order === null) {
        // A message may be here before the order is kept.
        if (parts.clock.now() - receivedAt < MINUTE_MS) throw new JobFault('no such order yet');
        return;
      }
      const end = await askProvider(parts, order);
      if (end === 'failed' || end === 'none') throw new JobFault(end);
    },
  };
}

/** Ends what was not paid in time, and asks for what nobody told of. */
export async function lookAtOrders(parts: FiatParts): Promise<void> {
  const { db, clock, log } = parts;
  const now = clock.now();
  const due = await takeToLookAt(db, { now, quiet: now - QUIET_MS, seldom: now - HOUR_MS, late: now - LATE_MS });
  for (const order of due)
    await askProvider(parts, order).catch((error: unknown) =>
      log.warn({ order: order.id, err: error }, 'an order could not be looked at'),
    );
  for (const { id } of await overdueOrders(db, now)) await endOrder(parts, { id, state: 'EXPIRED', source: 'clock' });
}
