import { createPool } from '#server/db/index.ts';
import { openPeople } from '#tests/funded-people.ts';
import type { FundedPerson } from '#tests/funded-people.ts';
import type { HouseAccounts } from '#server/ledger/contract.ts';
import { benchDatabase } from './database.ts';
import { startEngine } from './engine-under-test.ts';
import type { EngineUnderTest } from './engine-under-test.ts';
import { placeNaively, settleNaively } from './naive.ts';
import { compared, told } from './row.ts';
import type { Row } from './row.ts';

const OPEN = Number(process.env['BENCH_OPEN'] ?? 100_000);
/** The loop is timed on a sample: at its pace the whole would take minutes. */
const SAMPLE = 3_000;
const PEOPLE = 21_000;
/** Requests of one client at a time; the token bucket of a person holds 5. */
const CLIENTS = 256;
const STAKE = 1_000_000n;
/** Longer than the placing takes. */
const DURATION_SEC = 600;

/** `OPEN` open predictions that end on one tick, against a loop that settles one after the other. */
export async function run(): Promise<Row[]> {
  const naive = await naiveLoop();
  const ours = await engineSettles();
  return [
    compared({
      name: `settlement of ${OPEN} open predictions`,
      ours: ours.perSecond,
      baseline: naive,
      unit: 'settled/s',
      floor: 15,
      better: 'higher',
    }),
    told({
      name: `settlement of ${OPEN}, from the tick to the last commit`,
      ours: ours.seconds,
      unit: 's',
      floor: null,
      better: 'lower',
    }),
  ];
}

async function naiveLoop(): Promise<number> {
  const database = await benchDatabase();
  const db = createPool(database.url, { max: 4 });
  try {
    const { people, house } = await openPeople(db, 1000);
    const open: Parameters<typeof settleNaively>[1][] = [];
    for (let no = 0; no < SAMPLE; no += 1) open.push(await placeOne(people, { db, no, house }));
    const from = performance.now();
    for (const one of open) await settleNaively(db, one);
    return (SAMPLE / (performance.now() - from)) * 1000;
  } finally {
    await db.end();
    await database.drop();
  }
}

async function placeOne(
  people: readonly FundedPerson[],
  at: { db: ReturnType<typeof createPool>; no: number; house: HouseAccounts },
): Promise<Parameters<typeof settleNaively>[1]> {
  const person = people[at.no % people.length];
  if (person === undefined) throw new Error('nobody to place');
  const id = await placeNaively(at.db, { person, stake: STAKE, sharedHouse: false });
  return { id, person, stake: STAKE, house: at.house };
}

async function engineSettles(): Promise<{ perSecond: number; seconds: number }> {
  const database = await benchDatabase();
  const db = createPool(database.url, { max: 2 });
  const { people } = await openPeople(db, PEOPLE);
  const engine = await startEngine(database.url, { people, durationSec: DURATION_SEC });
  const openNow = async () => {
    const { rows } = await db.query<{ admitted: string; entered: string }>(
      `SELECT count(*) FILTER (WHERE state = 'ADMITTED') AS admitted, count(*) FILTER (WHERE state = 'OPEN') AS entered
       FROM prediction WHERE settled_at IS NULL`,
    );
    return { admitted: Number(rows[0]?.admitted), entered: Number(rows[0]?.entered) };
  };
  try {
    const ticker = setInterval(() => engine.prices.tickAll(Date.now(), 1_000_000), 250);
    await placeAll(engine);
    await until(async () => (await openNow()).entered === OPEN);
    clearInterval(ticker);
    // The scripted time runs ahead of the clock: the exit before any expiry, its proof after the last one.
    const lastEntry = Date.now();
    engine.prices.tickAll(lastEntry + 1, 1_000_500);
    const from = performance.now();
    engine.prices.tickAll(lastEntry + DURATION_SEC * 1000 + 1_000, 1_000_600);
    await until(async () => (await openNow()).entered === 0);
    const seconds = (performance.now() - from) / 1000;
    const { rows } = await db.query<{ n: string }>(
      `SELECT count(*) AS n FROM settlement WHERE outcome IN ('WIN', 'LOSE')`,
    );
    if (Number(rows[0]?.n) !== OPEN) throw new Error(`${rows[0]?.n} of ${OPEN} were settled as won or lost`);
    return { perSecond: OPEN / seconds, seconds };
  } finally {
    await engine.stop();
    await db.end();
    await database.drop();
  }
}

async function placeAll(engine: EngineUnderTest): Promise<void> {
  let left = OPEN;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      await engine.place();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function until(reached: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 120_000;
  while (!(await reached())) {
    if (performance.now() > end) throw new Error('the bench waited 2 minutes');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
