import type { CallInput } from '#web/api/calls.ts';
import type { Facts, TickFacts } from '#verify/verify.ts';

/** The prices that decide, and the time around them that is shown. Times in ms. */
export interface Decided {
  readonly start: TickFacts;
  /** null: not ended yet, or ended without a price. */
  readonly end: TickFacts | null;
  readonly from: number;
  readonly to: number;
}

type Resolution = CallInput<'trade.bars'>['query']['resolution'];
const STEPS: readonly (readonly [Resolution, number])[] = [
  ['1s', 1_000],
  ['5s', 5_000],
  ['15s', 15_000],
  ['1m', 60_000],
  ['5m', 300_000],
  ['15m', 900_000],
  ['1h', 3_600_000],
];
/** More points than this are not told apart. */
const MOST_POINTS = 400;
const LEAST_ROOM_MS = 5_000;
/** Of the span between the two prices, shown before and after. */
const ROOM = 0.18;

/** null where there is no start to show: void before its entry. */
export function decidedOf({ ticks, expiresAt }: Pick<Facts, 'ticks' | 'expiresAt'>): Decided | null {
  const of = (role: string) => ticks.find((tick) => tick.role === role) ?? null;
  const start = of('e');
  if (start === null || expiresAt === null) return null;
  const sold = of('s');
  const end = sold ?? of('x');
  const over = sold?.t ?? expiresAt;
  const room = Math.max(LEAST_ROOM_MS, (over - start.t) * ROOM);
  return { start, end, from: Math.floor(start.t - room), to: Math.ceil(over + room) };
}

/** Bars short enough for the span and few enough to be asked for. */
export function stepOf({ from, to }: Pick<Decided, 'from' | 'to'>): {
  readonly resolution: Resolution;
  readonly stepMs: number;
} {
  const [resolution, stepMs] = STEPS.find(([, step]) => (to - from) / step <= MOST_POINTS) ?? STEPS.at(-1)!;
  return { resolution, stepMs };
}

export interface PathPoint {
  /** 0 to 100 of the width and of the height, from the top left. */
  readonly x: number;
  readonly y: number;
}

export interface PricePath {
  readonly line: readonly PathPoint[];
  readonly start: PathPoint;
  readonly end: PathPoint | null;
}

/** The line through the closes of the bars and, exactly, through the two prices of the receipt. */
export function pathOf(
  decided: Decided,
  bars: readonly { readonly time: number; readonly close: number }[],
  stepMs: number,
): PricePath {
  const { start, end, from, to } = decided;
  const marks = [start, ...(end === null ? [] : [end])].map((tick) => ({ t: tick.t, price: Number(tick.price) }));
  const closes = bars
    .map((bar) => ({ t: bar.time + stepMs, price: bar.close }))
    // A bar that ends within a moment of a mark would only draw a step beside it.
    .filter(({ t }) => t >= from && t <= to && marks.every((mark) => Math.abs(mark.t - t) >= stepMs / 2));
  const points = [...closes, ...marks].toSorted((a, b) => a.t - b.t);
  const prices = points.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const room = (high - low || Math.abs(high) * 0.000_1 || 1) * 0.12;
  const at = ({ t, price }: { readonly t: number; readonly price: number }): PathPoint => ({
    x: (100 * (t - from)) / (to - from),
    y: (100 * (high + room - price)) / (high - low + 2 * room),
  });
  return {
    line: points.map(at),
    start: at(marks[0]!),
    end: marks[1] === undefined ? null : at(marks[1]),
  };
}

/** How far two prices of the same digits lie apart, exactly: sign and decimal text. */
export function moveOf(start: string, end: string): { readonly sign: -1 | 0 | 1; readonly size: string } {
  const units = (text: string) => BigInt(text.replace('.', ''));
  const digits = digitsOf(start);
  const move = units(end) - units(start);
  const text = String(move < 0n ? -move : move).padStart(digits + 1, '0');
  return {
    sign: move < 0n ? -1 : move > 0n ? 1 : 0,
    size: digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`,
  };
}

/** Decimals of a price as the receipt writes it. */
export function digitsOf(price: string): number {
  return price.split('.')[1]?.length ?? 0;
}
