import type { Pool } from 'pg';
import { gatherBars, barOf, type PriceBar } from '#domain/prices/bars.ts';
import { MINUTE_MS } from '#domain/prices/calendar.ts';
import { priceTime, type Tick } from '#domain/prices/ticks/tick.ts';
import { VolatilityMeter } from '#domain/prices/volatility.ts';
import { transaction } from '#server/db/index.ts';
import { barBlob } from '../bars/bar-blob.ts';
import { packFrames } from './segment.ts';
import { insertBars, insertBlob } from '../store.ts';
import { readTail } from './tail-file.ts';
import { tickOf, type Segment, type TickStream } from './tick-stream.ts';

/** An hour is sealed this long after its end, so that late heartbeats of it are in, ms. */
export const SEAL_AFTER_MS = 5_000;

/**
 * Moves finished tail files into the database: ticks as a blob, their bars, sums of returns. The file goes only after COMMIT,
 * and a second time changes nothing. One segment at a time, so that memory stays that of one pair's hour.
 * A stream that fails keeps the others from nothing; the failures are thrown at the end.
 */
export async function sealFinished(
  db: Pool,
  streams: Iterable<TickStream>,
  now: number,
): Promise<{ readonly segments: number; readonly ticks: number; readonly bytes: number }> {
  const done = { segments: 0, ticks: 0, bytes: 0 };
  const failures: unknown[] = [];
  for (const stream of streams) {
    try {
      for (const segment of stream.finishedSegments(now - SEAL_AFTER_MS)) {
        const sealed = await sealSegment(db, stream, segment);
        stream.dropSegment(segment);
        done.segments += 1;
        done.ticks += sealed.ticks;
        done.bytes += sealed.bytes;
      }
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} streams could not be sealed`);
  return done;
}

async function sealSegment(
  db: Pool,
  stream: TickStream,
  segment: Segment,
): Promise<{ readonly ticks: number; readonly bytes: number }> {
  const read = readTail(segment.path);
  const last = read?.frames.at(-1);
  if (read === null || last === undefined) return { ticks: 0, bytes: 0 };
  const packed = await packFrames(read.frames);
  const ticks = read.frames.map(tickOf);
  const returns = sumsOf(ticks);
  const bars = barsOf(ticks);
  const rows = ([1, 60] as const).flatMap(
    (seconds) => barBlob(bars[seconds], { stream: stream.stream, seconds, backfill: false }) ?? [],
  );
  await transaction(db, async (tx) => {
    await insertBlob(tx, {
      stream: stream.stream,
      firstSeq: segment.firstSeq,
      lastSeq: segment.firstSeq + ticks.length - 1,
      hour: segment.hour,
      headBefore: read.header.headBefore,
      headAfter: last.head,
      returnSquares: returns.squares,
      returnCount: returns.count,
      ...packed,
    });
    await insertBars(tx, rows);
  });
  return { ticks: ticks.length, bytes: packed.bytes.length };
}

function barsOf(ticks: readonly Tick[]): Readonly<Record<1 | 60, readonly PriceBar[]>> {
  const seconds = gatherBars(
    ticks.map((tick) => barOf(tick.t, tick.price)),
    1_000,
  );
  return { 1: seconds, 60: gatherBars(seconds, MINUTE_MS) };
}

function sumsOf(ticks: readonly Tick[]): { squares: number; count: number } {
  const meter = new VolatilityMeter();
  for (const tick of ticks) meter.add(priceTime(tick), tick.price);
  return meter.sums();
}
