import type { Pool } from 'pg';
import { findLine, readLines, readList } from './archive-files.ts';
import { hourText } from '../publisher.ts';
import { archivedFrom, archivedHourOf } from '../store-archive.ts';
import { predictionsById } from '../store-predictions.ts';

/** The receipt of a prediction as it lies in an archive. `why`: a sentence that says why there is none. */
export async function findInArchive(
  db: Pool,
  folder: string,
  id: string,
): Promise<{ readonly receipt: string } | { readonly why: string }> {
  const prediction = (await predictionsById(db, [id])).get(id);
  if (prediction === undefined) return { why: `There is no prediction ${id}.` };
  const hour = prediction.end === null ? null : await archivedHourOf(db, prediction.end.batch);
  if (hour === null) return { why: 'It is not archived: the product makes its receipt.' };
  const list = await readList(folder, hour);
  const { stream } = prediction;
  const receipt =
    list === null ? null : await findLine(folder, { list: hour.file, files: list.receipts, key: { stream, id } });
  return receipt === null ? { why: `It is archived, and ${hour.file} is not in ${folder}.` } : { receipt };
}

/** Reads every file of an archive against its hash. Gives the number of hours, and faults in words. */
export async function checkArchive(
  db: Pool,
  folder: string,
): Promise<{ readonly hours: number; readonly receipts: number; readonly faults: readonly string[] }> {
  const faults: string[] = [];
  const hours = await archivedFrom(db, 0);
  let receipts = 0;
  for (const hour of hours) {
    receipts += hour.receipts;
    const fault = await faultOf(folder, hour).catch((error: Error) => error.message);
    if (fault !== null) faults.push(`${hourText(hour.hour)}: ${fault}`);
  }
  return { hours: hours.length, receipts, faults };
}

async function faultOf(folder: string, hour: Parameters<typeof readList>[1] & { readonly receipts: number }) {
  const list = await readList(folder, hour);
  if (list === null) return `${hour.file} is missing`;
  let lines = 0;
  for (const file of [...list.receipts, ...list.engine, ...list.records]) {
    const read = await readLines(folder, hour.file, file);
    if (read === null) return `${file.file} is missing`;
    if (read.length !== file.lines) return `${file.file} has ${read.length} lines, not ${file.lines}`;
    if (list.receipts.includes(file)) lines += read.length;
  }
  return lines === hour.receipts ? null : `it has ${lines} receipts, not ${hour.receipts}`;
}
