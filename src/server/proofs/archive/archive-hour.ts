import { join, dirname } from 'node:path';
import { listName, LineFiles, stemOf, writeList } from './archive-files.ts';
import { hourText } from '../publisher.ts';
import { receiptFrom, type ReceiptParts } from '../receipts/receipt.ts';
import {
  engineBatches,
  insertArchived,
  keysOf,
  lastBatchOf,
  namedByBatches,
  type ArchivedHour,
} from '../store-archive.ts';
import { recordRowsBetween } from '../store-batches.ts';
import { hourSpan, type HourSpan } from '../store-hours.ts';
import { predictionsById } from '../store-predictions.ts';

/** Rows that are read at a time. */
const PAGE = 500;

export interface ArchiveParts extends ReceiptParts {
  /** Folder of the archive. */
  readonly folder: string;
  readonly signal: Pick<AbortSignal, 'throwIfAborted'>;
}

/** What an hour of the archive holds. */
export interface Sealed {
  readonly receipts: number;
  /** Receipts that do not prove every tick: those are kept no longer. */
  readonly incomplete: number;
}

/**
 * Writes the files of an hour root and notes that they are there; `last` is the hour archived before it. Begun again after a kill it writes the same
 * files once more: the note is what counts.
 */
export async function sealHour(
  parts: ArchiveParts,
  { hour, last }: { readonly hour: number; readonly last: ArchivedHour | null },
): Promise<Sealed> {
  const { db, folder } = parts;
  const span = await hourSpan(db, hour);
  if (span === null) throw new Error(`hour ${hour} has no root`);
  const above = last?.toBatch ?? 0;
  const upto = Math.max(above, (await lastBatchOf(db, span)) ?? above);
  const { files: receipts, count, incomplete } = await writeReceipts(parts, { hour, above, upto });
  const engine = await writeEngine(parts, { hour, above, upto });
  const records = await writeRecords(parts, span);
  parts.signal.throwIfAborted();
  const sha256 = await writeList(folder, hour, {
    v: 1,
    type: 'archive',
    hour: hourText(hour),
    root: span.root.hash.toString('hex'),
    batches: { above, upto },
    receipts,
    incomplete,
    engine,
    records,
  });
  parts.signal.throwIfAborted();
  await insertArchived(db, { hour, fromBatch: above, toBatch: upto, file: listName(hour), sha256, receipts: count });
  return { receipts: count, incomplete };
}

interface Range {
  readonly hour: number;
  readonly above: number;
  readonly upto: number;
}

function filesOf({ folder }: ArchiveParts, hour: number, kind: Parameters<typeof stemOf>[1]): LineFiles {
  return new LineFiles(join(folder, dirname(listName(hour))), stemOf(hour, kind));
}

/** By stream and time, so that the trees over ticks are built once each. */
async function writeReceipts(parts: ArchiveParts, { hour, above, upto }: Range) {
  const files = filesOf(parts, hour, 'receipts');
  const keys = await keysOf(parts.db, await namedByBatches(parts.db, 'finished', { above, upto }));
  let incomplete = 0;
  for (let at = 0; at < keys.length; at += PAGE) {
    parts.signal.throwIfAborted();
    const page = keys.slice(at, at + PAGE);
    const predictions = await predictionsById(
      parts.db,
      page.map(({ id }) => id),
    );
    for (const key of page) {
      const prediction = predictions.get(key.id);
      if (prediction === undefined) throw new Error(`prediction ${key.id} went away`);
      const receipt = await receiptFrom(parts, prediction);
      if ((receipt['tick_proofs'] as readonly unknown[]).includes(null)) incomplete += 1;
      await files.add(key, JSON.stringify(receipt));
    }
  }
  return { files: await files.finish(), count: keys.length, incomplete };
}

async function writeEngine(parts: ArchiveParts, { hour, above, upto }: Range) {
  const files = filesOf(parts, hour, 'engine');
  for (let at = above; at < upto;) {
    parts.signal.throwIfAborted();
    const rows = await engineBatches(parts.db, { above: at, upto, limit: PAGE });
    for (const row of rows) await files.add({ stream: 0, id: String(row.no) }, JSON.stringify(row));
    at = rows.at(-1)?.no ?? upto;
  }
  return files.finish();
}

async function writeRecords(parts: ArchiveParts, { root, before }: HourSpan) {
  const files = filesOf(parts, root.hour, 'records');
  for (const [type, from, upto] of [
    ['admit-batch', before?.admitNo ?? 0, root.admitNo],
    ['settle-batch', before?.settleNo ?? 0, root.settleNo],
  ] as const) {
    for (let after = from; after < upto;) {
      parts.signal.throwIfAborted();
      const rows = await recordRowsBetween(parts.db, { type, after, upto, limit: PAGE });
      for (const { no, batch, record, sig, leaf, leaves } of rows) {
        const hex = { sig: sig.toString('hex'), leaf: leaf.toString('hex'), leaves: leaves.toString('hex') };
        await files.add({ stream: 0, id: String(no) }, JSON.stringify({ type, no, batch, record, ...hex }));
      }
      after = rows.at(-1)?.no ?? upto;
    }
  }
  return files.finish();
}
