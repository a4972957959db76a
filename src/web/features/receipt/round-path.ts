import type { RoundEnd, RoundFacts } from '#verify/rounds/round-facts.ts';
import type { PathPoint } from './price-path.ts';

/** One end of a round as a picture: 0 to 100 of its width and height, from the top left. */
export interface EndPath {
  /** Prices as steps: each stands until the next. */
  readonly line: readonly PathPoint[];
  /** Where the window begins and ends. */
  readonly band: { readonly from: number; readonly to: number };
  /** Height of the average; null where a void has none. */
  readonly average: number | null;
}

/** Of the window, shown before and after it. */
const ROOM = 0.12;
/** Of the height, left free above and below. */
const HEADROOM = 0.12;

/** Both ends on one scale of prices, so that the averages can be compared by eye; null where the receipt shows no price. */
export function roundPaths({ start, end }: Pick<RoundFacts, 'start' | 'end'>): Record<'start' | 'end', EndPath> | null {
  const shown = [start, end].map((one) => seenOf(one));
  const prices = [...shown.flat().map(({ price }) => price), ...averagesOf([start, end])];
  if (shown.every((ticks) => ticks.length === 0)) return null;
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const room = (high - low || Math.abs(high) * 0.000_1 || 1) * HEADROOM;
  const height = (price: number) => (100 * (high + room - price)) / (high - low + 2 * room);
  return { start: pathOf(start, height), end: pathOf(end, height) };
}

function averagesOf(ends: readonly RoundEnd[]): readonly number[] {
  return ends.flatMap(({ average }) => (average === null ? [] : [Number(average)]));
}

/** The time that is drawn of an end. */
function spanOf({ from, at }: RoundEnd): { readonly from: number; readonly to: number } {
  const room = (at - from) * ROOM;
  return { from: from - room, to: at + room };
}

/** Prices that stood at some time of the picture. */
function seenOf(end: RoundEnd): readonly { readonly t: number; readonly price: number }[] {
  const { from, to } = spanOf(end);
  return end.ticks
    .filter(({ t }, i) => t <= to && (end.ticks[i + 1]?.t ?? t) >= from)
    .map(({ t, price }) => ({ t: Math.max(t, from), price: Number(price) }));
}

function pathOf(end: RoundEnd, height: (price: number) => number): EndPath {
  const { from, to } = spanOf(end);
  const x = (t: number) => (100 * (t - from)) / (to - from);
  const ticks = seenOf(end);
  const line = ticks.flatMap(({ t, price }, i) => {
    const point = { x: x(t), y: height(price) };
    const before = ticks[i - 1];
    return before === undefined ? [point] : [{ x: point.x, y: height(before.price) }, point];
  });
  const average = end.average === null ? null : height(Number(end.average));
  return { line, band: { from: x(end.from), to: x(end.at) }, average };
}
