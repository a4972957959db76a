import { usdt, type Usdt } from '../money.ts';
import { DAY_MS } from '../time.ts';
import type { PaymentState } from './payments.ts';

/** OPEN: waits for an answer. PAYING: its payment may still be recalled. PAID: whoever asked has it. */
export const REQUEST_STATES = ['OPEN', 'PAYING', 'PAID', 'DECLINED', 'CANCELLED', 'EXPIRED'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** A request may be paid for this long, ms. */
export const REQUEST_MS = 7 * DAY_MS;
/** People who are asked at once, and requests of a person that are open at once. */
export const MOST_ASKED = 20;
export const MOST_OPEN = 50;

/** How a request stands at `now` (ms). A payment that was recalled is none. */
export function requestState(
  of: {
    readonly ended: 'DECLINED' | 'CANCELLED' | null;
    readonly payment: PaymentState | null;
    readonly expiresAt: number;
  },
  now: number,
): RequestState {
  if (of.payment === 'DONE') return 'PAID';
  if (of.payment === 'HELD') return 'PAYING';
  if (of.ended !== null) return of.ended;
  return now < of.expiresAt ? 'OPEN' : 'EXPIRED';
}

const CENT = 10_000n;

/** `total` in `count` parts that add up to it, as equal as whole cents let them be: the first ones have a cent more. 10^-6 */
export function splitEqually(total: Usdt, count: number): readonly Usdt[] {
  const unit = total % CENT === 0n ? CENT : 1n;
  const [units, parts] = [total / unit, BigInt(count)];
  return Array.from({ length: count }, (_, at) =>
    usdt((units / parts + (BigInt(at) < units % parts ? 1n : 0n)) * unit),
  );
}
