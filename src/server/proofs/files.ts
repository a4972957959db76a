import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import type { BatchType } from '#domain/proofs/documents.ts';
import { dayText } from './anchors/anchors.ts';
import { readLines, readList } from './archive/archive-files.ts';
import { hourText } from './publisher.ts';
import { eventReceiptOf } from './receipts/event-receipt.ts';
import { roundReceiptOf, type RoundReceiptParts } from './receipts/round-receipt.ts';
import { allAnchors } from './anchors/store-anchors.ts';
import { archivedHour, prunedHour } from './store-archive.ts';
import { recordsBetween } from './store-batches.ts';
import { allManifests, manifestNo, type StoredDocument } from './keys/store-keys.ts';
import { correctionsBetween } from './store-corrections.ts';
import { eventsOfHour } from './store-events.ts';
import { allHours, hourSpan, segmentsOfHour, type HourSpan } from './store-hours.ts';
import { allRules } from './store-predictions.ts';
import { endedEvents } from './store-event-results.ts';
import { endedRounds } from './store-rounds.ts';
import { storedBlob } from './store-blobs.ts';
import { HOUR_MS } from '#domain/time.ts';

const LINES = 2_000;

export interface FilesParts {
  readonly db: Pool;
  /** `<DATA_DIR>/transparency/v1`. */
  readonly folder: string;
}

interface WritingParts extends FilesParts {
  /** Where the records of hours are that the tables hold no more; null: nowhere. */
  readonly archive: string | null;
  readonly log: Pick<Logger, 'warn'>;
}

export function transparencyFolder(dataDir: string): string {
  return join(dataDir, 'transparency', 'v1');
}

/** Writes every file that is missing, from the tables: after a publication, and after a folder was lost. Gives the number of hours written. */
export async function writeFiles(parts: WritingParts): Promise<number> {
  const { db, folder } = parts;
  const manifests = await allManifests(db);
  for (const { doc, sig } of manifests) {
    await writeOnce(join(folder, 'keys', `${Number(doc['no'])}.json`), line(canonicalJson(doc), sig).trimEnd());
  }
  for (const { hash, body } of await allRules(db)) {
    await writeOnce(join(folder, 'rules', `${hash.toString('hex')}.json`), canonicalJson(body));
  }
  const hours = await allHours(db);
  let written = 0;
  for (const hour of hours) {
    if (await isThere(hourFile(folder, hour))) continue;
    if (await writeHour(parts, hour)) written += 1;
    else
      parts.log.warn(
        { hour: hourText(hour) },
        'the lists of an hour are in an archive that is not here: not published',
      );
  }
  for (const { day, doc, sig } of await allAnchors(db)) {
    await writeOnce(join(folder, 'anchors', `${dayText(day)}.json`), line(doc, sig).trimEnd());
  }
  const newest = manifests.at(-1);
  if (newest !== undefined) await writeIndex(parts, { hours, newest });
  return written;
}

async function writeIndex(
  { db, folder }: FilesParts,
  { hours, newest }: { readonly hours: readonly number[]; readonly newest: StoredDocument },
): Promise<void> {
  const [first, last] = [hours[0], hours.at(-1)];
  const span = last === undefined ? null : await hourSpan(db, last);
  const index = {
    v: 1,
    type: 'index',
    root: newest.doc['root'] ?? '',
    keys: manifestNo(newest),
    first_hour: first === undefined ? null : hourText(first),
    last_hour: last === undefined ? null : hourText(last),
    corrections: span?.root.correction ?? 0,
  };
  await replaceFile(join(folder, 'index.json'), canonicalJson(index));
}

/** The lists first, the root last: who sees the root finds what it names. False: its records are out of reach. */
async function writeHour(parts: WritingParts, hour: number): Promise<boolean> {
  const { db, folder } = parts;
  const span = await hourSpan(db, hour);
  if (span === null) throw new Error(`hour ${hour} has no root`);
  const isPruned = hour <= (await prunedHour(db));
  const archived = isPruned ? await archivedRecords(parts, hour) : null;
  if (isPruned && archived === null) return false;
  const lists = hourFile(folder, hour).replace(/\.json$/, '');
  const segments = await segmentsOfHour(db, hour);
  await replaceFile(join(lists, 'ticks.ndjson'), segments.map(({ doc }) => `${doc}\n`).join(''));
  for (const [type, name] of [
    ['admit-batch', 'admit.ndjson'],
    ['settle-batch', 'settle.ndjson'],
  ] as const) {
    const path = join(lists, name);
    if (archived === null) await writeRecords(parts, { span, type, path });
    else await replaceFile(path, archived[type].join(''));
  }
  const corrections = await correctionsBetween(db, span.before?.correction ?? 0, span.root.correction);
  await replaceFile(join(lists, 'corrections.ndjson'), corrections.map((one) => line(one.doc, one.sig)).join(''));
  const events = await eventsOfHour(db, hour);
  await replaceFile(join(lists, 'events.ndjson'), events.map(({ doc }) => `${doc}\n`).join(''));
  for (const { stream, firstSeq } of segments) {
    const bytes = (await storedBlob(db, stream, firstSeq))?.bytes ?? null;
    if (bytes === null) continue;
    const path = join(folder, 'segments', String(stream), `${firstSeq}.ticks`);
    await writeOnce(path, bytes);
    // Old by its ticks, not by when it was written.
    const end = ((hour + 1) * HOUR_MS) / 1_000;
    await utimes(path, end, end);
  }
  await replaceFile(hourFile(folder, hour), line(span.root.doc, span.root.sig).trimEnd());
  return true;
}

/** The signed records of an hour as its lists have them; null: its archive is not here. */
async function archivedRecords(
  { db, archive }: WritingParts,
  hour: number,
): Promise<Readonly<Record<BatchType, readonly string[]>> | null> {
  const row = await archivedHour(db, hour);
  const list = archive === null || row === null ? null : await readList(archive, row);
  if (archive === null || row === null || list === null) return null;
  const found: Record<BatchType, string[]> = { 'admit-batch': [], 'settle-batch': [] };
  for (const file of list.records) {
    const lines = await readLines(archive, row.file, file);
    if (lines === null) return null;
    for (const text of lines) {
      const { type, record, sig } = JSON.parse(text) as { type: BatchType; record: string; sig: string };
      found[type].push(line(record, Buffer.from(sig, 'hex')));
    }
  }
  return found;
}

async function writeRecords(
  { db }: FilesParts,
  list: { readonly span: HourSpan; readonly type: BatchType; readonly path: string },
): Promise<void> {
  const key = list.type === 'admit-batch' ? 'admitNo' : 'settleNo';
  const upto = list.span.root[key];
  await mkdir(dirname(list.path), { recursive: true });
  const out = createWriteStream(`${list.path}.new`);
  for (let after = list.span.before?.[key] ?? 0; after < upto;) {
    const records = await recordsBetween(db, { type: list.type, after, upto, limit: LINES });
    const last = records.at(-1);
    if (last === undefined) break;
    if (!out.write(records.map(({ record, sig }) => line(record, sig)).join(''))) {
      await once(out, 'drain');
    }
    after = last.no;
  }
  out.end();
  await finished(out);
  await rename(`${list.path}.new`, list.path);
}

/** `{"doc":…,"sig":…}` in canonical form, by the document's own text. */
function line(doc: string, sig: Buffer): string {
  return `{"doc":${doc},"sig":"${sig.toString('hex')}"}\n`;
}

function hourFile(folder: string, hour: number): string {
  return join(folder, 'hours', `${hourText(hour).slice(0, 13)}.json`);
}

/** Writes the receipts of rounds that ended at or after `since` (ms) and whose ticks are published. Gives the number written. */
export async function writeRounds(
  { db, folder, ...parts }: FilesParts & RoundReceiptParts,
  since: number,
): Promise<number> {
  let written = 0;
  for (const round of await endedRounds(db, since)) {
    const path = join(folder, 'rounds', `${round.market}.json`);
    if (await isThere(path)) continue;
    const receipt = await roundReceiptOf({ db, ...parts }, round);
    if (receipt === null) continue;
    await replaceFile(path, JSON.stringify(receipt));
    written += 1;
  }
  return written;
}

/** Writes the receipts of events' books that ended at or after `since` (ms) and whose results are published, a receipt for each correction too. Gives the number written. */
export async function writeEventReceipts(
  { db, folder, ...parts }: FilesParts & RoundReceiptParts,
  since: number,
): Promise<number> {
  let written = 0;
  for (const event of await endedEvents(db, since)) {
    // What was given out stays: a correction has a receipt of its own.
    for (let no = 0; no <= event.corrections; no += 1) {
      const path = join(folder, 'events', `${event.market}${no === 0 ? '' : `-${no}`}.json`);
      if (await isThere(path)) continue;
      const receipt = await eventReceiptOf({ db, ...parts }, { ...event, no });
      if (receipt === null) break;
      await replaceFile(path, JSON.stringify(receipt));
      written += 1;
    }
  }
  return written;
}

/** Were the files never written, or taken away? */
export async function areLost(folder: string): Promise<boolean> {
  return !(await isThere(join(folder, 'index.json')));
}

async function writeOnce(path: string, content: string | Buffer): Promise<void> {
  if (!(await isThere(path))) await replaceFile(path, content);
}

/** Whole or not at all. */
async function replaceFile(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
