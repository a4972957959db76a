/** A data folder that looks back on an hour of prices of all pairs, as the product writes them, and does not take the hour. */
import { join } from 'node:path';
import { HOUR_MS } from '#domain/time.ts';
import { streamName, streamNo, type Pair } from '#domain/prices/pair.ts';
import { seedOf, SimulatedPath } from '#domain/prices/simulated-path.ts';
import { genesisHead } from '#domain/proofs/tick-record.ts';
import { createPool, migrate, startEmbedded } from '#server/db/index.ts';
import { loadPairs } from '#server/prices/index.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { SIMULATED_SOURCE } from '#server/prices/simulated.ts';
import { registerStreams } from '#server/prices/store.ts';
import { TickStream } from '#server/prices/ticks/tick-stream.ts';

const SEED = 7;
/** A made-up price comes this long after the one before, ms (`simulated.ts`). */
const GAP_MS = { least: 250, most: 1_250 } as const;
/** Of one source only its name is read; the rest follows from the tick. */
const QUOTES = [{ src: SIMULATED_SOURCE, price: '', t: 0, id: null }];
const quiet = { info: () => undefined, warn: () => undefined };

/** Begins the database of `dataDir` and writes the hour that ends now into the tail files: the next start seals it. Gives the number of ticks. */
export async function writeHour(dataDir: string): Promise<number> {
  const server = await startEmbedded({ dataDir, log: quiet });
  const db = createPool(server.url, { max: 2 });
  try {
    await migrate(db);
    const now = Date.now();
    const t0 = now - HOUR_MS;
    const rows = loadPairs().map((pair) => {
      const [stream, name] = [streamNo(pair.no, 'simulated'), streamName(pair.id, 'simulated')];
      const genesis = genesisHead(sha256, { stream, t0, name });
      return { pair, row: { stream, name, pair: pair.id, kind: 'simulated', t0, genesis } as const };
    });
    await registerStreams(
      db,
      rows.map(({ row }) => row),
    );
    let count = 0;
    for (const { pair, row } of rows) {
      const stream = new TickStream({ pair, kind: 'simulated', dir: join(dataDir, 'ticks') });
      stream.recover({ lastSeq: 0, headAfter: row.genesis, last: null }, () => undefined);
      count += fill(stream, pair, { from: t0, to: now });
      stream.close();
    }
    return count;
  } finally {
    await db.end();
    await server.stop();
  }
}

/** Appends the ticks of a pair in a span of time (ms), as its made-up feed would have. Gives their number. */
function fill(stream: TickStream, pair: Pair, { from, to }: { readonly from: number; readonly to: number }): number {
  const home = Number(pair.simulated.start);
  const { volatility } = pair.simulated;
  const path = new SimulatedPath({ seed: seedOf(SEED, pair.id), price: home, home, volatility });
  let count = 0;
  for (let t = from; t < to; count += 1) {
    const price = Math.round(path.price * 10 ** pair.scale);
    stream.append({ t, tSource: t, price, flags: 0, sources: 1, mad: 0, quotes: QUOTES, recorded: null });
    const gap = GAP_MS.least + Math.floor(path.uniform() * (GAP_MS.most - GAP_MS.least));
    path.step(gap / 1_000);
    t += gap;
  }
  return count;
}
