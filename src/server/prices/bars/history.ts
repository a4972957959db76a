import type { Pool } from 'pg';
import { gatherBars, type PriceBar } from '#domain/prices/bars.ts';
import { decodeBars } from './bar-blob.ts';
import type { BarStore } from './bar-store.ts';
import { loadReturns } from '../returns-history.ts';
import { barsBetween } from '../store.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';

const MINUTES_MS = 2 * DAY_MS;
const SECONDS_MS = 2 * HOUR_MS;

/** Puts the stored bars and returns of the last days into memory, before the ticks of the tail files are added. */
export async function loadHistory(options: {
  readonly db: Pool;
  readonly streams: readonly number[];
  readonly bars: BarStore;
  readonly now: number;
}): Promise<void> {
  const { db, streams, bars, now } = options;
  const minutes = await storedBars(db, { streams, seconds: 60, from: now - MINUTES_MS, to: now });
  for (const [stream, list] of minutes) bars.book(stream).minutes.putBefore(list);
  const seconds = await storedBars(db, { streams, seconds: 1, from: now - SECONDS_MS, to: now });
  for (const [stream, list] of seconds) bars.book(stream).seconds.putBefore(list);
  await loadReturns(options);
}

async function storedBars(
  db: Pool,
  span: Parameters<typeof barsBetween>[1],
): Promise<ReadonlyMap<number, readonly PriceBar[]>> {
  const lists = new Map<number, PriceBar[]>();
  for (const row of await barsBetween(db, span)) {
    const list = lists.get(row.stream) ?? [];
    for (const bar of decodeBars(row.bytes)) if (bar.time >= span.from) list.push(bar);
    lists.set(row.stream, list);
  }
  // A made-up past and the first real ticks can share a minute.
  return new Map([...lists].map(([stream, list]) => [stream, gatherBars(list, span.seconds * 1_000)]));
}
