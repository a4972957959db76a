import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { WARMING_MS } from '#domain/prices/feed-state.ts';
import { streamName, streamNo, type FeedKind, type Pair } from '#domain/prices/pair.ts';
import { hashQuotes, loneQuote, quotesText, type RawQuote } from '#domain/prices/raw-quotes.ts';
import { TICK_FLAGS, type Tick } from '#domain/prices/ticks/tick.ts';
import { decodeTickRecord, encodeTickRecord, nextHead } from '#domain/proofs/tick-record.ts';
import { crashAt } from '#server/crash-points.ts';
import { sha256 } from './sha256.ts';
import type { TickDraft } from '../source.ts';
import { readTail, removeTail, TailFile, type TailFrame } from './tail-file.ts';
import { HOUR_MS } from '#domain/time.ts';

/** Where a sealed past ends: the chain goes on behind it. */
export interface SealedEnd {
  readonly lastSeq: number;
  readonly headAfter: Uint8Array;
  /** null: nothing was sealed yet, `headAfter` is the genesis. */
  readonly last: Tick | null;
}

/** What bars and volatility need of a tick. */
export type PricePoint = Pick<Tick, 't' | 'price' | 'recorded'>;

/** A finished tail file that waits to be sealed. */
export interface Segment {
  readonly path: string;
  readonly hour: number;
  readonly firstSeq: number;
}

/** What carries a lost range: prices before and after it cannot be compared. */
const LOST_FLAGS = TICK_FLAGS.gap | TICK_FLAGS.resumed | TICK_FLAGS.break;

/** Before a tick with one of these the quorum was lost, or the market closed. */
const BROKEN_FLAGS = LOST_FLAGS | TICK_FLAGS.sessionOpen | TICK_FLAGS.sessionClose;

/**
 * The chain of one (pair, feed kind) and its tail files, one per hour: `<dir>/<hour>-<first seq>.tail`.
 * Append-only; the only writer of its folder.
 */
export class TickStream {
  readonly pair: Pair;
  readonly kind: FeedKind;
  readonly stream: number;
  readonly name: string;
  readonly #dir: string;
  #last: Tick | null = null;
  /** The recovered ticks after the last break, ms. */
  #run: { readonly from: number; readonly to: number } | null = null;
  #seq = 0;
  #head: Uint8Array = new Uint8Array(0);
  #pending = 0;
  #tail: { file: TailFile; segment: Segment } | null = null;
  /** Finished ones first. */
  #segments: Segment[] = [];

  constructor({ pair, kind, dir }: { readonly pair: Pair; readonly kind: FeedKind; readonly dir: string }) {
    this.pair = pair;
    this.kind = kind;
    this.stream = streamNo(pair.no, kind);
    this.name = streamName(pair.id, kind);
    this.#dir = join(dir, String(this.stream));
    mkdirSync(this.#dir, { recursive: true });
  }

  get last(): Tick | null {
    return this.#last;
  }

  get head(): Uint8Array {
    return this.#head;
  }

  /** Time of the last recovered tick if those before it came without a break for as long as a quorum must stand, ms; else null. */
  get stoodUntil(): number | null {
    return this.#run !== null && this.#run.to - this.#run.from >= WARMING_MS ? this.#run.to : null;
  }

  get pendingFlags(): number {
    return this.#pending;
  }

  /**
   * Takes the chain up behind `sealed`: reads the tail files in order, drops torn ends and files that are sealed already.
   * `onPrice` sees each recovered price, oldest first. Before a file that does not join on something is lost: the next tick says so.
   */
  recover(sealed: SealedEnd, onPrice: (point: PricePoint) => void): { readonly unjoined: readonly string[] } {
    this.#seq = sealed.lastSeq;
    this.#head = sealed.headAfter;
    this.#last = sealed.last;
    const unjoined: string[] = [];
    for (const segment of this.#listSegments()) {
      if (!this.#recoverSegment(segment, onPrice)) unjoined.push(segment.path);
    }
    if (unjoined.length > 0) this.#pending |= LOST_FLAGS;
    return { unjoined };
  }

  #listSegments(): Segment[] {
    return readdirSync(this.#dir)
      .flatMap((name) => {
        const match = /^(\d+)-(\d+)\.tail$/.exec(name);
        if (match === null) return [];
        return [{ path: join(this.#dir, name), hour: Number(match[1]), firstSeq: Number(match[2]) }];
      })
      .toSorted((a, b) => a.firstSeq - b.firstSeq);
  }

  #recoverSegment(segment: Segment, onPrice: (point: PricePoint) => void): boolean {
    const read = readTail(segment.path);
    const lastFrame = read?.frames.at(-1);
    if (read === null || lastFrame === undefined) {
      removeTail(segment.path);
      return true;
    }
    const end = segment.firstSeq + read.frames.length - 1;
    if (end <= this.#seq) {
      removeTail(segment.path);
      return true;
    }
    const first = read.frames[0];
    const joins =
      read.header.stream === this.stream &&
      read.header.firstSeq === segment.firstSeq &&
      (segment.firstSeq === this.#seq + 1
        ? sameBytes(read.header.headBefore, this.#head)
        : first !== undefined && ((first.record[1] ?? 0) & TICK_FLAGS.break) !== 0 && segment.firstSeq > this.#seq);
    for (const frame of read.frames) {
      const point = pricePointOf(frame);
      this.#follow(frame, point.t);
      onPrice(point);
    }
    this.#last = tickOf(lastFrame);
    this.#seq = end;
    this.#head = this.#last.head;
    this.#segments.push(segment);
    if (this.#tail !== null) this.#tail.file.close();
    this.#tail = { file: TailFile.resume(segment.path, read.size), segment };
    return joins;
  }

  #follow({ record }: TailFrame, t: number): void {
    const begins = this.#run === null || ((record[1] ?? 0) & BROKEN_FLAGS) !== 0;
    this.#run = { from: begins || this.#run === null ? t : this.#run.from, to: t };
  }

  /**
   * Compares with the highest tick that a committed batch has used. Ahead of us: what lies between is lost, and the chain goes on
   * above it. Returns the lost range, or null.
   */
  reconcile(seen: { readonly seq: number; readonly head: Uint8Array }): { fromSeq: number; toSeq: number } | null {
    const forked = seen.seq === this.#seq && !sameBytes(seen.head, this.#head);
    if (seen.seq < this.#seq || (seen.seq === this.#seq && !forked)) return null;
    this.#run = null;
    const lost = { fromSeq: forked ? seen.seq : this.#seq + 1, toSeq: seen.seq };
    this.#finishTail();
    this.#seq = seen.seq;
    this.#head = Uint8Array.from(seen.head);
    this.#pending |= LOST_FLAGS;
    return lost;
  }

  /** Chains a tick and writes it to the tail file before it returns. Throws when time goes back or the write fails. */
  append(draft: TickDraft): Tick {
    this.#checkOrder(draft);
    const heartbeat = (draft.flags & TICK_FLAGS.heartbeat) !== 0;
    const lone = draft.quotes.length === 1 ? draft.quotes[0] : undefined;
    const quotes: readonly RawQuote[] =
      lone === undefined ? draft.quotes : [loneQuote(lone.src, { ...draft, scale: this.pair.scale })];
    if (heartbeat && quotes.length > 0) throw new Error(`heartbeat with quotes on ${this.name}`);
    const { quotes: _, recorded, ...rest } = draft;
    const flags = draft.flags | this.#pending;
    const fields = { ...rest, flags, stream: this.stream, seq: this.#seq + 1 };
    const record = encodeTickRecord({ ...fields, quotesHash: quotesHashOf(quotes) });
    const head = nextHead(sha256, this.#head, record);
    const tick: Tick = { ...fields, record, head, recorded };
    this.#tailFor(tick).append({ record, head, recorded, quotes: lone?.src ?? (heartbeat ? '' : quotesText(quotes)) });
    crashAt('tick.written');
    this.#seq = tick.seq;
    this.#head = head;
    this.#last = tick;
    this.#pending = 0;
    return tick;
  }

  #checkOrder(draft: TickDraft): void {
    const { t, tSource } = draft;
    if (!Number.isSafeInteger(t) || !Number.isSafeInteger(tSource) || !Number.isSafeInteger(draft.price))
      throw new Error(`tick of ${this.name} is not whole: t ${t}, tSource ${tSource}, price ${draft.price}`);
    if (tSource > t) throw new Error(`tick of ${this.name} is stated after it was taken in: ${tSource} > ${t}`);
    const last = this.#last;
    if (last !== null && (t < last.t || tSource < last.tSource))
      throw new Error(`time goes back on ${this.name}: t ${last.t} -> ${t}, tSource ${last.tSource} -> ${tSource}`);
  }

  #tailFor(tick: Tick): TailFile {
    const hour = Math.floor(tick.t / HOUR_MS);
    if (this.#tail !== null && this.#tail.segment.hour === hour) return this.#tail.file;
    this.#finishTail();
    const segment = { path: join(this.#dir, `${hour}-${tick.seq}.tail`), hour, firstSeq: tick.seq };
    const file = TailFile.create(segment.path, {
      stream: this.stream,
      firstSeq: tick.seq,
      headBefore: this.#head,
    });
    this.#tail = { file, segment };
    this.#segments.push(segment);
    return file;
  }

  #finishTail(): void {
    this.#tail?.file.close();
    this.#tail = null;
  }

  /** True: the open tail file was removed under us. What it held is lost; the chain goes on in a new file, and its first tick says so. */
  restoreTail(): boolean {
    if (this.#tail === null || existsSync(this.#tail.segment.path)) return false;
    this.#finishTail();
    mkdirSync(this.#dir, { recursive: true });
    this.#segments = this.#segments.filter((segment) => existsSync(segment.path));
    this.#pending |= LOST_FLAGS;
    return true;
  }

  /** Finished segments, oldest first; with `closeBefore`, the open one too if its hour ended before that time and it is quiet. */
  finishedSegments(closeBefore: number): readonly Segment[] {
    if (this.#tail !== null && (this.#tail.segment.hour + 1) * HOUR_MS <= closeBefore) this.#finishTail();
    const open = this.#tail?.segment;
    return this.#segments.filter((segment) => segment !== open);
  }

  /** Forgets a segment that is sealed, and removes its file. */
  dropSegment(segment: Segment): void {
    this.#segments = this.#segments.filter((other) => other !== segment);
    removeTail(segment.path);
  }

  /** Ticks above `seq` that are not sealed, oldest first. */
  tailTicks(seq: number): readonly Tick[] {
    return this.#segments.flatMap((segment) => {
      const frames = readTail(segment.path)?.frames ?? [];
      return frames.slice(Math.max(0, seq - segment.firstSeq + 1)).map(tickOf);
    });
  }

  async sync(): Promise<void> {
    await this.#tail?.file.sync();
  }

  close(): void {
    this.#finishTail();
  }
}

const EMPTY_LIST_HASH = hashQuotes(sha256, []);

function quotesHashOf(quotes: readonly RawQuote[]): Uint8Array {
  return quotes.length === 0 ? EMPTY_LIST_HASH : hashQuotes(sha256, quotes);
}

/** Time and price of a frame, without the rest of its record. */
function pricePointOf(frame: TailFrame): PricePoint {
  const view = new DataView(frame.record.buffer, frame.record.byteOffset, frame.record.byteLength);
  // Both below 2^53, so two 32-bit reads are exact and cheaper than a BigInt.
  const micros = view.getUint32(16) * 2 ** 32 + view.getUint32(20);
  const price = view.getInt32(32) * 2 ** 32 + view.getUint32(36);
  return { t: micros / 1_000, price, recorded: frame.recorded };
}

/** The tick of a frame (copied out of the file's buffer) whose checksum was right. Throws on a record that is none. */
export function tickOf(frame: TailFrame): Tick {
  const fields = decodeTickRecord(frame.record);
  if (fields === null) throw new Error('a tail frame with a right checksum holds no tick record');
  const { quotesHash: _, ...rest } = fields;
  return {
    ...rest,
    record: new Uint8Array(frame.record),
    head: new Uint8Array(frame.head),
    recorded: frame.recorded,
  };
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
