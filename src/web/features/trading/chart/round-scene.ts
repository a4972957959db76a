import type { BarWire } from '#protocol/trading.ts';
import { logicalAt } from './bars.ts';
import type { RoundMark } from '#web/round-slot.ts';

/** A round in places of the chart: bars from left to right, prices in units of the pair. */
export interface PlacedRound {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** Where both averages begin. */
  readonly startFrom: number;
  readonly endFrom: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly target: number | null;
  /** Newest price of the series. */
  readonly price: number;
  readonly gains: RoundMark['gains'];
  readonly words: RoundMark['words'];
}

/** Where a round stands on these bars; null while there are none. */
export function placeRound(round: RoundMark, bars: readonly BarWire[], stepMs: number): PlacedRound | null {
  const last = bars.at(-1);
  const at = (time: number) => logicalAt(bars, time, stepMs);
  const start = at(round.startMs);
  const end = at(round.endMs);
  const startFrom = at(round.startMs - round.averageMs);
  const endFrom = at(round.endMs - round.averageMs);
  if (last === undefined || start === null || end === null || startFrom === null || endFrom === null) return null;
  const { key, startMs, endMs, target, gains, words } = round;
  return { key, start, end, startFrom, endFrom, startMs, endMs, target, price: last.close, gains, words };
}

/** What the pill counts down to: the start while it is ahead, then the end; `left` is the part of the round that remains. */
export function countOf(
  round: Pick<PlacedRound, 'startMs' | 'endMs'>,
  now: number,
): { readonly toMs: number; readonly left: number } {
  if (now < round.startMs) return { toMs: round.startMs - now, left: 1 };
  const whole = round.endMs - round.startMs;
  return { toMs: Math.max(0, round.endMs - now), left: Math.min(1, Math.max(0, (round.endMs - now) / whole)) };
}

/** Which side of the target the price is on, and by how much. */
export function distanceOf(round: Pick<PlacedRound, 'target' | 'price'>): {
  readonly side: 'above' | 'below' | 'same';
  readonly difference: number;
} | null {
  if (round.target === null) return null;
  const difference = Math.abs(round.price - round.target);
  return { side: round.price > round.target ? 'above' : round.price < round.target ? 'below' : 'same', difference };
}
