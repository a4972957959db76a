import { inflateRawSync } from 'node:zlib';
import type { Pool } from 'pg';
import { decodeTicks } from '#domain/prices/ticks/tick-columns.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { sealedBetween } from '../store.ts';

/** What an average needs of a tick: neither its record nor its hash is built. */
type OlderTick = Pick<Tick, 'seq' | 't' | 'tSource' | 'price' | 'flags'>;

/** Sealed ticks of a stream from the segment that holds `from` (ms) up to seq `below`, a segment at a time, oldest first. */
export async function* olderTicks(
  db: Pool,
  span: { readonly stream: number; readonly from: number; readonly below: number },
): AsyncGenerator<readonly OlderTick[]> {
  for (const { firstSeq, bytes } of await sealedBetween(db, span)) {
    const ticks = decodeTicks(inflateRawSync(bytes)).map(({ t, tSource, price, flags }, i) => ({
      seq: firstSeq + i,
      t,
      tSource,
      price,
      flags,
    }));
    yield ticks.filter(({ seq }) => seq < span.below);
    // An hour of ticks is some milliseconds: whoever waits goes first.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
