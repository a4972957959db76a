import type { Pool } from 'pg';
import type { ProofDocument } from '#domain/proofs/documents.ts';
import { toHex } from '#domain/proofs/hash.ts';
import { MerkleTree } from '#domain/proofs/merkle-tree.ts';
import { decodeTickRecord, type TickFields } from '#domain/proofs/tick-record.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { correctedOf, type Leaf } from './proofs-of.ts';
import { recordOfBatch, type BatchRow } from '../store-batches.ts';
import { correctionOf, correctionOnRuns, type CorrectionText } from '../store-corrections.ts';
import { eventOf } from '../store-events.ts';
import { hourOfRecord, segmentAt, type SegmentRow } from '../store-hours.ts';
import type { ProvenPrediction } from '../store-predictions.ts';
import type { ListName, Trees } from './trees.ts';

export interface ProofBookParts {
  readonly db: Pool;
  readonly trees: Trees;
}

/** A prediction is committed and not proven: the signer is away. It will be. */
export class NotProvenYet extends Error {
  override readonly name = 'NotProvenYet';

  constructor(id: string) {
    super(`prediction ${id} is not proven yet`);
  }
}

/** Gathers segments, hours and paths, each once. */
export class ProofBook {
  readonly segments: ProofDocument[] = [];
  readonly hours: ProofDocument[] = [];
  readonly hourProofs: ProofDocument[] = [];
  readonly #parts: ProofBookParts;
  readonly #rows: SegmentRow[] = [];
  readonly #segmentNo = new Map<string, number>();
  readonly #hourNo = new Map<number, number>();

  constructor(parts: ProofBookParts) {
    this.#parts = parts;
  }

  /** Proof of a tick in its segment; null: not published yet, or its ticks are gone. */
  async tick(stream: number, record: Uint8Array): Promise<ProofDocument | null> {
    const { seq } = fieldsOf(record);
    const row = await this.#segmentAt(stream, seq);
    if (row === null) return null;
    const found = await this.#parts.trees.segment(row);
    if (found === null) return null;
    const index = seq - row.firstSeq;
    return { segment: await this.#segment(row), index, path: hexes(found.tree.path(index)) };
  }

  /** The ticks [first, last] of a stream, in parts by segment, each with its range proof; null where they are not all published. */
  async run(stream: number, first: number, last: number): Promise<readonly ProofDocument[] | null> {
    const { trees } = this.#parts;
    const parts: ProofDocument[] = [];
    for (let seq = first; seq <= last;) {
      const row = await this.#segmentAt(stream, seq);
      const found = row === null ? null : await trees.segment(row);
      if (row === null || found === null) return null;
      const to = Math.min(last, row.lastSeq) + 1 - row.firstSeq;
      const from = seq - row.firstSeq;
      parts.push({
        segment: await this.#segment(row),
        first: from,
        recs: found
          .records()
          .slice(from, to)
          .map((record) => toHex(record)),
        nodes: hexes(found.tree.rangeNodes(from, to)),
      });
      seq = row.lastSeq + 1;
    }
    return parts;
  }

  /** The ticks of a receipt mostly lie in one segment, which is asked for once. */
  async #segmentAt(stream: number, seq: number): Promise<SegmentRow | null> {
    const known = this.#rows.find((row) => row.stream === stream && row.firstSeq <= seq && seq <= row.lastSeq);
    if (known !== undefined) return known;
    const row = await segmentAt(this.#parts.db, stream, seq);
    if (row !== null) this.#rows.push(row);
    return row;
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
    if (row === null) throw new NotProvenYet(id);
    const hour = await hourOfRecord(db, list, row.no);
    const span = hour === null ? null : await trees.span(hour);
    if (hour !== null && span !== null) {
      const before = (list === 'admit' ? span.before?.admitNo : span.before?.settleNo) ?? 0;
      await this.#inHour({ list, item: 0, hour, index: row.no - before - 1 });
    }
    return { salt, ...leafProof(row.leaves, leaf), batch: documentOf(row), sig: row.sig.toString('hex') };
  }

  async correction(prediction: ProvenPrediction, admission: Leaf, settlement: Leaf): Promise<ProofDocument | null> {
    const row = await correctionOf(this.#parts.db, prediction);
    if (row === null) return null;
    const result = correctedOf(prediction, { admission, settlement, at: row.at });
    await this.#correctionInHour(row.no);
    return { ...signedCorrection(row), result: result.doc, ...leafProof(row.leaves, result.leaf) };
  }

  /** The signed correction that holds a price of one of these runs; null: there is none, or it stands in no hour root yet. */
  async correctionOfRuns(
    stream: number,
    runs: readonly { readonly first: number; readonly last: number }[],
  ): Promise<ProofDocument | null> {
    const row = await correctionOnRuns(this.#parts.db, stream, runs);
    return row !== null && (await this.#correctionInHour(row.no)) ? signedCorrection(row) : null;
  }

  /** A document of the events of an hour, with its proof as number `item`; null: no hour root holds it yet. */
  async event(name: string, item: number): Promise<ProofDocument | null> {
    const row = await eventOf(this.#parts.db, name);
    if (row === null) return null;
    await this.#inHour({ list: 'events', item, hour: row.hour, index: row.place });
    return JSON.parse(row.doc) as ProofDocument;
  }

  /** False: no hour root holds it yet. */
  async #correctionInHour(no: number): Promise<boolean> {
    const { db, trees } = this.#parts;
    const hour = await hourOfRecord(db, 'corrections', no);
    const span = hour === null ? null : await trees.span(hour);
    if (hour === null || span === null) return false;
    const index = no - (span.before?.correction ?? 0) - 1;
    await this.#inHour({ list: 'corrections', item: 0, hour, index });
    return true;
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

function signedCorrection({ doc, sig }: CorrectionText): { readonly doc: ProofDocument; readonly sig: string } {
  return { doc: JSON.parse(doc) as ProofDocument, sig: sig.toString('hex') };
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

export function fieldsOf(record: Uint8Array): TickFields {
  const fields = decodeTickRecord(record);
  if (fields === null) throw new Error('a stored tick record is none');
  return fields;
}

function hexes(path: readonly Uint8Array[]): readonly string[] {
  return path.map(toHex);
}
