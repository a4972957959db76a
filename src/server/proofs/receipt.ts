import type { Pool } from 'pg';
import { HOUR_MS } from '#domain/prices/calendar.ts';
import { TICK_FLAGS } from '#domain/prices/tick.ts';
import type { ProofDocument } from '#domain/proofs/documents.ts';
import { toHex } from '#domain/proofs/hash.ts';
import { MerkleTree } from '#domain/proofs/merkle-tree.ts';
import { decodeTickRecord, type TickFields } from '#domain/proofs/tick-record.ts';
import type { Realm } from '#domain/realm.ts';
import { sha256 } from '#server/prices/sha256.ts';
import { admissionOf, correctedOf, settlementOf, type Leaf } from './proofs-of.ts';
import type { RulesShelf } from './rules-shelf.ts';
import type { Signer } from './signer.ts';
import { recordOfBatch, type BatchRow } from './store-batches.ts';
import { correctionOf } from './store-corrections.ts';
import { hourOfRecord, segmentAt, type SegmentRow } from './store-hours.ts';
import { ownPrediction, type ProvenPrediction } from './store-predictions.ts';
import type { ListName, Trees } from './trees.ts';

export interface ReceiptParts {
  readonly db: Pool;
  readonly signer: Signer;
  readonly rules: RulesShelf;
  readonly trees: Trees;
  /** Proves what is committed and not proven yet. */
  readonly catchUp: () => Promise<unknown>;
}

/** Whose prediction. */
export interface ReceiptKey {
  readonly userId: string;
  readonly realm: Realm;
  readonly id: string;
}

interface RoledTick {
  readonly role: 'e-1' | 'e' | 'x' | 'x+1' | 's-1' | 's' | 'n-1' | 'n';
  readonly record: Uint8Array;
}

/** A receipt of docs/receipts.md 6 of an own prediction; null: there is none. Every time from the tables. */
export async function receiptOf(parts: ReceiptParts, key: ReceiptKey): Promise<ProofDocument | null> {
  if ((await ownPrediction(parts.db, key)) === null) return null;
  await parts.catchUp();
  // Read again: proving gave the person a salt.
  const prediction = await ownPrediction(parts.db, key);
  const userSalt = prediction?.userSalt ?? null;
  if (prediction === null || userSalt === null) throw new Error(`prediction ${key.id} is not proven`);
  const rules = await parts.rules.of(parts.db, prediction.rulesHash);
  const scale = await parts.rules.scaleOf(parts.db, prediction);
  const admission = admissionOf(prediction, { userSalt, scale });
  const settlement = prediction.end === null ? null : settlementOf(prediction, admission.doc);
  const book = new ProofBook(parts);
  const ticks = await ticksOf(parts, prediction, rules);
  const tickProofs: (ProofDocument | null)[] = [];
  for (const { record } of ticks) tickProofs.push(await book.tick(prediction.stream, record));
  const { signer } = parts;
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
    keys: { doc: signer.manifest.doc, sig: signer.manifest.sig.toString('hex') },
  };
}

/** Gathers segments, hours and paths, each once. */
class ProofBook {
  readonly segments: ProofDocument[] = [];
  readonly hours: ProofDocument[] = [];
  readonly hourProofs: ProofDocument[] = [];
  readonly #parts: ReceiptParts;
  readonly #segmentNo = new Map<string, number>();
  readonly #hourNo = new Map<number, number>();

  constructor(parts: ReceiptParts) {
    this.#parts = parts;
  }

  /** Proof of a tick in its segment; null: not published yet, or its ticks are gone. */
  async tick(stream: number, record: Uint8Array): Promise<ProofDocument | null> {
    const { db, trees } = this.#parts;
    const { seq } = fieldsOf(record);
    const row = await segmentAt(db, stream, seq);
    if (row === null) return null;
    const found = await trees.segment(row);
    if (found === null) return null;
    const index = seq - row.firstSeq;
    return { segment: await this.#segment(row), index, path: hexes(found.tree.path(index)) };
  }

  async #segment(row: SegmentRow): Promise<number> {
    const key = `${row.stream}/${row.firstSeq}`;
    const known = this.#segmentNo.get(key);
    if (known !== undefined) return known;
    const no = this.segments.push(JSON.parse(row.doc) as ProofDocument) - 1;
    this.#segmentNo.set(key, no);
    await this.#inHour({ list: 'ticks', item: no, hour: row.hour, index: row.place });
    return no;
  }

  /** Proof of a leaf in the record of its batch, and of the record in its hour. */
  async batch(
    list: 'admit' | 'settle',
    { shard, salt, id }: ProvenPrediction,
    { leaf, batch }: Leaf & { readonly batch: number },
  ): Promise<ProofDocument> {
    const { db, trees } = this.#parts;
    const row = await recordOfBatch(db, { shard, type: `${list}-batch`, batch });
    if (row === null) throw new Error(`batch ${batch} of prediction ${id} is not proven`);
    const hour = await hourOfRecord(db, list, row.no);
    const span = hour === null ? null : await trees.span(hour);
    if (hour !== null && span !== null) {
      const before = (list === 'admit' ? span.before?.admitNo : span.before?.settleNo) ?? 0;
      await this.#inHour({ list, item: 0, hour, index: row.no - before - 1 });
    }
    return { salt, ...leafProof(row.leaves, leaf), batch: documentOf(row), sig: row.sig.toString('hex') };
  }

  async correction(prediction: ProvenPrediction, admission: Leaf, settlement: Leaf): Promise<ProofDocument | null> {
    const { db, trees } = this.#parts;
    const row = await correctionOf(db, prediction);
    if (row === null) return null;
    const result = correctedOf(prediction, { admission: admission.doc, settlement: settlement.doc, at: row.at });
    const hour = await hourOfRecord(db, 'corrections', row.no);
    const span = hour === null ? null : await trees.span(hour);
    if (hour !== null && span !== null) {
      const index = row.no - (span.before?.correction ?? 0) - 1;
      await this.#inHour({ list: 'corrections', item: 0, hour, index });
    }
    return {
      doc: JSON.parse(row.doc) as ProofDocument,
      sig: row.sig.toString('hex'),
      result: result.doc,
      ...leafProof(row.leaves, result.leaf),
    };
  }

  async #inHour(proof: {
    readonly list: ListName;
    readonly item: number;
    readonly hour: number;
    readonly index: number;
  }): Promise<void> {
    const { trees } = this.#parts;
    const span = await trees.span(proof.hour);
    if (span === null) throw new Error(`hour ${proof.hour} has no root`);
    let no = this.#hourNo.get(proof.hour);
    if (no === undefined) {
      no = this.hours.push({ doc: JSON.parse(span.root.doc) as ProofDocument, sig: span.root.sig.toString('hex') }) - 1;
      this.#hourNo.set(proof.hour, no);
    }
    const tree = await trees.list(span, proof.list);
    const { list, item, index } = proof;
    this.hourProofs.push({ list, item, hour: no, index, path: hexes(tree.path(index)) });
  }
}

function documentOf(row: BatchRow): ProofDocument {
  return JSON.parse(row.record) as ProofDocument;
}

const LEAF = 32;

/** Where a leaf stands among the leaves of its list, with its path. Throws when it is not there: the row was changed since. */
function leafProof(leaves: Buffer, leaf: Uint8Array): { index: number; count: number; path: readonly string[] } {
  const list = Array.from({ length: leaves.length / LEAF }, (_, i) => leaves.subarray(i * LEAF, (i + 1) * LEAF));
  const index = list.findIndex((one) => one.equals(leaf));
  if (index < 0) throw new Error('a prediction does not give the leaf that was proven');
  return { index, count: list.length, path: hexes(new MerkleTree(sha256, list).path(index)) };
}

/** The ticks that show entry and exit; for a void without an entry those that show that there was none, where they are published. */
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
  if (end?.reason === 'NO_ENTRY') ticks.push(...(await missedEntry(parts, prediction, rules)));
  return ticks;
}

/** The first tick that is too late to be the entry, or carries break, and the one before it; none where they are not published. */
async function missedEntry(
  { db, trees }: ReceiptParts,
  { stream, kAdm, admittedAt }: ProvenPrediction,
  rules: ProofDocument,
): Promise<readonly RoledTick[]> {
  const maxWaitMs = (rules['entry'] as ProofDocument | undefined)?.['maxWaitMs'];
  if (typeof maxWaitMs !== 'number') throw new Error('the rules name no longest wait for an entry');
  const latest = admittedAt + maxWaitMs;
  let before: Uint8Array | null = null;
  for (let seq = kAdm; seq >= 0;) {
    const row: SegmentRow | null = await segmentAt(db, stream, Math.max(seq, 1));
    const found = row === null ? null : await trees.segment(row);
    if (row === null || found === null) return [];
    for (const record of found.records.slice(Math.max(seq, 1) - row.firstSeq)) {
      const fields = fieldsOf(record);
      if (fields.seq > kAdm && (fields.t > latest || (fields.flags & TICK_FLAGS.break) !== 0)) {
        return before === null
          ? [{ role: 'n', record }]
          : [
              { role: 'n-1', record: before },
              { role: 'n', record },
            ];
      }
      before = record;
    }
    if (fieldsOf(found.records.at(-1) ?? new Uint8Array()).t > latest + HOUR_MS) return [];
    seq = row.lastSeq + 1;
  }
  return [];
}

function fieldsOf(record: Uint8Array): TickFields {
  const fields = decodeTickRecord(record);
  if (fields === null) throw new Error('a stored tick record is none');
  return fields;
}

function hexes(path: readonly Uint8Array[]): readonly string[] {
  return path.map(toHex);
}
