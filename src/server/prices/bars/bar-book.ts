import { MINUTE_MS } from '#domain/prices/calendar.ts';
import { gatherBars } from '#domain/prices/bars.ts';
import { BarRing } from './bar-ring.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';

/** What the pair list shows of the last 24 h. `change24h` is a fraction: 0.01 = 1 % up. Prices in price units. */
export interface DayFigures {
  readonly change24h: number | null;
  readonly high24h: number | null;
  readonly low24h: number | null;
  readonly spark: readonly number[];
}

/** Bars of the last 24 h in short. */
export interface Day {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly spark: readonly number[];
}

const SPARK_POINTS = 48;
const SPARK_MS = DAY_MS / SPARK_POINTS;

/** Newest bars of one stream in memory: 2 h of seconds and two days of minutes. */
export class BarBook {
  readonly seconds = new BarRing({ spanMs: 1_000, size: (2 * HOUR_MS) / 1_000 });
  readonly minutes = new BarRing({ spanMs: MINUTE_MS, size: (2 * DAY_MS) / MINUTE_MS });

  add(t: number, price: number): void {
    this.seconds.add(t, price);
    this.minutes.add(t, price);
  }

  /** null: no price in the last 24 h. */
  day(now: number): Day | null {
    const bars = this.minutes.list(now - DAY_MS);
    const first = bars[0];
    if (first === undefined) return null;
    let { high, low } = first;
    for (const bar of bars) {
      if (bar.high > high) high = bar.high;
      if (bar.low < low) low = bar.low;
    }
    const spark = gatherBars(bars, SPARK_MS)
      .slice(-SPARK_POINTS)
      .map((bar) => bar.close);
    return { open: first.open, high, low, spark };
  }
}

/** The figures at a price that came after `day` was gathered: it is always inside high and low, and the line ends at it. */
export function figuresAt(day: Day | null, price: number | null): DayFigures {
  if (day === null) return { change24h: null, high24h: null, low24h: null, spark: [] };
  const at = price ?? day.spark.at(-1) ?? day.open;
  return {
    change24h: day.open === 0 ? null : (at - day.open) / day.open,
    high24h: Math.max(day.high, at),
    low24h: Math.min(day.low, at),
    spark: [...day.spark.slice(0, -1), at],
  };
}
