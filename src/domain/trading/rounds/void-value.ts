/** A fill on the book of a round: price of an UP share in 0.001, lots of 0.01 share. */
export interface PricedFill {
  readonly t: number;
  readonly priceMilli: number;
  readonly lots: number;
}

const SPAN_MS = 60_000;
/** 0.50 where nothing was filled. */
const NO_FILL_MILLI = 500;

/**
 * Void value q of an UP share in 0.001; a DOWN share pays 1000 - q. The volume-weighted price of the round's last 60 s before the
 * fault, rounded half up; trading ends at the cut-off, so a later fault looks at the 60 s before that (docs/rules/exchange.md#void-value).
 */
export function voidValueMilli(fills: Iterable<PricedFill>, ended: { faultAt: number; cutOffAt: number }): number {
  const to = Math.min(ended.faultAt, ended.cutOffAt);
  let lots = 0n;
  let weighted = 0n;
  for (const fill of fills) {
    if (fill.t < to - SPAN_MS || fill.t >= to) continue;
    lots += BigInt(fill.lots);
    weighted += BigInt(fill.priceMilli) * BigInt(fill.lots);
  }
  return lots === 0n ? NO_FILL_MILLI : Number((2n * weighted + lots) / (2n * lots));
}
