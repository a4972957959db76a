import { sealHour } from './archive-hour.ts';
import { pruneArchived, type PruneParts } from '../prune.ts';
import { RulesCache } from '../rules-cache.ts';
import { hoursBetween, lastArchived } from '../store-archive.ts';
import { Trees } from '../receipts/trees.ts';
import { HOUR_MS } from '#domain/time.ts';

export interface ArchiveRun extends Omit<PruneParts, 'signal'> {
  /** Where the files go. */
  readonly folder: string;
  /** Where segments of ticks are that the tables hold no more; null: nowhere. */
  readonly ticks: string | null;
  /** Hours that ended at or before this, ms. */
  readonly before: number;
  readonly say: (line: string) => void;
  readonly signal: Pick<AbortSignal, 'throwIfAborted'>;
}

export interface Archived {
  /** Hours that were written, and hours that the tables hold no more. */
  readonly hours: number;
  readonly pruned: number;
  readonly receipts: number;
  readonly incomplete: number;
}

/** Moves the proofs of old hours into files, hour by hour. Begun again after a kill, it goes on where it was. */
export async function archiveProofs(run: ArchiveRun): Promise<Archived> {
  const { db, folder, signal, say } = run;
  const parts = { db, folder, signal, rules: new RulesCache(), trees: new Trees(db, run.ticks) };
  const done = { hours: 0, receipts: 0, incomplete: 0 };
  let last = await lastArchived(db);
  const span = { above: last?.hour ?? -1, below: Math.floor(run.before / HOUR_MS) };
  let pruned = await pruneArchived(run);
  for (const hour of await hoursBetween(db, span)) {
    signal.throwIfAborted();
    const sealed = await sealHour(parts, { hour, last });
    last = await lastArchived(db);
    pruned += await pruneArchived(run);
    done.hours += 1;
    done.receipts += sealed.receipts;
    done.incomplete += sealed.incomplete;
    say(`  ${new Date(hour * HOUR_MS).toISOString().slice(0, 13)}: ${sealed.receipts} receipts`);
  }
  return { ...done, pruned };
}
