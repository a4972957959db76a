import { inflateRawSync } from 'node:zlib';
import { decodeTicks } from '#domain/prices/ticks/tick-columns.ts';
import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Queryable } from '#server/db/index.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { publishedBlobs, wrongRanges, type PublishedBlob } from '../store-blobs.ts';
import { lastHour } from '../store-hours.ts';

/** A tick that stands in the root of an hour, and the segment that it stands in. Hashes in hex. */
export interface PublishedTick {
  readonly stream: number;
  readonly seq: number;
  readonly t: number;
  readonly tSource: number;
  readonly price: number;
  /** It stands in a correction that two people approved. */
  readonly isWrong: boolean;
  readonly segment: { readonly firstSeq: number; readonly root: string; readonly fileSha256: string };
}

/** Ticks as they were published, for whoever decides something by them. */
export interface PublishedTicks {
  /** Ticks of a stream taken in from `from` to `until` (ms), in order; `open`: the root of an hour of them is not out. */
  readonly between: (
    db: Queryable,
    of: { readonly stream: string; readonly from: number; readonly until: number },
  ) => Promise<readonly PublishedTick[] | 'open'>;
  /** Can the prices of two ticks of a stream be compared: is there no break between them? `from`, `until`: when they were taken in, ms. */
  readonly areComparable: (
    db: Queryable,
    of: { readonly stream: string; readonly from: number; readonly until: number },
  ) => Promise<boolean>;
}

const hourOf = (at: number) => Math.floor(at / HOUR_MS);

export const publishedTicks: PublishedTicks = {
  between: async (db, { stream, from, until }) => {
    const last = await lastHour(db);
    if (last === null || last.hour < hourOf(until)) return 'open';
    const found: PublishedTick[] = [];
    for (const blob of await publishedBlobs(db, { stream, first: hourOf(from), last: hourOf(until) })) {
      const wrong = await wrongRanges(db, blob.stream);
      for (const [index, { t, tSource, price }] of ticksOf(blob).entries()) {
        if (t < from || t > until) continue;
        const seq = blob.firstSeq + index;
        const segment = {
          firstSeq: blob.firstSeq,
          root: blob.root.toString('hex'),
          fileSha256: blob.fileSha256.toString('hex'),
        };
        const isWrong = wrong.some((range) => seq >= range.from && seq <= range.to);
        found.push({ stream: blob.stream, seq, t, tSource, price, isWrong, segment });
      }
    }
    return found;
  },
  areComparable: async (db, { stream, from, until }) => {
    // An hour at a time, and others get their turn in between.
    for (let hour = hourOf(from); hour <= hourOf(until); hour += 1) {
      for (const blob of await publishedBlobs(db, { stream, first: hour, last: hour }))
        if (ticksOf(blob).some(({ t, flags }) => t > from && t <= until && (flags & TICK_FLAGS.break) !== 0))
          return false;
    }
    return true;
  },
};

/** Throws where what is stored is not what was published. */
function ticksOf({ bytes, fileSha256, stream, firstSeq }: PublishedBlob) {
  if (Buffer.compare(sha256(bytes), fileSha256) !== 0)
    throw new Error(`stored ticks of stream ${stream} from ${firstSeq} do not give the hash of their file`);
  return decodeTicks(inflateRawSync(bytes));
}
