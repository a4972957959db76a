import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { streamNo } from '#domain/prices/pair.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import { leafHash } from '#domain/proofs/merkle.ts';
import { MerkleTree } from '#domain/proofs/merkle-tree.ts';
import { createPool } from '#server/db/index.ts';
import { recordsOfBlob } from '#server/prices/ticks/segment.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { ProofBook } from '#server/proofs/receipts/proof-book.ts';
import { Trees } from '#server/proofs/receipts/trees.ts';
import { leavesOfRecords } from '#server/proofs/store-batches.ts';
import { storedBlob } from '#server/proofs/store-blobs.ts';
import { insertHour, insertSegments, segmentAt } from '#server/proofs/store-hours.ts';
import { benchDatabase } from './database.ts';
import { compared, percentile, told } from './row.ts';
import type { Row } from './row.ts';
import { sealHours } from './sealed-hours.ts';

const HOURS = 3;
const FIRST_HOUR = 500_000;
/** Of an hour of a pair, and batches of an hour, as a busy day has them. */
const TICKS = 5_000;
const BATCHES = 40_000;
const AT_ONCE = 20;
const RECEIPTS = 1_000;
const NAIVE = 20;

/** What a receipt proves: four ticks of a pair, and a batch of each list. */
interface Wanted {
  readonly stream: number;
  readonly scale: number;
  readonly hour: number;
  readonly records: readonly Uint8Array[];
  readonly batches: readonly [number, number];
}

/** Proofs of predictions of published hours, 20 at once, against trees that are built anew for each; memory over three hours. */
export async function run(): Promise<Row[]> {
  const database = await benchDatabase();
  const db = createPool(database.url, { max: 16 });
  try {
    const kept = await publishedHours(db);
    const trees = new Trees(db, null);
    const opening = performance.now();
    await trees.openHour(FIRST_HOUR);
    const opened = performance.now() - opening;
    const one = await times(RECEIPTS, draws(kept, [0]), (wanted) => proven(db, trees, wanted));
    const afterOne = memory();
    await trees.openHour(FIRST_HOUR + 1);
    await times(RECEIPTS, draws(kept, [0, 1]), (wanted) => proven(db, trees, wanted));
    const afterTwo = memory();
    await trees.openHour(FIRST_HOUR + 2);
    const three = await times(RECEIPTS, draws(kept, [0, 1, 2]), (wanted) => proven(db, trees, wanted));
    const afterThree = memory();
    const naive = await times(NAIVE, draws(kept, [0]), (wanted) => builtAnew(db, wanted));
    const against = (p: number) => ({ ours: percentile(one, p), baseline: percentile(naive, p), unit: 'ms' });
    return [
      told({ name: 'an hour of all pairs opened, once', ours: opened, unit: 'ms', floor: null, better: 'lower' }),
      compared({ name: 'receipts of it, 20 at once: p50', ...against(50), floor: 0.1, better: 'lower' }),
      compared({ name: '  p99', ...against(99), floor: 0.1, better: 'lower' }),
      told({ name: '  p99 over three hours', ours: percentile(three, 99), unit: 'ms', floor: null, better: 'lower' }),
      told({ name: 'memory after an hour of receipts', ours: afterOne, unit: 'MB', floor: null, better: 'lower' }),
      told({ name: '  after two hours', ours: afterTwo, unit: 'MB', floor: null, better: 'lower' }),
      compared({
        name: '  after three, against one',
        ours: afterThree,
        baseline: afterOne,
        unit: 'MB',
        floor: 1.5,
        better: 'lower',
      }),
    ];
  } finally {
    await db.end();
    await database.drop();
  }
}

const memory = (): number => process.memoryUsage().rss / 1e6;

const any = (below: number): number => Math.floor(Math.random() * below);

/** Predictions of any pair in some of the hours. */
function draws(kept: readonly (readonly Uint8Array[][])[], hours: readonly number[]): () => Wanted {
  return () => {
    const no = any(PAIRS.length);
    const pair = PAIRS[no]!;
    const hour = hours[any(hours.length)]!;
    const entry = any(TICKS - 200);
    const records = [entry, entry + 1, entry + 120, entry + 121].map((at) => kept[no]![hour]![at]!);
    const stream = streamNo(pair.no, 'simulated');
    return { stream, scale: pair.scale, hour, records, batches: [any(BATCHES), any(BATCHES)] };
  };
}

/** How long each of `count` took, so many at once, ms. */
async function times(count: number, draw: () => Wanted, make: (wanted: Wanted) => Promise<void>): Promise<number[]> {
  const took: number[] = [];
  const runner = async () => {
    for (let done = 0; done < count / AT_ONCE; done += 1) {
      const from = performance.now();
      await make(draw());
      took.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runner));
  return took;
}

async function proven(db: Pool, trees: Trees, { stream, hour, records, batches }: Wanted): Promise<void> {
  const book = new ProofBook({ db, trees });
  for (const record of records) await book.tick(stream, record);
  const span = (await trees.span(FIRST_HOUR + hour))!;
  for (const [i, list] of (['admit', 'settle'] as const).entries()) (await trees.list(span, list)).path(batches[i]!);
}

/** Every tree of the hour that the prediction needs, from the tables, with nothing kept. */
async function builtAnew(db: Pool, { stream, scale, hour, records, batches }: Wanted): Promise<void> {
  const row = (await segmentAt(db, stream, hour * TICKS + 1))!;
  const { bytes } = (await storedBlob(db, stream, row.firstSeq))!;
  const all = recordsOfBlob({ stream, firstSeq: row.firstSeq, bytes }, scale);
  const leaves = all.slice(0, all.count).map((record) => leafHash(sha256, record));
  const tree = new MerkleTree(sha256, leaves);
  for (const record of records)
    tree.path(leaves.findIndex((leaf) => Buffer.compare(leaf, leafHash(sha256, record)) === 0));
  for (const [i, list] of (['admit', 'settle'] as const).entries()) {
    const range = { type: `${list}-batch`, after: hour * BATCHES, upto: (hour + 1) * BATCHES } as const;
    const stored = await leavesOfRecords(db, range);
    const each = Array.from({ length: BATCHES }, (_, no) => stored.subarray(no * 32, (no + 1) * 32));
    new MerkleTree(sha256, each).path(batches[i]!);
  }
}

/** Stores hours of all pairs with their roots; gives the records, by pair and hour. */
async function publishedHours(db: Pool): Promise<Uint8Array[][][]> {
  const kept: Uint8Array[][][] = [];
  for (const [place, pair] of PAIRS.entries()) {
    const hours = await sealHours(db, pair, { first: FIRST_HOUR, count: HOURS, ticks: TICKS });
    for (const { stream, firstSeq, lastSeq, hour, root } of hours) {
      const doc = JSON.stringify({ scale: pair.scale, root: Buffer.from(root).toString('hex') });
      await insertSegments(db, [{ stream, firstSeq, lastSeq, hour, place, doc }]);
    }
    kept.push(hours.map(({ records }) => [...records]));
  }
  for (const type of ['admit-batch', 'settle-batch']) {
    await db.query(
      `INSERT INTO proof_batch SELECT 0, $1, n, n, 0, '{}', decode(repeat('00', 64), 'hex'), sha256(n::text::bytea), sha256(n::text::bytea)
       FROM generate_series(1, $2::int) n`,
      [type, BATCHES * HOURS],
    );
  }
  for (let hour = 0; hour < HOURS; hour += 1) {
    const upto = (hour + 1) * BATCHES;
    const root = { doc: '{}', sig: Buffer.alloc(64), hash: randomBytes(32), correction: 0 };
    await insertHour(db, { hour: FIRST_HOUR + hour, admitNo: upto, settleNo: upto, ...root });
  }
  await db.query('ANALYZE');
  return kept;
}
