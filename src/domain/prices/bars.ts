/** Prices are integers of 10^-scale; `time` is the bar's start in ms. */
export interface PriceBar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** A price is a bar of its own. */
export function barOf(time: number, price: number): PriceBar {
  return { time, open: price, high: price, low: price, close: price };
}

/** `later` follows `earlier` in the same bar. */
export function joinBars(earlier: PriceBar, later: PriceBar): PriceBar {
  return {
    time: earlier.time,
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
  };
}

/** Ascending bars gathered into spans of `spanMs`, aligned to UTC. Bars of one span are joined in order. */
export function gatherBars(bars: Iterable<PriceBar>, spanMs: number): PriceBar[] {
  const gathered: PriceBar[] = [];
  for (const bar of bars) {
    const time = Math.floor(bar.time / spanMs) * spanMs;
    const last = gathered.at(-1);
    if (last !== undefined && last.time === time) gathered[gathered.length - 1] = joinBars(last, bar);
    else gathered.push({ ...bar, time });
  }
  return gathered;
}
