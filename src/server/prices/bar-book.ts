import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/prices/calendar.ts';
import { gatherBars } from '#domain/prices/bars.ts';
import { BarRing } from './bar-ring.ts';

/** What the pair list shows of the last 24 h. `change24h` is a fraction: 0.01 = 1 % up. Prices in price units. */
export interface DayFigures {
  readonly change24h: number | null;
  readonly high24h: number | null;
  readonly low24h: number | null;
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

  figures(now: number): DayFigures {
    const bars = this.minutes.list(now - DAY_MS);
    const first = bars[0];
    const last = bars.at(-1);
    if (first === undefined || last === undefined) return { change24h: null, high24h: null, low24h: null, spark: [] };
    let high = first.high;
    let low = first.low;
    for (const bar of bars) {
      if (bar.high > high) high = bar.high;
      if (bar.low < low) low = bar.low;
    }
    return {
      change24h: first.open === 0 ? null : (last.close - first.open) / first.open,
      high24h: high,
      low24h: low,
      spark: gatherBars(bars, SPARK_MS)
        .slice(-SPARK_POINTS)
        .map((bar) => bar.close),
    };
  }
}
