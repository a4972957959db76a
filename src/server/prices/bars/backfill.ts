import type { Pool } from 'pg';
import { backfillBars } from '#domain/prices/backfill.ts';
import type { PriceBar } from '#domain/prices/bars.ts';
import { seedOf, SimulatedPath } from '#domain/prices/simulated-path.ts';
import { barBlob } from './bar-blob.ts';
import { HISTORY_MS, type BarStore } from './bar-store.ts';
import type { PairRuntime } from '../pair-runtime.ts';
import { insertBars, streamsWithBars, type BarBlobRow } from '../store.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';

const SECONDS_MS = 2 * HOUR_MS;
/** Of minutes, memory takes the last two days: the rest is asked of the store. */
const MINUTES_IN_MEMORY_MS = 2 * DAY_MS;

/**
 * Gives each new simulated stream a past to look at: bars only, marked, on no chain, settling nothing (docs/rules/feeds.md#simulated-history).
 * A day at a time, so that ticks and predictions get their turn in between. Returns how many bars were made.
 */
export async function backfillHistory(options: {
  readonly db: Pool;
  readonly runtimes: Iterable<PairRuntime>;
  readonly bars: BarStore;
  readonly seed: number;
  readonly stopped: () => boolean;
}): Promise<number> {
  const { db, bars, seed, stopped } = options;
  const simulated = [...options.runtimes].filter((runtime) => runtime.kind === 'simulated');
  const known = await streamsWithBars(
    db,
    simulated.map((runtime) => runtime.stream),
  );
  let made = 0;
  for (const runtime of simulated) {
    if (stopped()) return made;
    if (!known.has(runtime.stream)) made += await backfillPair({ db, runtime, bars, seed, stopped });
  }
  return made;
}

async function backfillPair(options: {
  readonly db: Pool;
  readonly runtime: PairRuntime;
  readonly bars: BarStore;
  readonly seed: number;
  readonly stopped: () => boolean;
}): Promise<number> {
  const { db, runtime, bars, seed } = options;
  const { pair, stream } = runtime;
  const book = bars.book(stream);
  const first = book.seconds.list()[0];
  const home = Number(pair.simulated.start);
  const price = first === undefined ? home : first.open / 10 ** pair.scale;
  const end = first?.time ?? options.bars.now();
  const path = new SimulatedPath({
    seed: seedOf(seed, `${pair.id} before`),
    price,
    home,
    volatility: pair.simulated.volatility,
  });
  const rows: BarBlobRow[] = [];
  const seconds: (readonly PriceBar[])[] = [];
  const minutes: (readonly PriceBar[])[] = [];
  const span = {
    rule: pair.hours,
    scale: pair.scale,
    end,
    secondsFrom: end - SECONDS_MS,
    minutesFrom: end - HISTORY_MS,
  };
  let made = 0;
  for (const piece of backfillBars(path, span)) {
    made += piece.seconds.length + piece.minutes.length;
    seconds.unshift(piece.seconds);
    if ((piece.minutes.at(-1)?.time ?? 0) >= end - MINUTES_IN_MEMORY_MS) minutes.unshift(piece.minutes);
    for (const [width, list] of [[1, piece.seconds] as const, [60, piece.minutes] as const]) {
      const row = barBlob(list, { stream, seconds: width, backfill: true });
      if (row !== null) rows.push(row);
    }
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (options.stopped()) return 0;
  }
  await insertBars(db, rows);
  book.seconds.putBefore(seconds.flat());
  book.minutes.putBefore(minutes.flat());
  return made;
}
