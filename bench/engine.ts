import { createPool } from '#server/db/index.ts';
import { openPeople } from '#tests/funded-people.ts';
import { benchDatabase } from './database.ts';
import { startEngine } from './engine-under-test.ts';
import { createNaiveHouse, placeNaively } from './naive.ts';
import { measurePlacing } from './placing.ts';
import type { Placing } from './placing.ts';
import { compared, percentile } from './row.ts';
import type { Row } from './row.ts';

const PEOPLE = 6000;
/** Both sides take turns, and the middle of the turns counts: a machine has slow seconds, and they shall not fall on one side. */
const TURNS = 5;
const MEASURE_MS = Number(process.env['BENCH_MS'] ?? 2_000);

/** Placing: one transaction a prediction with SELECT FOR UPDATE, without and with a shared house row, and the engine. */
export async function run(): Promise<Row[]> {
  const { naive, ours } = await measure();
  const cpu = (placing: Placing) => placing.cpuMicros ?? Number.NaN;
  const higher = { unit: 'predictions/s', better: 'higher' } as const;
  const lower = { unit: 'ms', better: 'lower' } as const;
  const used = { unit: 'µs', better: 'lower', floor: null } as const;
  const { alone, shared } = naive;
  const figures = { ours: ours.perSecond };
  return [
    compared({ name: 'placing, throughput', ...figures, baseline: alone.perSecond, floor: 5, ...higher }),
    compared({
      name: 'placing, throughput, shared house row',
      ...figures,
      baseline: shared.perSecond,
      floor: 15,
      ...higher,
    }),
    compared({ name: 'placing, p99', ours: ours.p99, baseline: alone.p99, floor: 0.35, ...lower }),
    compared({ name: 'placing, p50', ours: ours.p50, baseline: alone.p50, floor: null, ...lower }),
    compared({ name: 'server CPU per prediction', ours: cpu(ours), baseline: cpu(alone), ...used }),
  ];
}

async function measure(): Promise<{
  readonly naive: { readonly alone: Placing; readonly shared: Placing };
  readonly ours: Placing;
}> {
  const naive = await openNaive();
  const ours = await openEngine();
  try {
    const turns: Record<'alone' | 'shared' | 'ours', Placing[]> = { alone: [], shared: [], ours: [] };
    for (let turn = 0; turn < TURNS; turn += 1) {
      turns.alone.push(await measurePlacing(naive.database, naive.place(false), MEASURE_MS));
      turns.ours.push(await measurePlacing(ours.database, ours.place, MEASURE_MS));
      turns.shared.push(await measurePlacing(naive.database, naive.place(true), MEASURE_MS));
    }
    return {
      naive: { alone: middleOf(turns.alone), shared: middleOf(turns.shared) },
      ours: middleOf(turns.ours),
    };
  } finally {
    await naive.close();
    await ours.close();
  }
}

async function openNaive() {
  const database = await benchDatabase();
  const db = createPool(database.url, { max: 32 });
  const { people } = await openPeople(db, PEOPLE);
  await createNaiveHouse(db);
  let next = 0;
  const place = (sharedHouse: boolean) => async () => {
    const person = people[(next += 1) % people.length];
    if (person === undefined) throw new Error('nobody to place');
    await placeNaively(db, { person, stake: 1_000_000n, sharedHouse });
  };
  const close = async () => {
    await db.end();
    await database.drop();
  };
  return { database, place, close };
}

async function openEngine() {
  const database = await benchDatabase();
  const setUp = createPool(database.url, { max: 2 });
  const { people } = await openPeople(setUp, PEOPLE);
  await setUp.end();
  const engine = await startEngine(database.url, { people, durationSec: 600 });
  const close = async () => {
    await engine.stop();
    await database.drop();
  };
  return { database, place: () => engine.place(), close };
}

/** Of each figure the middle one. */
function middleOf(turns: readonly Placing[]): Placing {
  const middle = (of: (turn: Placing) => number) => percentile(turns.map(of), 50);
  const cpu = turns.some(({ cpuMicros }) => cpuMicros === null) ? null : middle(({ cpuMicros }) => cpuMicros ?? 0);
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    cpuMicros: cpu,
  };
}
