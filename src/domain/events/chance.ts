/** Best prices and last fill of YES, thousandths; null where there is none. */
export interface SharePrices {
  readonly bid: number | null;
  readonly ask: number | null;
  readonly last: number | null;
}

/** A wider gap says little of what people think, thousandths. */
const WIDEST = 100;

/**
 * What people think the chance of YES is, thousandths (docs/rules/events.md#chance): the middle of its book where the gap is narrow, else its
 * last fill, else the middle; null: nobody has said anything.
 */
export function chanceOf({ bid, ask, last }: SharePrices): number | null {
  const middle = bid === null || ask === null ? null : (bid + ask) / 2;
  if (middle !== null && ask! - bid! <= WIDEST) return middle;
  return last ?? middle;
}
