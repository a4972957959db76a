import type { Pool } from 'pg';
import { MerkleTree } from '#domain/proofs/merkle-tree.ts';
import { leafHash } from '#domain/proofs/merkle.ts';
import { recordsOfBlob } from '#server/prices/segment.ts';
import { sha256 } from '#server/prices/sha256.ts';
import { archivedSegment } from './archive.ts';
import { textLeaf } from './publisher.ts';
import { recordLeaves } from './store-batches.ts';
import { blobBytes } from './store-blobs.ts';
import { correctionsBetween } from './store-corrections.ts';
import { eventsOfHour } from './store-events.ts';
import { hourSpan, segmentsOfHour, type HourSpan, type SegmentRow } from './store-hours.ts';

/** Trees held in memory: an hour of ticks is 3 MB at four a second. */
const KEPT = 12;
/** Leaves hashed before others get their turn. */
const SLICE = 1_000;

/** The ticks of a segment with the tree over them. */
export interface SegmentTree {
  readonly records: readonly Uint8Array[];
  readonly tree: MerkleTree;
}

export type ListName = 'ticks' | 'admit' | 'settle' | 'corrections' | 'events';

/** Trees that receipts need again and again, built once; what nobody asked for longest goes first. */
export class Trees {
  readonly #db: Pool;
  readonly #archive: string | null;
  readonly #segments = new Kept<SegmentTree | null>();
  readonly #lists = new Kept<MerkleTree>();

  constructor(db: Pool, archive: string | null) {
    this.#db = db;
    this.#archive = archive;
  }

  /** null: the ticks are kept no longer. Throws when they do not give the published root. */
  segment(row: SegmentRow): Promise<SegmentTree | null> {
    return this.#segments.of(`${row.stream}/${row.firstSeq}`, () => this.#buildSegment(row));
  }

  /** The list of an hour root. */
  list(span: HourSpan, list: ListName): Promise<MerkleTree> {
    return this.#lists.of(`${span.root.hour}/${list}`, async () => {
      const tree = new MerkleTree(sha256, await this.#leavesOf(span, list));
      return tree;
    });
  }

  async #buildSegment(row: SegmentRow): Promise<SegmentTree | null> {
    const bytes = (await blobBytes(this.#db, row.stream, row.firstSeq)) ?? (await archivedSegment(this.#archive, row));
    if (bytes === null) return null;
    const doc = JSON.parse(row.doc) as { readonly scale: number; readonly root: string };
    const records = await recordsOfBlob({ stream: row.stream, firstSeq: row.firstSeq, bytes }, doc.scale);
    const leaves: Uint8Array[] = [];
    for (const [i, record] of records.entries()) {
      leaves.push(leafHash(sha256, record));
      if (i % SLICE === SLICE - 1) await new Promise<void>((resolve) => setImmediate(resolve));
    }
    const tree = new MerkleTree(sha256, leaves);
    if (Buffer.from(tree.root()).toString('hex') !== doc.root) {
      throw new Error(`the stored ticks of stream ${row.stream} from ${row.firstSeq} do not give the published root`);
    }
    return { records, tree };
  }

  async #leavesOf({ root, before }: HourSpan, list: ListName): Promise<readonly Uint8Array[]> {
    if (list === 'ticks') return (await segmentsOfHour(this.#db, root.hour)).map(({ doc }) => textLeaf(doc));
    if (list === 'events') return (await eventsOfHour(this.#db, root.hour)).map(({ doc }) => textLeaf(doc));
    if (list === 'corrections') {
      const made = await correctionsBetween(this.#db, before?.correction ?? 0, root.correction);
      return made.map(({ doc }) => textLeaf(doc));
    }
    const key = list === 'admit' ? 'admitNo' : 'settleNo';
    return recordLeaves(this.#db, { type: `${list}-batch`, after: before?.[key] ?? 0, upto: root[key] });
  }

  /** An hour root with the one before it; null: none. Roots never change. */
  readonly #spans = new Kept<HourSpan | null>();

  async span(hour: number): Promise<HourSpan | null> {
    return this.#spans.of(String(hour), () => hourSpan(this.#db, hour));
  }
}

/** The values asked for last, by key; a failure is not kept. */
class Kept<T> {
  readonly #values = new Map<string, Promise<T>>();

  of(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#values.get(key);
    if (known !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, known);
      return known;
    }
    const made = make();
    this.#values.set(key, made);
    made.catch(() => this.#values.delete(key));
    const oldest = this.#values.keys().next();
    if (this.#values.size > KEPT && oldest.done !== true) this.#values.delete(oldest.value);
    return made;
  }
}
