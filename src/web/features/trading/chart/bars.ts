import type { BarWire } from '#protocol/trading.ts';

export const INTERVALS = ['5s', '15s', '1m', '5m', '1h'] as const;
export type Interval = (typeof INTERVALS)[number];
export type ChartKind = 'area' | 'candles';

export interface Grain {
  /** Resolution asked of the server, and the step of a bar in ms. */
  readonly resolution: '1s' | '5s' | '15s' | '1m' | '5m' | '1h';
  readonly stepMs: number;
  /** Bars in view. */
  readonly view: number;
}

const AREA: Readonly<Record<Interval, Grain>> = {
  '5s': { resolution: '1s', stepMs: 1_000, view: 120 },
  '15s': { resolution: '1s', stepMs: 1_000, view: 300 },
  '1m': { resolution: '5s', stepMs: 5_000, view: 240 },
  '5m': { resolution: '15s', stepMs: 15_000, view: 320 },
  '1h': { resolution: '5m', stepMs: 300_000, view: 288 },
};
const CANDLES: Readonly<Record<Interval, Grain>> = {
  '5s': { resolution: '5s', stepMs: 5_000, view: 60 },
  '15s': { resolution: '15s', stepMs: 15_000, view: 60 },
  '1m': { resolution: '1m', stepMs: 60_000, view: 60 },
  '5m': { resolution: '5m', stepMs: 300_000, view: 60 },
  '1h': { resolution: '1h', stepMs: 3_600_000, view: 60 },
};

/** An area is drawn finer than its interval: the line shows how the price went, a candle sums it up. */
export function grainOf(kind: ChartKind, interval: Interval): Grain {
  return (kind === 'area' ? AREA : CANDLES)[interval];
}

/** Quiet times up to this many bars are drawn flat; longer ones (a closed market) are left out. */
const MAX_FLAT_BARS = 600;

/** Bars in time order with one bar per step, so that equal times are equal widths. */
export function fillQuiet(bars: readonly BarWire[], stepMs: number): BarWire[] {
  const filled: BarWire[] = [];
  for (const bar of bars) {
    const last = filled.at(-1);
    if (last !== undefined) {
      if (bar.time <= last.time) continue;
      const missing = Math.round((bar.time - last.time) / stepMs) - 1;
      if (missing <= MAX_FLAT_BARS) {
        for (let k = 1; k <= missing; k += 1) filled.push(flat(last.time + k * stepMs, last.close));
      }
    }
    filled.push(bar);
  }
  return filled;
}

function flat(time: number, price: number): BarWire {
  return { time, open: price, high: price, low: price, close: price };
}

/**
 * Puts a price of time `t` into the bars, in place, and gives the bars that changed (quiet steps before it included).
 * A price older than the last bar changes nothing.
 */
export function addPrice(
  bars: BarWire[],
  tick: { readonly t: number; readonly price: number },
  stepMs: number,
): BarWire[] {
  const time = Math.floor(tick.t / stepMs) * stepMs;
  const last = bars.at(-1);
  if (last !== undefined && time < last.time) return [];
  if (last !== undefined && time === last.time) {
    const grown = {
      time,
      open: last.open,
      high: Math.max(last.high, tick.price),
      low: Math.min(last.low, tick.price),
      close: tick.price,
    };
    bars[bars.length - 1] = grown;
    return [grown];
  }
  const changed = last === undefined ? [] : extendFlat(bars, time - stepMs, stepMs);
  const opened = flat(time, tick.price);
  bars.push(opened);
  return [...changed, opened];
}

/** Bars of a coarser step, oldest first: what finer ones of the same step sum up to. */
export function joined(bars: readonly BarWire[], stepMs: number): BarWire[] {
  const sums: BarWire[] = [];
  for (const bar of bars) {
    const time = Math.floor(bar.time / stepMs) * stepMs;
    const last = sums.at(-1);
    if (last === undefined || last.time !== time) {
      sums.push({ ...bar, time });
      continue;
    }
    const high = Math.max(last.high, bar.high);
    sums[sums.length - 1] = { ...last, high, low: Math.min(last.low, bar.low), close: bar.close };
  }
  return sums;
}

/** Lets the last price stand up to the step of time `t`, in place; gives the bars added. */
export function extendFlat(bars: BarWire[], t: number, stepMs: number): BarWire[] {
  const last = bars.at(-1);
  if (last === undefined) return [];
  const until = Math.floor(t / stepMs) * stepMs;
  const missing = Math.round((until - last.time) / stepMs);
  if (missing <= 0 || missing > MAX_FLAT_BARS) return [];
  const added: BarWire[] = [];
  for (let k = 1; k <= missing; k += 1) added.push(flat(last.time + k * stepMs, last.close));
  bars.push(...added);
  return added;
}

/**
 * Place of a time on the axis of the chart, in bars from the first one; between bars and beyond both ends it goes on evenly.
 * `atMs` inside a bar counts as a share of its step.
 */
export function logicalAt(bars: readonly BarWire[], atMs: number, stepMs: number): number | null {
  const first = bars[0];
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return null;
  if (atMs <= first.time) return (atMs - first.time) / stepMs;
  if (atMs >= last.time) return bars.length - 1 + (atMs - last.time) / stepMs;
  let low = 0;
  let high = bars.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((bars[middle]?.time ?? 0) <= atMs) low = middle;
    else high = middle;
  }
  const from = bars[low]?.time ?? 0;
  return low + Math.min(1, (atMs - from) / stepMs);
}

export interface BarsSummary {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
  readonly high: number;
  readonly low: number;
  readonly trend: 'rising' | 'falling' | 'flat';
}

/** What the bars say in words: for the text beside the chart. null without bars. */
export function summarise(bars: readonly BarWire[]): BarsSummary | null {
  const start = bars[0];
  const end = bars.at(-1);
  if (start === undefined || end === undefined) return null;
  let high = start.high;
  let low = start.low;
  for (const bar of bars) {
    high = Math.max(high, bar.high);
    low = Math.min(low, bar.low);
  }
  const trend = end.close > start.open ? 'rising' : end.close < start.open ? 'falling' : 'flat';
  return { from: start.time, to: end.time, first: start.open, last: end.close, high, low, trend };
}
