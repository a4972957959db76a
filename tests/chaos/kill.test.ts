/**
 * kill -9 of the engine under load, again and again (60 cycles; short 5, by night 1,000). Nothing that was acknowledged is lost, nothing happens twice, and every prediction ends by rule.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { openPeople } from '#tests/funded-people.ts';
import { startEngine } from './engine-channel.ts';
import { Load } from './load.ts';
import { SEED, chanceOf, progress, sayAgainOnFailure } from './chance.ts';
import { LIMIT_MS, SIZE } from './size.ts';
import { endings, faultsOf, openStakes } from './verdict.ts';

const CYCLES = SIZE.cycles;
const PEOPLE = 1000;
const FOREVER = new AbortController().signal;

let db: TestDatabase;
let folder: string;
let load: Load;

beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-chaos-'));
  const { people } = await openPeople(db.pool, PEOPLE);
  load = new Load(people, join(folder, 'acknowledged'));
});
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

const start = () => startEngine({ databaseUrl: db.url, dataDir: join(folder, 'data') });

it(
  `kill -9 under load, ${CYCLES} cycles, seed ${SEED}`,
  async () => {
    sayAgainOnFailure();
    const chance = chanceOf('kill');
    const killedAfter: number[] = [];
    for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
      const engine = await start();
      await engine.ready;
      const running = load.run(engine, FOREVER);
      await load.passes(load.told);
      // Drawn anew each time: the kill falls into fence, write, commit, acknowledgement and idle alike.
      const delay = 150 + chance.next() * 450;
      await pause(delay);
      engine.signal('SIGKILL');
      expect(await engine.ended).toBe('SIGKILL');
      await running;
      killedAfter.push(Math.round(delay));
      const faults = cycle % 10 === 0 ? await faultsOf(db.pool, load) : [];
      expect(faults, `after cycle ${cycle}`).toEqual([]);
      progress('kills under load', { done: cycle, of: CYCLES, every: 50 });
    }
    expect(load.acknowledged().length, `killed after ms: ${killedAfter.join(' ')}`).toBeGreaterThan(CYCLES * 20);

    const last = await start();
    await last.ready;
    const enough = new AbortController();
    const running = load.run(last, enough.signal);
    await expect.poll(() => load.open, { timeout: 60_000 }).toBe(0);
    enough.abort();
    await running;
    expect(await load.repeat(last, 200)).toBeGreaterThan(0);
    expect(load.contradictions).toEqual([]);
    await expect.poll(() => openStakes(db.pool), { timeout: 120_000, interval: 500 }).toBe(0);
    expect(await faultsOf(db.pool, load)).toEqual([]);
    last.signal('SIGTERM');
    last.signal('SIGKILL');
    await last.ended;
    process.stdout.write(
      `chaos: ${CYCLES} kills, ${load.acknowledged().length} acknowledged, 0 lost, 0 doubled; ` +
        `${JSON.stringify(await endings(db.pool))}; refused ${JSON.stringify(Object.fromEntries(load.refused))}\n`,
    );
  },
  LIMIT_MS,
);
