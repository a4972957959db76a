import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { transaction } from '#server/db/index.ts';
import type { EngineRows } from './engine-rows.ts';
import { SHARD } from './prover.ts';
import {
  archivedFrom,
  countAbove,
  dropRecords,
  lastArchived,
  movePruned,
  namedByBatches,
  prunedHour,
  type ArchivedHour,
} from './store-archive.ts';
import { readHead } from './store-batches.ts';
import { hourSpan } from './store-hours.ts';

/** Rows of a transaction, and the rest between two, ms: the engine goes on beside it. */
const PAGE = 1_000;
const REST_MS = 10;

type Stop = Pick<AbortSignal, 'throwIfAborted'>;

export interface PruneParts {
  readonly db: Pool;
  readonly signal: Stop;
  readonly engine: Pick<EngineRows, 'dropTicks' | 'dropFacts'>;
  /** The last batch whose news everybody else has read. */
  readonly toldUpTo: (db: Pool) => Promise<number>;
}

/**
 * Takes out of the tables what the archive holds: ticks of settled predictions, records of batches, news of batches. An hour goes when everything
 * that was placed in it has its receipt in a file, for those need its records. Gives the hours that went; begun again after a kill, it goes on.
 */
export async function pruneArchived(parts: PruneParts): Promise<number> {
  const { db, signal } = parts;
  const sealed = (await lastArchived(db))?.toBatch ?? 0;
  const read = Math.min((await readHead(db, SHARD)).batch, await parts.toldUpTo(db));
  const begun = await prunedHour(db);
  let hours = 0;
  for (const hour of await archivedFrom(db, begun)) {
    signal.throwIfAborted();
    if (hour.hour > begun) {
      if (hour.toBatch > read || !(await isWhole(db, hour, sealed))) break;
      // First of all: from here on its receipts come from the files.
      await movePruned(db, hour.hour);
      hours += 1;
    }
    await pruneHour(parts, hour);
  }
  return hours;
}

/** Everything that was placed in the hour was settled in an hour that is archived. */
async function isWhole(db: Pool, { fromBatch, toBatch }: ArchivedHour, sealed: number): Promise<boolean> {
  const placed = await namedByBatches(db, 'placed', { above: fromBatch, upto: toBatch });
  for (let at = 0; at < placed.length; at += PAGE) {
    if ((await countAbove(db, placed.slice(at, at + PAGE), sealed)) > 0) return false;
  }
  return true;
}

/** The news of the batches last: they name what is to go. */
async function pruneHour(
  { db, engine, signal }: PruneParts,
  { hour, fromBatch, toBatch }: ArchivedHour,
): Promise<void> {
  const span = await hourSpan(db, hour);
  if (span === null) throw new Error(`hour ${hour} has no root`);
  const finished = await namedByBatches(db, 'finished', { above: fromBatch, upto: toBatch });
  const rest = async () => {
    signal.throwIfAborted();
    await pause(REST_MS);
  };
  for (let at = 0; at < finished.length; at += PAGE) {
    await transaction(db, (tx) => engine.dropTicks(tx, finished.slice(at, at + PAGE)));
    await rest();
  }
  while ((await dropRecords(db, span, PAGE)) > 0) await rest();
  for (let above = fromBatch; above < toBatch; above += PAGE) {
    await engine.dropFacts(db, { above, upto: Math.min(above + PAGE, toBatch) });
    await rest();
  }
}
