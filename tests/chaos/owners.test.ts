/**
 * an owner that slept past its lease wakes while another owns the shard; 200 rounds, middle 12, in lanes beside each other, for a round is
 * mostly waiting. The short form is rivals.test.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#tests/database.ts';
import { openPeople } from '#tests/funded-people.ts';
import { startEngine } from './engine-channel.ts';
import type { EngineProcess } from './engine-channel.ts';
import { Load } from './load.ts';
import { SEED, progress, sayAgainOnFailure } from './chance.ts';
import { LIMIT_MS, SIZE } from './size.ts';
import { faultsOf, openStakes } from './verdict.ts';

const ROUNDS = SIZE.owners;
/** Rounds at a time, each on a database of its own. */
const LANES = Math.min(4, ROUNDS);
const FENCED = 3;
/** Longer than the lease of 3 s. */
const ASLEEP_MS = 6_000;
const LATER_MS = 20 * 60_000;
const FOREVER = new AbortController().signal;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tikvo-owners-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface LaneReport {
  readonly takeovers: readonly number[];
  readonly codes: readonly (number | string)[];
  readonly faults: readonly string[];
  readonly open: number;
}

async function lane(no: number, rounds: number): Promise<LaneReport> {
  const db = await testDatabase();
  const { people } = await openPeople(db.pool, 200);
  const load = new Load(people, join(folder, `acknowledged-${no}`), { clients: 6, restMs: 20 });
  const takeovers: number[] = [];
  const codes: (number | string)[] = [];
  let started = 0;
  // Each with a folder of its own, as two machines would have.
  const start = async (aheadMs = 0): Promise<EngineProcess> =>
    startEngine({ databaseUrl: db.url, dataDir: join(folder, `${no}-${(started += 1)}`), aheadMs });
  const runs: Promise<void>[] = [];
  let owner = await start();
  await owner.ready;
  runs.push(load.run(owner, FOREVER));
  await load.passes(load.told);
  for (let round = 0; round < rounds; round += 1) {
    const next = await start();
    owner.signal('SIGSTOP');
    const slept = performance.now();
    await next.ready;
    runs.push(load.run(next, FOREVER));
    await load.passes(load.told);
    takeovers.push(Math.round(performance.now() - slept));
    await pause(Math.max(0, ASLEEP_MS - (performance.now() - slept)));
    owner.signal('SIGCONT');
    codes.push(await owner.ended);
    owner = next;
    await load.passes(load.told);
    progress(`owners of lane ${no + 1}`, { done: round + 1, of: rounds, every: 10 });
  }
  owner.signal('SIGKILL');
  await owner.ended;
  await Promise.all(runs);
  const last = await start(LATER_MS);
  const enough = new AbortController();
  await last.ready;
  const running = load.run(last, enough.signal);
  await expect.poll(() => load.open, { timeout: 120_000 }).toBe(0);
  enough.abort();
  await running;
  last.signal('SIGKILL');
  await last.ended;
  const after = await start(2 * LATER_MS);
  await expect.poll(() => openStakes(db.pool), { timeout: 120_000, interval: 200 }).toBe(0);
  const report = { takeovers, codes, faults: await faultsOf(db.pool, load), open: await openStakes(db.pool) };
  after.signal('SIGKILL');
  await after.ended;
  await db.drop();
  return report;
}

it.runIf(ROUNDS > 0)(
  `${ROUNDS} owners sleep past their lease and wake beside the next one, seed ${SEED}`,
  async () => {
    sayAgainOnFailure();
    const reports = await Promise.all(
      Array.from({ length: LANES }, (_, no) => lane(no, Math.ceil((ROUNDS - no) / LANES))),
    );
    expect(reports.flatMap(({ faults }) => faults)).toEqual([]);
    const codes = reports.flatMap(({ codes: all }) => all);
    expect(codes).toEqual(Array.from({ length: ROUNDS }, () => FENCED));
    const takeovers = reports.flatMap(({ takeovers: all }) => all).toSorted((a, b) => a - b);
    process.stdout.write(
      `two owners: ${ROUNDS} rounds, 0 settled twice; another's first answer after ms: median ${takeovers[takeovers.length >> 1]}, ` +
        `most ${takeovers.at(-1)}\n`,
    );
  },
  LIMIT_MS,
);
