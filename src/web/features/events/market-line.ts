import type { ChancePoint } from '#web/shares/chance/chance-points.ts';

export const SPANS = ['1h', '6h', '1d', '7d', 'all'] as const;
export type Span = (typeof SPANS)[number];

export const SPAN_SEC = { '1h': 3_600, '6h': 21_600, '1d': 86_400, '7d': 604_800 } as const;
/** Points of a line at most: the server answers no more than a thousand. */
const STEPS = 400;
const LONGEST_STEP_SEC = 86_400;

export interface TimeSpan {
  /** ms. */
  readonly from: number;
  readonly to: number;
}

/** The time that is shown: not before the market opened. */
export function spanOf(span: Span, { opensAt, now }: { readonly opensAt: number; readonly now: number }): TimeSpan {
  const from = span === 'all' ? opensAt : now - SPAN_SEC[span] * 1_000;
  return { from: Math.min(Math.max(from, opensAt), now - 60_000), to: now };
}

/** Seconds between two points of it. */
export function stepOf({ from, to }: TimeSpan): number {
  return Math.min(LONGEST_STEP_SEC, Math.max(1, Math.ceil((to - from) / 1_000 / STEPS)));
}

/** From which to which chance the picture goes: tens, at least 0.2 apart. */
export function rangeOf(chances: readonly number[]): { readonly low: number; readonly high: number } {
  if (chances.length === 0) return { low: 0, high: 1 };
  const tens = (value: number, round: (value: number) => number) => round(value * 10) / 10;
  let low = Math.max(0, tens(Math.min(...chances) - 0.02, Math.floor));
  let high = Math.min(1, tens(Math.max(...chances) + 0.02, Math.ceil));
  if (high - low < 0.2) {
    high = Math.min(1, low + 0.2);
    low = Math.max(0, high - 0.2);
  }
  return { low, high };
}

/** The line of a market: a price stands until the next one, the last one until now. In percent of the picture. */
export function lineOf(
  points: readonly ChancePoint[],
  { span, low, high }: { readonly span: TimeSpan; readonly low: number; readonly high: number },
): string {
  const x = (at: number) => (100 * Math.min(1, Math.max(0, (at - span.from) / (span.to - span.from)))).toFixed(2);
  const y = (chance: number) => (100 - (100 * (chance - low)) / (high - low)).toFixed(2);
  return points
    .flatMap(({ at, chance }, index) => {
      const before = points[index - 1];
      const corner = before === undefined ? [] : [`${x(at)},${y(before.chance)}`];
      return [...corner, `${x(at)},${y(chance)}`];
    })
    .join(' ');
}
