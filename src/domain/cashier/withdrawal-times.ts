/** Withdrawals are meant to be sent in under this, ms. */
export const QUICK_MS = 60_000;

/** What share of `count` withdrawals was quick, 0 to 1; cut, so that it is 1 only where all of them were. null: there are none. */
export function quickShare(quick: number, count: number): number | null {
  return count === 0 ? null : Math.floor((quick * 1_000) / count) / 1_000;
}
