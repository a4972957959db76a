import type { Pool } from 'pg';
import { HOUR_MS } from '#domain/time.ts';
import { streamName, streamNo, type Pair } from '#domain/prices/pair.ts';
import { hashQuotes } from '#domain/prices/raw-quotes.ts';
import { encodeTickRecord, nextHead } from '#domain/proofs/tick-record.ts';
import { insertBlob, registerStreams } from '#server/prices/store.ts';
import { packFrames } from '#server/prices/ticks/segment.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';

/** A segment that was stored, with the root over its ticks. */
export interface SealedHour {
  readonly stream: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly hour: number;
  readonly root: Uint8Array;
  readonly records: readonly Uint8Array[];
}

/** Stores `count` hours of a pair from hour `first` (since 1970) on, of `ticks` each, with quotes of three venues under each tick. */
export async function sealHours(
  db: Pool,
  pair: Pair,
  { first, count, ticks }: { readonly first: number; readonly count: number; readonly ticks: number },
): Promise<readonly SealedHour[]> {
  const stream = streamNo(pair.no, 'simulated');
  const name = streamName(pair.id, 'simulated');
  // Keys are as old as the oldest stream, and end after two years.
  const t0 = first * HOUR_MS;
  await registerStreams(db, [{ stream, pair: pair.id, kind: 'simulated', name, t0, genesis: new Uint8Array(32) }]);
  const sealed: SealedHour[] = [];
  let head: Uint8Array = new Uint8Array(32);
  let price = 100_000;
  for (let no = 0; no < count; no += 1) {
    const hour = first + no;
    const headBefore = head;
    const frames = [];
    for (let i = 0; i < ticks; i += 1) {
      price += Math.floor(Math.random() * 41) - 20;
      const seq = no * ticks + i + 1;
      const t = hour * HOUR_MS + Math.floor((i * HOUR_MS) / ticks);
      const quotes = ['binance', 'coinbase', 'kraken'].map((src) => ({ src, price: String(price / 100), t, id: null }));
      const fields = { stream, seq, t, tSource: t, price, flags: 0, sources: 3, mad: 0 };
      const record = encodeTickRecord({ ...fields, quotesHash: hashQuotes(sha256, quotes) });
      head = nextHead(sha256, head, record);
      frames.push({ record, head, recorded: null, quotes: JSON.stringify(quotes) });
    }
    const packed = await packFrames(frames);
    const ends = { stream, firstSeq: no * ticks + 1, lastSeq: (no + 1) * ticks, hour };
    await insertBlob(db, { ...ends, headBefore, headAfter: head, returnSquares: 0, returnCount: 0, ...packed });
    sealed.push({ ...ends, root: packed.root, records: frames.map(({ record }) => record) });
  }
  return sealed;
}
