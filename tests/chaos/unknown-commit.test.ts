/**
 * connections are cut exactly at COMMIT, before PostgreSQL sees it or before the engine hears of it, 500 times (short 12, middle 100). Nothing is lost, nothing happens twice.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '#server/db/index.ts';
import { fundHouseMaker } from '#server/ledger/exchange-accounts.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { openPeople } from '#tests/funded-people.ts';
import { CommitProxy } from '../scenarios/trading/commit-proxy.ts';
import { SEED, chanceOf, progress, sayAgainOnFailure } from './chance.ts';
import { startEngine } from './engine-channel.ts';
import { Load } from './load.ts';
import { LIMIT_MS, SIZE } from './size.ts';
import { faultsOf, openStakes } from './verdict.ts';

const CUTS = SIZE.cuts;
const LATER_MS = 20 * 60_000;

let db: TestDatabase;
let proxy: CommitProxy;
let folder: string;
let load: Load;

beforeAll(async () => {
  db = await testDatabase();
  proxy = await CommitProxy.open(db.url);
  folder = mkdtempSync(join(tmpdir(), 'tikvo-unknown-'));
  const { people } = await openPeople(db.pool, 1000);
  await transaction(db.pool, (tx) => fundHouseMaker(tx, { mode: 'sandbox', shard: 0 }));
  load = new Load(people, join(folder, 'acknowledged'), { mix: 'exchange', clients: 16, restMs: 4 });
});
afterAll(async () => {
  await proxy.close();
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

it(
  `${CUTS} connections are cut at COMMIT, seed ${SEED}`,
  async () => {
    sayAgainOnFailure();
    const chance = chanceOf('cuts');
    const dataDir = join(folder, 'data');
    const engine = await startEngine({ databaseUrl: proxy.url, dataDir });
    await engine.ready;
    const enough = new AbortController();
    const running = load.run(engine, enough.signal);
    await load.passes(load.told);
    for (let cut = 0; cut < CUTS; cut += 1) {
      // Now and then the batch that is sent again is cut too.
      proxy.cuts = [cut % 2 === 0 ? 'before' : 'after', ...(cut % 7 === 0 ? (['after'] as const) : [])];
      await expect.poll(() => proxy.cuts.length, { timeout: 60_000, interval: 5 }).toBe(0);
      await load.passes(load.told);
      await pause(chance.next() * 20);
      progress('cuts at COMMIT', { done: cut + 1, of: CUTS, every: 50 });
    }
    await expect.poll(() => load.open, { timeout: 60_000 }).toBe(0);
    enough.abort();
    await running;
    engine.signal('SIGTERM');
    expect(await engine.ended).toBe(0);

    const last = await startEngine({ databaseUrl: db.url, dataDir, aheadMs: LATER_MS });
    await expect.poll(() => openStakes(db.pool), { timeout: 120_000, interval: 200 }).toBe(0);
    last.signal('SIGTERM');
    await last.ended;
    expect(await faultsOf(db.pool, load)).toEqual([]);
    process.stdout.write(`unknown commits: ${proxy.made} cuts, ${load.answers} acknowledged, 0 lost, 0 doubled\n`);
  },
  LIMIT_MS,
);
