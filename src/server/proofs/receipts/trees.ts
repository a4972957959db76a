import { Gauge } from 'prom-client';
import type { Pool } from 'pg';
import { MerkleTree } from '#domain/proofs/merkle-tree.ts';
import { leafHash } from '#domain/proofs/merkle.ts';
import { BLOCK, SplitTree, Tops } from '#domain/proofs/split-tree.ts';
import { recordsOfBlob, type BlobRecords } from '#server/prices/ticks/segment.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { archivedSegment } from '../archive.ts';
import { Kept } from '../kept.ts';
import { textLeaf } from '../publisher.ts';
import { leavesOfRecords } from '../store-batches.ts';
import { storedBlob } from '../store-blobs.ts';
import { correctionsBetween } from '../store-corrections.ts';
import { eventsOfHour } from '../store-events.ts';
import { hourSpan, segmentsOfHour, type HourSpan, type SegmentRow } from '../store-hours.ts';

/** Leaves and stored ticks of segments, and leaves of lists, held in memory, bytes: four hours of all pairs, and many of batches at 32 bytes each. */
const KEPT_TICKS = 64_000_000;
const KEPT_LEAVES = 24_000_000;
const KEPT_SPANS = 1_000_000;
const held = new Gauge({
  name: 'tikvo_receipt_trees_bytes',
  help: 'Trees and stored ticks that receipts of published hours are made from, held in memory.',
});
/** Leaves hashed before others get their turn: a few ms. */
const SLICE = 16 * BLOCK;
/** Ticks whose records are made before others get their turn: each hashes its quotes, which takes longest. */
const RECORDS_SLICE = 4 * BLOCK;

/** A segment with the tree over its ticks. Its ticks themselves stay as they are stored: as objects they take ten times the memory. */
export interface SegmentTree {
  /** Reads the ticks: about 15 ms. */
  records(): BlobRecords;
  readonly tree: SplitTree;
  readonly bytes: number;
}

export type ListName = 'ticks' | 'admit' | 'settle' | 'corrections' | 'events';
type ListTree = Pick<MerkleTree, 'path'>;

/** The trees that receipts need: of segments and long lists the upper nodes and what lies below a path, of short lists all. */
export class Trees {
  readonly #db: Pool;
  readonly #archive: string | null;
  #opening: Promise<void> = Promise.resolve();
  readonly #segments = new Kept<SegmentTree | null>(KEPT_TICKS, (one) => one?.bytes ?? 0);
  readonly #lists = new Kept<{ readonly tree: ListTree; readonly bytes: number }>(KEPT_LEAVES, ({ bytes }) => bytes);

  constructor(db: Pool, archive: string | null) {
    this.#db = db;
    this.#archive = archive;
  }

  /** null: the ticks are kept no longer. Throws when they do not give the published root. */
  async segment(row: SegmentRow): Promise<SegmentTree | null> {
    const open = () => this.#inTurn(() => this.#openSegment(row));
    const found = await this.#segments.of(`${row.stream}/${row.firstSeq}`, open);
    this.#tell();
    return found;
  }

  #tell(): void {
    held.set(this.#segments.bytes + this.#lists.bytes);
  }

  /** Opens the segments and lists of an hour that was just published: most receipts are asked for then, and the first would wait for them. */
  async openHour(hour: number): Promise<void> {
    for (const row of await segmentsOfHour(this.#db, hour)) await this.segment(row);
    const span = await this.span(hour);
    if (span === null) return;
    for (const list of ['ticks', 'admit', 'settle'] as const) await this.list(span, list);
  }

  /** Segments are opened one at a time: all at once they would all be late, with the ticks of each in memory. */
  #inTurn<T>(open: () => Promise<T>): Promise<T> {
    const opened = this.#opening.then(open);
    this.#opening = opened.then(
      () => undefined,
      () => undefined,
    );
    return opened;
  }

  /** The list of an hour root. */
  async list(span: HourSpan, list: ListName): Promise<ListTree> {
    const { tree } = await this.#lists.of(`${span.root.hour}/${list}`, () => this.#openList(span, list));
    this.#tell();
    return tree;
  }

  async #openSegment(row: SegmentRow): Promise<SegmentTree | null> {
    const stored = await storedBlob(this.#db, row.stream, row.firstSeq);
    const bytes = stored?.bytes ?? (await archivedSegment(this.#archive, row));
    if (bytes === null) return null;
    const doc = JSON.parse(row.doc) as { readonly scale: number; readonly root: string };
    const records = () => recordsOfBlob({ stream: row.stream, firstSeq: row.firstSeq, bytes }, doc.scale);
    const leaves = await leavesOfTicks(records());
    const count = leaves.length / LEAF_BYTES;
    const leavesOf = slicesOf(leaves);
    const tops = stored?.tops ?? (await topsOf(count, leavesOf));
    const tree = new SplitTree(sha256, { count, tops, leavesOf });
    if (Buffer.from(tree.root()).toString('hex') !== doc.root) {
      throw new Error(`the stored ticks of stream ${row.stream} from ${row.firstSeq} do not give the published root`);
    }
    return { records, tree, bytes: leaves.length + bytes.length + tops.length };
  }

  async #openList(
    { root, before }: HourSpan,
    list: ListName,
  ): Promise<{ readonly tree: ListTree; readonly bytes: number }> {
    if (list === 'admit' || list === 'settle') {
      const key = list === 'admit' ? 'admitNo' : 'settleNo';
      const range = { type: `${list}-batch`, after: before?.[key] ?? 0, upto: root[key] } as const;
      const leaves = await leavesOfRecords(this.#db, range);
      const count = leaves.length / LEAF_BYTES;
      const leavesOf = slicesOf(leaves);
      const tree = new SplitTree(sha256, { count, tops: await topsOf(count, leavesOf), leavesOf });
      return { tree, bytes: leaves.length };
    }
    const leaves = await this.#shortList({ root, before }, list);
    return { tree: new MerkleTree(sha256, leaves), bytes: leaves.length * 2 * LEAF_BYTES };
  }

  async #shortList(
    { root, before }: HourSpan,
    list: 'ticks' | 'events' | 'corrections',
  ): Promise<readonly Uint8Array[]> {
    if (list === 'ticks') return (await segmentsOfHour(this.#db, root.hour)).map(({ doc }) => textLeaf(doc));
    if (list === 'events') return (await eventsOfHour(this.#db, root.hour)).map(({ doc }) => textLeaf(doc));
    const made = await correctionsBetween(this.#db, before?.correction ?? 0, root.correction);
    return made.map(({ doc }) => textLeaf(doc));
  }

  /** An hour root with the one before it; null: none. Roots never change. */
  readonly #spans = new Kept<HourSpan | null>(KEPT_SPANS, (span) => 2 * (span?.root.doc.length ?? 0));

  async span(hour: number): Promise<HourSpan | null> {
    return this.#spans.of(String(hour), () => hourSpan(this.#db, hour));
  }
}

const LEAF_BYTES = 32;

/** Leaves [from, to) of what holds them one after the other. */
function slicesOf(leaves: Uint8Array): (from: number, to: number) => readonly Uint8Array[] {
  return (from, to) =>
    Array.from({ length: to - from }, (_, i) => leaves.subarray((from + i) * LEAF_BYTES, (from + i + 1) * LEAF_BYTES));
}

/** The leaves of ticks one after the other, in slices so that nobody waits for all of them. */
async function leavesOfTicks(records: BlobRecords): Promise<Uint8Array> {
  const leaves = new Uint8Array(records.count * LEAF_BYTES);
  for (let from = 0; from < records.count; from += RECORDS_SLICE) {
    const some = records.slice(from, Math.min(from + RECORDS_SLICE, records.count));
    for (const [i, record] of some.entries()) leaves.set(leafHash(sha256, record), (from + i) * LEAF_BYTES);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return leaves;
}

/** The upper nodes over leaves, in slices so that nobody waits for all of them. */
async function topsOf(
  count: number,
  leavesOf: (from: number, to: number) => readonly Uint8Array[],
): Promise<Uint8Array> {
  const tops = new Tops(sha256);
  for (let from = 0; from < count; from += SLICE) {
    for (const leaf of leavesOf(from, Math.min(from + SLICE, count))) tops.push(leaf);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return tops.bytes();
}
