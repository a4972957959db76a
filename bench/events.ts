/**
 * Event markets beside quick predictions: a recorded stream at ten times its pace through the exchange, and the pay-out of the largest market.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool } from '#server/db/index.ts';
import { openPeople } from '#tests/funded-people.ts';
import { resolvedMarket } from '#tests/holders.ts';
import { EventsWorld } from '#tests/scenarios/events/events-world.ts';
import { recordedDir } from '#tests/scenarios/prices/replay-scan.ts';
import { START } from '#tests/scenarios/trading/trading-world.ts';
import { playRecording } from '../scripts/events/play.ts';
import { readRecording } from '../scripts/events/read.ts';
import { benchDatabase } from './database.ts';
import { startEngine } from './engine-under-test.ts';
import { compared, percentile, told } from './row.ts';
import type { Row } from './row.ts';

const STREAM = 'events/polymarket-mlb-hou-col-2025-07-01.csv.gz';
const SPEED = 10;
/** Of the stream's own time that is played, ms. */
const PLAYED_MS = Number(process.env['BENCH_MS'] ?? 60_000) * SPEED;
const ALONE_MS = 20_000;
const PLACED_EVERY_MS = 20;
const TICK_MS = 100;
const PEOPLE = 3_000;
const HOLDERS = 98_000;

export async function run(): Promise<Row[]> {
  return [...(await besideRecorded()), ...(await payout())];
}

/** Waits of predictions that are placed again and again while something runs, ms. */
async function placingWhile(place: () => Promise<unknown>, run: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  const open: Promise<void>[] = [];
  let going = true;
  const running = run().finally(() => (going = false));
  while (going) {
    const from = performance.now();
    open.push(place().then(() => void waits.push(performance.now() - from)));
    await pause(PLACED_EVERY_MS);
  }
  await Promise.all([running, ...open]);
  return waits;
}

async function besideRecorded(): Promise<Row[]> {
  const dir = recordedDir();
  if (dir === null) return [];
  const database = await benchDatabase();
  const db = createPool(database.url, { max: 6, pipeline: true });
  const world = new EventsWorld(db);
  const people = await world.people(PEOPLE);
  await world.engine.start();
  const [wall, ticker] = [performance.now(), setInterval(() => world.tick(100_00), TICK_MS)];
  const clock = setInterval(() => {
    world.clock.at = Math.max(world.clock.at, START + Math.floor(performance.now() - wall));
  }, 1);
  let next = 0;
  const place = () => world.placed(people[(next += 1) % people.length]!, { durationSec: 300 });
  const whole = readRecording(join(dir, STREAM));
  const first = whole.steps[0]!.at;
  const steps = whole.steps.filter(({ at }) => at - first < PLAYED_MS);
  const alone = await placingWhile(place, () => pause(ALONE_MS));
  let onStreamed = () => {};
  const streamed = new Promise<void>((resolve) => (onStreamed = resolve));
  const pace = async (at: number, began: number) => {
    await pause(Math.max(0, began + (at - first) / SPEED - performance.now()));
    // After the last message a day goes by at once: no prediction lives through that.
    if (at === steps.at(-1)!.at) onStreamed();
  };
  const playing = playRecording(world, people, { ...whole, steps, pace });
  const beside = await placingWhile(place, () => Promise.race([streamed, playing]));
  const { faults, orders, cancelled } = await playing;
  if (faults.length > 0) throw new Error(faults.join(', '));
  process.stderr.write(`${orders} orders and ${cancelled} cancels beside ${beside.length} predictions\n`);
  clearInterval(ticker);
  clearInterval(clock);
  await world.engine.stop();
  await db.end();
  await database.drop();
  return [
    compared({
      name: `placing beside recorded days x ${SPEED}, p95`,
      ours: percentile(beside, 95),
      baseline: percentile(alone, 95),
      unit: 'ms',
      floor: 1.3,
      better: 'lower',
    }),
  ];
}

async function payout(): Promise<Row[]> {
  const database = await benchDatabase();
  const db = createPool(database.url, { max: 4 });
  const { people } = await openPeople(db, HOLDERS);
  const idle = await startEngine(database.url, { people, durationSec: 300 });
  const ticking = (engine: typeof idle) => setInterval(() => engine.prices.tickAll(Date.now(), 1_000_000), TICK_MS);
  const before = ticking(idle);
  const alone = await placingWhile(
    () => idle.place(),
    () => pause(ALONE_MS),
  );
  clearInterval(before);
  await idle.stop();
  const { bookId } = await resolvedMarket(db, people);
  const engine = await startEngine(database.url, { people, durationSec: 300 });
  const ticker = ticking(engine);
  const began = performance.now();
  let seconds = 0;
  const meanwhile = await placingWhile(
    () => engine.place(),
    async () => {
      for (;;) {
        const { rows } = await db.query<{ state: string }>('SELECT state FROM market WHERE id = $1', [bookId]);
        if (rows[0]?.state === 'SETTLED') break;
        await pause(100);
      }
      seconds = (performance.now() - began) / 1_000;
    },
  );
  clearInterval(ticker);
  await engine.stop();
  await db.end();
  await database.drop();
  return [
    told({ name: `${HOLDERS} holders of an event paid`, ours: seconds, unit: 's', floor: 30, better: 'lower' }),
    compared({
      name: 'placing while they are paid, p99',
      ours: percentile(meanwhile, 99),
      baseline: percentile(alone, 99),
      unit: 'ms',
      floor: 2,
      better: 'lower',
    }),
  ];
}
