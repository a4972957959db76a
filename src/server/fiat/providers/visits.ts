import { usdt } from '#domain/money.ts';
import type { OrderStands } from '../seat.ts';

/**
 * How an order stands whose page was visited several times, where each visit may have begun one of its own at the provider: those that were
 * paid count, all together, so that a sum that was paid twice is no order's sum and people look; else the first of `all`, the newest.
 * null: there is none.
 */
export function together(all: readonly OrderStands[], paidStatus: string): OrderStands | null {
  const [first, ...more] = all.filter(({ status }) => status === paidStatus);
  if (first === undefined) return all[0] ?? null;
  return more.reduce(
    (sum, one) => ({
      ...sum,
      paidFiat: sum.paidFiat === one.paidFiat ? sum.paidFiat : null,
      paid: sum.paid === null || one.paid === null ? null : sum.paid + one.paid,
      brings: sum.brings === null || one.brings === null ? null : usdt(sum.brings + one.brings),
    }),
    first,
  );
}
