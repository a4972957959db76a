import { add, usdt, type Usdt } from '../money.ts';

/** HELD: on its way, and may be recalled. DONE: the payee has it. RECALLED: the payer has it back. */
export type PaymentState = 'HELD' | 'DONE' | 'RECALLED';

/** A payment may be recalled for this long, ms. Not a wait of `WAITS`: it is short already. */
export const RECALL_MS = 30_000;
/** A repeat without an Idempotency-Key within this time is the same payment, ms. */
export const SAME_PAYMENT_MS = 10_000;

/** What one person may pay to others, 10^-6. */
export interface PaymentBounds {
  readonly least: Usdt;
  readonly most: Usdt;
  /** All payments of 24 h together. */
  readonly mostOfDay: Usdt;
  /** Payments in an hour. */
  readonly countOfHour: number;
}

/** The same while an operator has set nothing else (docs/decisions/0182). */
export const PAYMENT_BOUNDS = {
  least: usdt(1_000_000n),
  most: usdt(1_000_000_000n),
  mostOfDay: usdt(2_000_000_000n),
  countOfHour: 10,
} as const satisfies PaymentBounds;

/** What a person has paid lately, without what was recalled. */
export interface PaidLately {
  readonly ofDay: Usdt;
  readonly countOfHour: number;
}

/** How much one payment may be now, 10^-6; 0: none. */
export function mostToPay({ ofDay, countOfHour }: PaidLately, bounds: PaymentBounds): Usdt {
  const { most, mostOfDay } = bounds;
  if (countOfHour >= bounds.countOfHour || ofDay >= mostOfDay) return usdt(0n);
  return add(ofDay, most) <= mostOfDay ? most : usdt(mostOfDay - ofDay);
}
