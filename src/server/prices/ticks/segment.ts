import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { hashQuotes, loneQuote, type RawQuote } from '#domain/prices/raw-quotes.ts';
import type { StoredTick } from '#domain/prices/ticks/stored-tick.ts';
import { decodeTicks, encodeTicks } from '#domain/prices/ticks/tick-columns.ts';
import { priceTime, type PastTick, type Tick } from '#domain/prices/ticks/tick.ts';
import { leafHash, MerkleStack } from '#domain/proofs/merkle.ts';
import { Tops } from '#domain/proofs/split-tree.ts';
import { encodeTickRecord, nextHead } from '#domain/proofs/tick-record.ts';
import { sha256 } from './sha256.ts';
import type { BlobRow } from '../store.ts';
import type { TailFrame } from './tail-file.ts';
import { tickOf, type PricePoint } from './tick-stream.ts';

const deflate = promisify(deflateRaw);

/** Leaves hashed before others get their turn: about 5 ms. */
const SLICE = 1_000;

/** A tick of a tail file as it is kept. */
export function storedTick(frame: TailFrame): StoredTick {
  const { t, tSource, price, flags, sources, mad, recorded } = tickOf(frame);
  return { t, tSource, price, flags, sources, mad, recorded, said: saidOf(frame.quotes) };
}

function saidOf(text: string): StoredTick['said'] {
  if (text === '') return null;
  return text.startsWith('[') ? (JSON.parse(text) as readonly RawQuote[]) : text;
}

/** What is kept of a finished tail file: the deflated columns, their hash, the root over the records and the upper nodes below it. */
export async function packFrames(
  frames: readonly TailFrame[],
): Promise<Pick<BlobRow, 'bytes' | 'fileSha256' | 'root' | 'tops' | 'lastT' | 'priceT'>> {
  const tree = new MerkleStack(sha256);
  const tops = new Tops(sha256);
  const stored: StoredTick[] = [];
  for (const [i, frame] of frames.entries()) {
    const leaf = leafHash(sha256, frame.record);
    tree.push(leaf);
    tops.push(leaf);
    stored.push(storedTick(frame));
    if (i % SLICE === SLICE - 1) await new Promise<void>((resolve) => setImmediate(resolve));
  }
  const bytes = await deflate(encodeTicks(stored), { level: 9 });
  const last = stored.at(-1);
  return {
    bytes,
    fileSha256: sha256(bytes),
    root: tree.root(),
    tops: tops.bytes(),
    lastT: last?.t ?? 0,
    priceT: last === undefined ? 0 : priceTime(last),
  };
}

/** The ticks of a sealed segment, records and heads rebuilt. Throws when the chain does not end where the row says. */
export function unpackBlob(blob: BlobRow, scale: number): Tick[] {
  let head: Uint8Array = blob.headBefore;
  const ticks = decodeTicks(inflateRawSync(blob.bytes)).map((stored, i) => {
    const tick = rebuild(stored, { stream: blob.stream, seq: blob.firstSeq + i, scale, head });
    head = tick.head;
    return tick;
  });
  if (Buffer.compare(head, blob.headAfter) !== 0)
    throw new Error(`stored ticks of stream ${blob.stream} from ${blob.firstSeq} do not give their head`);
  return ticks;
}

/**
 * The last ticks of a sealed segment, from the first for which `wanted` holds to its end, oldest first: no chain is walked for them.
 * Throws when the stored bytes do not give their hash, or do not end where the row says.
 */
export function endOfBlob(
  blob: BlobRow,
  scale: number,
  wanted: (stored: StoredTick, seq: number) => boolean,
): PastTick[] {
  if (Buffer.compare(sha256(blob.bytes), blob.fileSha256) !== 0)
    throw new Error(`stored ticks of stream ${blob.stream} from ${blob.firstSeq} do not give the hash of their bytes`);
  const all = decodeTicks(inflateRawSync(blob.bytes));
  if (blob.firstSeq + all.length - 1 !== blob.lastSeq)
    throw new Error(`stored ticks of stream ${blob.stream} from ${blob.firstSeq} do not end at ${blob.lastSeq}`);
  const first = blob.firstSeq + all.findLastIndex((stored, i) => !wanted(stored, blob.firstSeq + i)) + 1;
  return all
    .slice(first - blob.firstSeq)
    .map((stored, i) => withRecord(stored, { stream: blob.stream, seq: first + i, scale }));
}

/** Times and prices of a sealed segment, from its stored bytes; nothing is hashed. */
export function pricesOfBlob(bytes: Uint8Array): readonly PricePoint[] {
  return decodeTicks(inflateRawSync(bytes));
}

function rebuild(
  stored: StoredTick,
  at: { readonly stream: number; readonly seq: number; readonly scale: number; readonly head: Uint8Array },
): Tick {
  const tick = withRecord(stored, at);
  return { ...tick, head: nextHead(sha256, at.head, tick.record) };
}

function withRecord(
  stored: StoredTick,
  at: { readonly stream: number; readonly seq: number; readonly scale: number },
): PastTick {
  const { said: _, ...rest } = stored;
  return { ...rest, stream: at.stream, seq: at.seq, record: recordOf(stored, at) };
}

/** The records of a sealed segment, each made when it is asked for: what they hash of their quotes costs more than all the rest. */
export interface BlobRecords {
  readonly count: number;
  /** Records [from, to). */
  slice(from: number, to: number): Uint8Array[];
}

/** Reads a segment's stored bytes. */
export function recordsOfBlob(blob: Pick<BlobRow, 'stream' | 'firstSeq' | 'bytes'>, scale: number): BlobRecords {
  const ticks = decodeTicks(inflateRawSync(blob.bytes));
  return {
    count: ticks.length,
    slice: (from, to) =>
      ticks
        .slice(from, to)
        .map((stored, i) => recordOf(stored, { stream: blob.stream, seq: blob.firstSeq + from + i, scale })),
  };
}

function recordOf(
  stored: StoredTick,
  at: { readonly stream: number; readonly seq: number; readonly scale: number },
): Uint8Array {
  const { said, recorded: _, ...rest } = stored;
  return encodeTickRecord({
    ...rest,
    stream: at.stream,
    seq: at.seq,
    quotesHash: hashQuotes(sha256, quotesOf(said, { ...stored, scale: at.scale })),
  });
}

function quotesOf(said: StoredTick['said'], tick: StoredTick & { readonly scale: number }): readonly RawQuote[] {
  if (said === null) return [];
  return typeof said === 'string' ? [loneQuote(said, tick)] : said;
}
