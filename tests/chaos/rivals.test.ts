/** R-04 in its short form: two processes on one database. One writes, the other waits or takes over by epoch; never both. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { openPeople } from '#tests/funded-people.ts';
import { SEED, sayAgainOnFailure } from './chance.ts';
import { startEngine } from './engine-channel.ts';
import type { EngineProcess } from './engine-channel.ts';
import { Load } from './load.ts';
import { faultsOf, openStakes } from './verdict.ts';

const FENCED = 3;
const FOREVER = new AbortController().signal;

let db: TestDatabase;
let folder: string;
let load: Load;

beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-rivals-'));
  const { people } = await openPeople(db.pool, 1000);
  load = new Load(people, join(folder, 'acknowledged'));
});
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Each with a folder of its own, as two machines would have. */
const start = (name: string) => startEngine({ databaseUrl: db.url, dataDir: join(folder, name) });

async function epoch(): Promise<number> {
  const { rows } = await db.pool.query<{ epoch: string }>('SELECT epoch FROM shard_lease WHERE shard = 0');
  return Number(rows[0]?.epoch);
}

/** Whether the engine becomes ready within `ms`. */
function readyWithin(engine: EngineProcess, ms: number): Promise<boolean> {
  return Promise.race([engine.ready.then(() => true), pause(ms, false)]);
}

it(`the second waits, takes over when the first dies, and a first that only slept goes, seed ${SEED}`, async () => {
  sayAgainOnFailure();
  const first = await start('first');
  await first.ready;
  const firstLoad = load.run(first, FOREVER);
  await load.passes(load.told);
  const firstEpoch = await epoch();

  const second = await start('second');
  expect(await readyWithin(second, 4_000), 'the second must wait while the first beats').toBe(false);
  expect(await epoch()).toBe(firstEpoch);

  first.signal('SIGKILL');
  await first.ended;
  await firstLoad;
  await second.ready;
  expect(await epoch()).toBeGreaterThan(firstEpoch);
  const secondLoad = load.run(second, FOREVER);
  await load.passes(load.told);

  // The owner sleeps past its lease with requests in hand; the third takes over; the sleeper wakes with all its work still to do.
  second.signal('SIGSTOP');
  const third = await start('third');
  await third.ready;
  const thirdLoad = load.run(third, FOREVER);
  await load.passes(load.told);
  second.signal('SIGCONT');
  expect(await second.ended, 'a replaced owner ends by itself').toBe(FENCED);
  await secondLoad;
  await load.passes(load.told);

  await pause(500);
  third.signal('SIGKILL');
  await third.ended;
  await thirdLoad;
  const last = await start('third');
  await last.ready;
  const enough = new AbortController();
  const lastLoad = load.run(last, enough.signal);
  await expect.poll(() => load.open, { timeout: 60_000 }).toBe(0);
  enough.abort();
  await lastLoad;
  await expect.poll(() => openStakes(db.pool), { timeout: 120_000, interval: 500 }).toBe(0);
  expect(load.contradictions).toEqual([]);
  expect(await faultsOf(db.pool, load)).toEqual([]);
  const owners = (await epoch()) - firstEpoch + 1;
  expect(owners).toBe(4);
  last.signal('SIGKILL');
  await last.ended;
  const told = load.acknowledged().length;
  process.stdout.write(`rivals: ${owners} owners in turn, ${told} acknowledged, 0 lost, 0 settled twice\n`);
}, 480_000);
