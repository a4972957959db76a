/**
 * R-02: kill -9 at named points of the product's own code, 20 times at each (middle 3 times; the short form once, at half of them, drawn by the seed).
 * Nothing that was acknowledged is lost, nothing happens twice, and the history of batches explains every balance.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CrashPoint } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { fundHouseMaker } from '#server/ledger/exchange-accounts.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { openPeople } from '#tests/funded-people.ts';
import { SEED, againBy, chanceOf, progress, sayAgainOnFailure } from './chance.ts';
import { startEngine } from './engine-channel.ts';
import type { EngineProcess } from './engine-channel.ts';
import { ENGINE_POINTS, Load } from './load.ts';
import { LIMIT_MS, SIZE } from './size.ts';
import { endings, faultsOf, openStakes } from './verdict.ts';

const KILLS = SIZE.crashes;
/** One point alone: `CRASH_POINT=fence.held npm run test:chaos -- tests/chaos/crash.test.ts`. */
const ONLY = process.env['CRASH_POINT'];
const FOREVER = new AbortController().signal;
/** Everything open is over by then. */
const LATER_MS = 20 * 60_000;
/** How often a point may be passed before the kill; 1 unless said: those of starts, and of what comes seldom. */
const PASSES: Partial<Record<CrashPoint, number>> = {
  'fence.held': 40,
  'batch.decided': 40,
  'batch.sent': 40,
  'effects.stored': 40,
  'batch.committed': 40,
  'request.answered': 400,
  'prediction.settled': 4,
  'order.filled': 12,
  'order.cancelled': 12,
  'market.opened': 20,
  'tick.written': 40,
  'journal.posted': 20,
};
const half = chanceOf('half of the points').whole(0, 1);
const POINTS = ENGINE_POINTS.filter((point, at) =>
  ONLY === undefined ? SIZE.everyPoint || at % 2 === half : point === ONLY,
);

let db: TestDatabase;
let folder: string;
let load: Load;

beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-crash-'));
  const { people } = await openPeople(db.pool, 1000);
  await transaction(db.pool, (tx) => fundHouseMaker(tx, { mode: 'sandbox', shard: 0 }));
  load = new Load(people, join(folder, 'acknowledged'), { mix: 'exchange', clients: 16, restMs: 4 });
});
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

function start(crash?: { readonly point: CrashPoint; readonly pass: number }, aheadMs = 0): Promise<EngineProcess> {
  return startEngine({
    databaseUrl: db.url,
    dataDir: join(folder, 'data'),
    aheadMs,
    task: crash?.point === 'proofs.stored' ? 'proofs' : 'engine',
    ...(crash === undefined ? {} : { crash }),
  });
}

/** Runs an engine under load until it dies where it is told to. */
async function dieAt(point: CrashPoint, pass: number): Promise<void> {
  const engine = await start({ point, pass }, point === 'round.settled' ? LATER_MS : 0);
  const running = engine.ready.then(() => load.run(engine, FOREVER)).catch(() => undefined);
  if (point === 'lease.leaving') {
    await engine.ready;
    await load.passes(load.told);
    engine.signal('SIGTERM');
  }
  const how = await Promise.race([engine.ended, pause(90_000, 'alive' as const, { ref: false })]);
  if (how === 'alive') engine.signal('SIGKILL');
  await engine.ended;
  await running;
  expect(how, `at ${point}, pass ${pass}, ${load.state}; again: ${againBy(`CRASH_POINT=${point}`)}`).toBe('SIGKILL');
}

/** People order and cancel on an engine that then stops: some hold something of every kind. */
async function holdSomething(): Promise<void> {
  const engine = await start();
  await engine.ready;
  const enough = new AbortController();
  const running = load.run(engine, enough.signal);
  const before = [load.count('exchange.cancel'), load.count('exchange.order')];
  const more = () => load.count('exchange.cancel') > before[0]! && load.count('exchange.order') > before[1]!;
  await expect.poll(more, { timeout: 60_000 }).toBe(true);
  enough.abort();
  await running;
  engine.signal('SIGTERM');
  expect(await engine.ended).toBe(0);
}

async function holds(point: CrashPoint): Promise<void> {
  expect(await faultsOf(db.pool, load), `after ${point}`).toEqual([]);
}

it(
  `kill -9 at ${POINTS.length} points, ${KILLS} times each, seed ${SEED}`,
  async () => {
    sayAgainOnFailure();
    await holdSomething();
    for (const [no, point] of POINTS.entries()) {
      const chance = chanceOf(point);
      // An engine that died early may have left no round that anybody holds, and the end of another is minutes away.
      if (point === 'round.settled') await holdSomething();
      for (let kill = 0; kill < KILLS; kill += 1) await dieAt(point, chance.whole(1, PASSES[point] ?? 1));
      if (KILLS > 1) await holds(point);
      progress(`killed ${KILLS} times at ${point}`, {
        done: no + 1,
        of: POINTS.length,
        every: KILLS > 1 ? 1 : POINTS.length,
      });
    }

    const last = await start(undefined, LATER_MS);
    await last.ready;
    const enough = new AbortController();
    const running = load.run(last, enough.signal);
    await expect.poll(() => load.open, { timeout: 60_000 }).toBe(0);
    enough.abort();
    await running;
    last.signal('SIGTERM');
    expect(await last.ended).toBe(0);
    // Much later again: nothing of what the last engine took is open any more.
    const after = await start(undefined, 3 * LATER_MS);
    await after.ready;
    await expect.poll(() => openStakes(db.pool), { timeout: 120_000, interval: 200 }).toBe(0);
    expect(await load.repeat(after, 100)).toBeGreaterThan(0);
    expect(await load.repeat(after, 100, 'exchange.order')).toBeGreaterThan(0);
    after.signal('SIGTERM');
    expect(await after.ended).toBe(0);
    expect(await faultsOf(db.pool, load)).toEqual([]);
    process.stdout.write(
      `crash points: ${POINTS.length} x ${KILLS} kills, ${load.answers} acknowledged, 0 lost, 0 doubled; ` +
        `${JSON.stringify(await endings(db.pool))}\n`,
    );
  },
  LIMIT_MS,
);

it(
  `kill -9 between the tables of a migration and its note, ${KILLS} times`,
  async () => {
    const columns = `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
    WHERE table_schema = 'public' ORDER BY 1, 2`;
    const whole = await db.pool.query(columns);
    const bare = await testDatabase();
    await bare.pool.query('DROP SCHEMA public, graphile_worker CASCADE');
    await bare.pool.query('CREATE SCHEMA public');
    const migrating = (pass?: number) =>
      startEngine({
        databaseUrl: bare.url,
        dataDir: join(folder, 'migrating'),
        task: 'migrate',
        ...(pass === undefined ? {} : { crash: { point: 'migration.applied', pass } as const }),
      });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const engine = await migrating(1 + (kill % 3 === 0 ? 1 : 0));
      expect(await engine.ended).toBe('SIGKILL');
    }
    expect(await (await migrating()).ended).toBe(0);
    expect((await bare.pool.query(columns)).rows).toEqual(whole.rows);
    await bare.drop();
  },
  LIMIT_MS,
);
