/** R-07 as the engine meets it: the database is killed under load; the engine asks again, and loses nothing that it acknowledged. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool, migrate, startEmbedded } from '#server/db/index.ts';
import type { EmbeddedDatabase } from '#server/db/index.ts';
import { openPeople } from '#tests/funded-people.ts';
import { SEED, chanceOf, progress, sayAgainOnFailure } from './chance.ts';
import { startEngine } from './engine-channel.ts';
import type { EngineProcess } from './engine-channel.ts';
import { Load } from './load.ts';
import { LIMIT_MS, SIZE } from './size.ts';
import { faultsOf, openStakes } from './verdict.ts';

const ROUNDS = SIZE.databaseKills;
const FOREVER = new AbortController().signal;
const quiet = { info: () => undefined, warn: () => undefined };

let folder: string;
let server: EmbeddedDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tikvo-outage-'));
  server = await startEmbedded({ dataDir: join(folder, 'database'), log: quiet });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it(
  `the database is killed ${ROUNDS} times under load, seed ${SEED}`,
  async () => {
    sayAgainOnFailure();
    const chance = chanceOf('database');
    const pool = createPool(server.url, { max: 2, retryMs: 20_000 });
    await migrate(pool);
    const { people } = await openPeople(pool, 1000);
    const load = new Load(people, join(folder, 'acknowledged'));
    const start = () => startEngine({ databaseUrl: server.url, dataDir: join(folder, 'data') });
    const began = new URL(server.url).port;

    let engine = await start();
    for (let round = 1; round <= ROUNDS; round += 1) {
      await engine.ready;
      const running = load.run(engine, FOREVER);
      await load.passes(load.told);
      await pause(100 + chance.next() * 300);
      process.kill(server.pid, round % 2 === 0 ? 'SIGQUIT' : 'SIGKILL');
      await server.ended;
      server = await startEmbedded({ dataDir: join(folder, 'database'), log: quiet });
      expect(new URL(server.url).port, 'a restarted database keeps its port').toBe(began);
      if (await survived(engine, load)) engine.signal('SIGKILL');
      await engine.ended;
      await running;
      engine = await start();
      progress('kills of the database', { done: round, of: ROUNDS, every: 5 });
    }

    await engine.ready;
    const enough = new AbortController();
    const running = load.run(engine, enough.signal);
    await expect.poll(() => load.open, { timeout: 60_000 }).toBe(0);
    enough.abort();
    await running;
    await expect.poll(() => openStakes(pool), { timeout: 120_000, interval: 500 }).toBe(0);
    expect(load.contradictions).toEqual([]);
    expect(await faultsOf(pool, load)).toEqual([]);
    engine.signal('SIGKILL');
    await engine.ended;
    await pool.end();
    const told = load.acknowledged().length;
    process.stdout.write(`database: ${ROUNDS} kills, ${told} acknowledged, 0 lost, 0 doubled\n`);
  },
  LIMIT_MS,
);

/** An engine may live through an outage or end for its parent to start it again; both are allowed, silence is not. */
function survived(engine: EngineProcess, load: Load): Promise<boolean> {
  const works = load.passes(load.told).then(() => true);
  // The race may be over long before this is.
  works.catch(() => undefined);
  return Promise.race([engine.ended.then(() => false), works]);
}
