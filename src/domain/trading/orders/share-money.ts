import { usdt } from '../../money.ts';
import type { Usdt } from '../../money.ts';

/** 1.00 in the thousandths that prices of shares are counted in. */
export const WHOLE = 1_000;

/** 0.001 x 0.01 share in 10^-6. */
const UNITS_OF_A_LOT = 10n;

/** Basis points x thousandths squared x lots to 10^-6: 10^-4 x 10^-6 x 10^-2 / 10^-6. */
const FEE_SCALE = 1_000_000n;

/** Price (thousandths) x lots (0.01 share), exact in 10^-6. */
export function costOf(price: number, lots: number): Usdt {
  return usdt(BigInt(price) * BigInt(lots) * UNITS_OF_A_LOT);
}

/** What `lots` full sets are worth: 1.00 each, 10^-6. */
export function setsWorth(lots: number): Usdt {
  return costOf(WHOLE, lots);
}

/** Taker fee of one fill: rate x shares x p(1-p), rounded up to 10^-6 (docs/rules/exchange.md#fees, docs/rules/money.md#rounding). The same for either outcome. */
export function feeOf(feeBps: number, price: number, lots: number): Usdt {
  const exact = BigInt(feeBps) * BigInt(price) * BigInt(WHOLE - price) * BigInt(lots);
  return usdt((exact + FEE_SCALE - 1n) / FEE_SCALE);
}

/** The most lots at `price` whose cost and fee fit into `money` (10^-6). */
export function mostLots(money: Usdt, price: number, feeBps: number): number {
  if (money <= 0n) return 0;
  const scaled = BigInt(price) * UNITS_OF_A_LOT * FEE_SCALE + BigInt(feeBps) * BigInt(price) * BigInt(WHOLE - price);
  const most = Number((money * FEE_SCALE) / scaled);
  // The fee is rounded up, so there may be no room for the last lot.
  return most > 0 && costOf(price, most) + feeOf(feeBps, price, most) > money ? most - 1 : most;
}

/** floor(amount x part / whole), the share of `part` lots in what `whole` lots cost. `whole` > 0. */
export function partOf(amount: Usdt, part: number, whole: number): Usdt {
  return part === whole ? amount : usdt((amount * BigInt(part)) / BigInt(whole));
}
