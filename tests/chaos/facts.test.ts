/** kill -9 of processes that follow facts, while others record them and some take theirs back: each fact has each effect once. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { chanceOf, sayAgainOnFailure, SEED } from './chance.ts';
import { LIMIT_MS, SIZE } from './size.ts';

const { facts: FACTS, kills: KILLS } = SIZE.followers;
const FOLLOWERS = 5;
/** Who record at the same time. */
const WRITERS = 6;

let db: TestDatabase;
const children: ChildProcess[] = [];

beforeAll(async () => {
  db = await testDatabase();
  await db.pool.query('CREATE TABLE effect (follower text, fact text)');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await db.drop();
});

async function startFollowers(): Promise<ChildProcess> {
  const child = fork(new URL('./follower-process.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env['PATH'], DATABASE_URL: db.url },
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

/** Records so many facts in transactions that overlap; one of ten is taken back, and told by another. */
async function recordAll(chance: ReturnType<typeof chanceOf>, numbers: { next: number; readonly end: number }) {
  const write = async () => {
    while (numbers.next < numbers.end) {
      const from = numbers.next;
      const to = Math.min(numbers.end, from + 1 + Math.floor(chance.next() * 20));
      numbers.next = to;
      const told = Array.from({ length: to - from }, (_, at) => ({
        kind: 'eligibility.changed' as const,
        userId: `${from + at}`,
      }));
      if (chance.next() < 0.1) await takenBack(told);
      await transaction(db.pool, async (tx) => {
        await record(tx, told);
        await pause(chance.next() * 10);
      });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

async function takenBack(told: Parameters<typeof record>[1]): Promise<void> {
  const broken = transaction(db.pool, async (tx) => {
    await record(tx, told);
    throw new Error('taken back');
  });
  await broken.catch(() => undefined);
}

it(
  `kill -9 of two processes with ${FOLLOWERS} followers, ${KILLS} times among ${FACTS} facts, seed ${SEED}`,
  async () => {
    sayAgainOnFailure();
    const chance = chanceOf('followers');
    const numbers = { next: 0, end: 0 };
    const alive = [await startFollowers(), await startFollowers()];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      numbers.end = Math.round((FACTS * kill) / KILLS);
      const recording = recordAll(chance, numbers);
      await pause(20 + chance.next() * 200);
      const victim = alive.shift();
      victim?.kill('SIGKILL');
      await recording;
      alive.push(await startFollowers());
    }
    const effects = async () => {
      const { rows } = await db.pool.query<{ told: number; once: number }>(
        'SELECT count(*)::int AS told, count(DISTINCT (follower, fact))::int AS once FROM effect',
      );
      return rows[0];
    };
    await expect.poll(async () => (await effects())?.once, { timeout: 120_000, interval: 200 }).toBe(FACTS * FOLLOWERS);
    expect(await effects()).toEqual({ told: FACTS * FOLLOWERS, once: FACTS * FOLLOWERS });
    process.stdout.write(`chaos: ${KILLS} kills, ${FACTS} facts through ${FOLLOWERS} followers, 0 lost, 0 doubled\n`);
  },
  LIMIT_MS,
);
