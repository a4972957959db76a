/** kill -9 of processes that work jobs, while others put them in and some take theirs back: none is lost, and each has its effect once. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '#server/db/index.ts';
import { enqueue, listJobs } from '#server/jobs/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { CHAOS_JOB } from './chaos-job.ts';
import { chanceOf, sayAgainOnFailure, SEED } from './chance.ts';
import { LIMIT_MS, SIZE } from './size.ts';

const JOBS = 1_000;
const { kills: KILLS } = SIZE.followers;

let db: TestDatabase;
const children: ChildProcess[] = [];

beforeAll(async () => {
  db = await testDatabase();
  await db.pool.query('CREATE TABLE run (no int); CREATE TABLE effect (no int PRIMARY KEY)');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await db.drop();
});

async function startWorker(): Promise<ChildProcess> {
  const child = fork(new URL('./job-process.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env['PATH'], DATABASE_URL: db.url },
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

async function putIn(numbers: { readonly from: number; readonly to: number }, takenBack: boolean): Promise<void> {
  const written = transaction(db.pool, async (tx) => {
    for (let no = numbers.from; no < numbers.to; no += 1) await enqueue(tx, CHAOS_JOB, { no: takenBack ? -no : no });
    if (takenBack) throw new Error('taken back');
  });
  await (takenBack ? written.catch(() => undefined) : written);
}

it(
  `kill -9 of two processes, ${KILLS} times among ${JOBS} jobs, seed ${SEED}`,
  async () => {
    sayAgainOnFailure();
    const chance = chanceOf('jobs');
    const alive = [await startWorker(), await startWorker()];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const numbers = { from: Math.round((JOBS * kill) / KILLS), to: Math.round((JOBS * (kill + 1)) / KILLS) };
      if (chance.next() < 0.2) await putIn(numbers, true);
      const put = putIn(numbers, false);
      await pause(20 + chance.next() * 200);
      alive.shift()?.kill('SIGKILL');
      await put;
      alive.push(await startWorker());
    }
    const left = async () => (await listJobs(db.pool, { limit: JOBS })).length;
    await expect.poll(left, { timeout: 180_000, interval: 200 }).toBe(0);
    const { rows } = await db.pool.query<{ done: number; least: number; runs: number }>(
      `SELECT count(*)::int AS done, min(no) AS least, (SELECT count(*)::int FROM run) AS runs FROM effect`,
    );
    expect(rows[0]).toMatchObject({ done: JOBS, least: 0 });
    const again = (rows[0]?.runs ?? 0) - JOBS;
    process.stdout.write(
      `chaos: ${KILLS} kills, ${JOBS} jobs, 0 lost, ${again} tried again, each with its effect once\n`,
    );
  },
  LIMIT_MS,
);
