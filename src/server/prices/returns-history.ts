import type { Pool } from 'pg';
import { priceTime } from '#domain/prices/ticks/tick.ts';
import { SHORT_SECONDS } from '#domain/prices/volatility.ts';
import type { BarStore } from './bars/bar-store.ts';
import { pricesOfBlob } from './ticks/segment.ts';
import { bytesOfSegment, returnsOf, type ReturnsRow } from './store.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';

const DAY_SECONDS = DAY_MS / 1_000;
const HOUR_SECONDS = HOUR_MS / 1_000;

/**
 * Puts the returns of the sealed past into the meters, in the time of the prices, before the ticks of the tail files are added:
 * a restart changes no volatility. Of most segments the stored sum says enough; the others are read tick by tick.
 */
export async function loadReturns(options: {
  readonly db: Pool;
  readonly streams: readonly number[];
  readonly bars: BarStore;
  readonly now: number;
}): Promise<void> {
  const { db, streams, bars, now } = options;
  const rows = await returnsOf(db, streams, now - DAY_MS);
  for (const stream of streams) {
    const meter = bars.meter(stream);
    for (const { row, byTick } of lastDay(rows.filter((one) => one.stream === stream))) {
      if (!byTick && row.priceT !== null) {
        meter.seedRun({ t: row.priceT, squares: row.squares, count: row.count });
        continue;
      }
      for (const tick of pricesOfBlob(await bytesOfSegment(db, row))) meter.add(priceTime(tick), tick.price);
    }
  }
}

/**
 * The newest segments of a stream that hold a day of returns, oldest first. By tick: the newest, for the last five minutes; one that
 * covers more than an hour of prices (a replay faster than the clock), since the day may begin inside it; one of unknown time.
 */
function lastDay(rows: readonly ReturnsRow[]): readonly { readonly row: ReturnsRow; readonly byTick: boolean }[] {
  const taken: { row: ReturnsRow; byTick: boolean }[] = [];
  let newer = 0;
  for (const row of rows.toReversed()) {
    if (newer >= DAY_SECONDS) break;
    taken.push({ row, byTick: newer < SHORT_SECONDS || row.count > HOUR_SECONDS || row.priceT === null });
    newer += row.count;
  }
  return taken.toReversed();
}
