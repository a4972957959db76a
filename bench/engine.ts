import { createPool } from '#server/db/index.ts';
import { openPeople } from '#tests/funded-people.ts';
import { benchDatabase } from './database.ts';
import { startEngine } from './engine-under-test.ts';
import { createNaiveHouse, placeNaively } from './naive.ts';
import { measurePlacing } from './placing.ts';
import type { Placing } from './placing.ts';
import { compared, told } from './row.ts';
import type { Row } from './row.ts';

const PEOPLE = 6000;
const MEASURE_MS = Number(process.env['BENCH_MS'] ?? 5_000);
const TICK_MS = 250;

/** Placing: one transaction a prediction with SELECT FOR UPDATE, without and with a shared house row, then the engine. */
export async function run(): Promise<Row[]> {
  const naive = await measureNaive();
  const ours = await measureEngine();
  const cpu = (placing: Placing) => placing.cpuMicros ?? Number.NaN;
  const higher = { unit: 'predictions/s', better: 'higher' } as const;
  const lower = { unit: 'ms', better: 'lower' } as const;
  const used = { unit: 'µs', better: 'lower', floor: null } as const;
  const { alone, shared } = naive;
  const figures = { ours: ours.quiet.perSecond };
  return [
    compared({ name: 'placing, throughput', ...figures, baseline: alone.perSecond, floor: 5, ...higher }),
    compared({
      name: 'placing, throughput, shared house row',
      ...figures,
      baseline: shared.perSecond,
      floor: 15,
      ...higher,
    }),
    compared({ name: 'placing, p99', ours: ours.quiet.p99, baseline: alone.p99, floor: 0.35, ...lower }),
    compared({ name: 'placing, p50', ours: ours.quiet.p50, baseline: alone.p50, floor: null, ...lower }),
    compared({ name: 'server CPU per prediction', ours: cpu(ours.quiet), baseline: cpu(alone), ...used }),
    told({ name: 'placing while entries are stored', ours: ours.ticking.perSecond, floor: null, ...higher }),
    told({ name: 'placing while entries are stored, p99', ours: ours.ticking.p99, floor: null, ...lower }),
  ];
}

async function measureNaive(): Promise<{ alone: Placing; shared: Placing }> {
  const database = await benchDatabase();
  const db = createPool(database.url, { max: 32 });
  try {
    const { people } = await openPeople(db, PEOPLE);
    await createNaiveHouse(db);
    let next = 0;
    const place = (sharedHouse: boolean) => async () => {
      const person = people[(next += 1) % people.length];
      if (person === undefined) throw new Error('nobody to place');
      await placeNaively(db, { person, stake: 1_000_000n, sharedHouse });
    };
    const alone = await measurePlacing(database, place(false), MEASURE_MS);
    const shared = await measurePlacing(database, place(true), MEASURE_MS);
    return { alone, shared };
  } finally {
    await db.end();
    await database.drop();
  }
}

async function measureEngine(): Promise<{ quiet: Placing; ticking: Placing }> {
  const database = await benchDatabase();
  const setUp = createPool(database.url, { max: 2 });
  const { people } = await openPeople(setUp, PEOPLE);
  await setUp.end();
  const engine = await startEngine(database.url, { people, durationSec: 600 });
  try {
    const quiet = await measurePlacing(database, () => engine.place(), MEASURE_MS);
    let price = 1_000_000;
    const ticker = setInterval(() => engine.prices.tickAll(Date.now(), (price += 1)), TICK_MS);
    const ticking = await measurePlacing(database, () => engine.place(), MEASURE_MS);
    clearInterval(ticker);
    return { quiet, ticking };
  } finally {
    await engine.stop();
    await database.drop();
  }
}
