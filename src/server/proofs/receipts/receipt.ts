import type { Pool } from 'pg';
import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import type { ProofDocument } from '#domain/proofs/documents.ts';
import { toHex } from '#domain/proofs/hash.ts';
import type { Realm } from '#domain/realm.ts';
import type { BlobRecords } from '#server/prices/ticks/segment.ts';
import { findLine, readList } from '../archive/archive-files.ts';
import { fieldsOf, NotProvenYet, ProofBook } from './proof-book.ts';
import { admissionOf, settlementOf } from './proofs-of.ts';
import type { RulesCache } from '../rules-cache.ts';
import { archivedHourOf, prunedHour } from '../store-archive.ts';
import { newestManifest } from '../keys/store-keys.ts';
import { segmentFrom, type SegmentRow } from '../store-hours.ts';
import { ownPrediction, type ProvenPrediction } from '../store-predictions.ts';
import type { Trees } from './trees.ts';

export interface ReceiptParts {
  readonly db: Pool;
  readonly rules: RulesCache;
  readonly trees: Trees;
}

interface AskedParts extends ReceiptParts {
  /** Folder of the archive; null: there is none. */
  readonly archive: string | null;
  /** Proves what is committed and not proven yet, as far as there is a signer. */
  readonly catchUp: () => Promise<unknown>;
}

/** Whose prediction. */
export interface ReceiptKey {
  readonly userId: string;
  readonly realm: Realm;
  readonly id: string;
}

const FEW = 64;

interface RoledTick {
  readonly role: 'e-1' | 'e' | 'x' | 'x+1' | 's-1' | 's' | 'n-1' | 'n';
  readonly record: Uint8Array;
}

/**
 * A receipt of docs/receipts.md 6 of an own prediction; null: there is none. Every time from the tables, or as it lies in the archive; `elsewhere`: in one
 * that cannot be read from here. Throws NotProvenYet.
 */
export async function receiptOf(parts: AskedParts, key: ReceiptKey): Promise<ProofDocument | 'elsewhere' | null> {
  const found = await ownPrediction(parts.db, key);
  if (found === null) return null;
  const archived = await archivedReceipt(parts, found);
  if (archived !== null) return archived;
  await parts.catchUp();
  // Read again: proving gave the person a salt.
  const prediction = await ownPrediction(parts.db, key);
  if (prediction === null) throw new NotProvenYet(key.id);
  return receiptFrom(parts, prediction);
}

/** null: the tables hold what it takes. */
async function archivedReceipt(
  { db, archive }: AskedParts,
  { id, stream, end }: ProvenPrediction,
): Promise<ProofDocument | 'elsewhere' | null> {
  const hour = end === null ? null : await archivedHourOf(db, end.batch);
  if (hour === null || hour.hour > (await prunedHour(db))) return null;
  const list = archive === null ? null : await readList(archive, hour);
  if (archive === null || list === null) return 'elsewhere';
  const line = await findLine(archive, { list: hour.file, files: list.receipts, key: { stream, id } });
  if (line === null) return 'elsewhere';
  return JSON.parse(line) as ProofDocument;
}

/** The receipt of a prediction by its row. Throws NotProvenYet. */
export async function receiptFrom(parts: ReceiptParts, prediction: ProvenPrediction): Promise<ProofDocument> {
  const { userSalt } = prediction;
  if (userSalt === null) throw new NotProvenYet(prediction.id);
  const rules = await parts.rules.of(parts.db, prediction.rulesHash);
  const scale = await parts.rules.scaleOf(parts.db, prediction);
  const admission = admissionOf(prediction, { userSalt, scale });
  const settlement = prediction.end === null ? null : settlementOf(prediction, admission);
  const book = new ProofBook(parts);
  const ticks = await ticksOf(parts, prediction, rules);
  const tickProofs: (ProofDocument | null)[] = [];
  for (const { record } of ticks) tickProofs.push(await book.tick(prediction.stream, record));
  const manifest = await newestManifest(parts.db);
  if (manifest === null) throw new NotProvenYet(prediction.id);
  const admitProof = await book.batch('admit', prediction, { ...admission, batch: prediction.batch });
  const settleProof =
    settlement === null || prediction.end === null
      ? null
      : await book.batch('settle', prediction, { ...settlement, batch: prediction.end.batch });
  const correction = settlement === null ? null : await book.correction(prediction, admission, settlement);
  return {
    v: 1,
    type: 'receipt',
    id: prediction.id,
    realm: prediction.realm,
    admission: admission.doc,
    admit_proof: admitProof,
    ticks: ticks.map(({ role, record }) => ({ role, rec: toHex(record) })),
    segments: book.segments,
    tick_proofs: tickProofs,
    result: settlement?.doc ?? null,
    settle_proof: settleProof,
    correction,
    hours: book.hours,
    hour_proofs: book.hourProofs,
    rules,
    keys: { doc: manifest.doc, sig: manifest.sig.toString('hex') },
  };
}

/** The ticks that show entry and exit; for a void without one of them those that show why, where they are published. */
async function ticksOf(
  parts: ReceiptParts,
  prediction: ProvenPrediction,
  rules: ProofDocument,
): Promise<readonly RoledTick[]> {
  const { entryRecords, end } = prediction;
  const [first, second] = entryRecords;
  const ticks: RoledTick[] = [];
  if (first !== undefined && second !== undefined)
    ticks.push({ role: 'e-1', record: first }, { role: 'e', record: second });
  else if (first !== undefined) ticks.push({ role: 'e', record: first });
  const ends = end?.records ?? [];
  const roles = end?.outcome === 'SOLD' ? (['s-1', 's'] as const).slice(2 - ends.length) : (['x', 'x+1'] as const);
  ends.forEach((record, i) => {
    const role = roles[i];
    if (role !== undefined) ticks.push({ role, record });
  });
  if (end?.reason === 'NO_ENTRY' || (end?.reason === 'STALE_EXIT' && ends.length === 0))
    ticks.push(...(await faultOf(parts, prediction, rules)));
  return ticks;
}

/** The tick that shows why a prediction is void, and the one before it; none where they are not published. */
async function faultOf(
  parts: ReceiptParts,
  { stream, kAdm, admittedAt, entrySeq, entryRecords, durationMs }: ProvenPrediction,
  rules: ProofDocument,
): Promise<readonly RoledTick[]> {
  const entry = entryRecords.at(-1);
  if (entrySeq !== null && entry !== undefined)
    return firstBehind(parts, { stream, seq: entrySeq, until: fieldsOf(entry).t + durationMs });
  const maxWaitMs = (rules['entry'] as ProofDocument | undefined)?.['maxWaitMs'];
  if (typeof maxWaitMs !== 'number') throw new Error('the rules name no longest wait for an entry');
  return firstBehind(parts, { stream, seq: kAdm, until: admittedAt + maxWaitMs });
}

/** A few at a time: mostly the first ones are enough. */
function* eachRecord(records: BlobRecords, from: number): Generator<Uint8Array> {
  for (let at = from; at < records.count; at += FEW) yield* records.slice(at, Math.min(at + FEW, records.count));
}

/** The first tick above `seq` that came after `until` (ms) or carries break, and the one before it. */
async function firstBehind(
  { db, trees }: ReceiptParts,
  { stream, seq: above, until }: { readonly stream: number; readonly seq: number; readonly until: number },
): Promise<readonly RoledTick[]> {
  let before: Uint8Array | null = null;
  for (let seq = above; seq >= 0;) {
    const row: SegmentRow | null = await segmentFrom(db, stream, seq);
    const found = row === null ? null : await trees.segment(row);
    if (row === null || found === null) return [];
    for (const record of eachRecord(found.records(), Math.max(0, seq - row.firstSeq))) {
      const fields = fieldsOf(record);
      if (fields.seq > above && (fields.t > until || (fields.flags & TICK_FLAGS.break) !== 0)) {
        return before === null
          ? [{ role: 'n', record }]
          : [
              { role: 'n-1', record: before },
              { role: 'n', record },
            ];
      }
      before = record;
    }
    seq = row.lastSeq + 1;
  }
  return [];
}
