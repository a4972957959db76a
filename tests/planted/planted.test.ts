import { expect, it, vi } from 'vitest';
import { killAtCommit } from './at-commit.ts';
import { ENGINE_PLANTS, TOLD_TOO_SOON } from './engine-plants.ts';
import { runOnPostgres } from './on-postgres.ts';
import type { Plant } from './plant.ts';
import { PLANTS, PORTS } from './plants.ts';

/** In how many seeds a planted fault must be noticed. */
const SEEDS = Number(process.env['PLANTED_SEEDS'] ?? 150);
const HOUR = 3_600_000;
const NOTHING: Plant = { name: 'nothing', changes: [] };

/** What `npm test` plants (PLANTED=short): one of the exit, one of the money, one of the keys; each is noticed at once. */
const SHORT = [
  'the exit is one tick late',
  'a profit is rounded to cents in floating point',
  'idempotency keys are forgotten',
];
const isShort = process.env['PLANTED'] === 'short';
/** R-21 wants so many. */
const LEAST = isShort ? SHORT.length : 20;

/** A planted fault, and a run that gives what it noticed first, in words; null: nothing. */
interface Trial {
  readonly name: string;
  readonly run: () => Promise<string | null>;
}

const inSimulator = (plants: readonly Plant[]) =>
  plants.map((plant): Trial => ({ name: plant.name, run: () => inSeeds(plant, SEEDS) }));
const onPostgres = (plants: readonly Plant[]) =>
  plants.map((plant): Trial => ({ name: plant.name, run: () => inEngine(plant) }));
const KILLED: Trial = {
  name: `${TOLD_TOO_SOON.name}, and the process is killed`,
  run: async () => (await killAtCommit(TOLD_TOO_SOON))[0] ?? null,
};

/** Seed and words of the first seed that notices. */
async function inSeeds(plant: Plant, seeds: number): Promise<string | null> {
  const loaded = loadedWith(plant, {
    '#server/trading/batch/store-load.ts': () => import('../sim/store-load.ts'),
    '#server/trading/scheduled/store-scheduled.ts': () => import('../sim/store-scheduled.ts'),
  });
  try {
    const { simulate } = await import('../sim/simulation.ts');
    const { sabotage } = plant;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const { error } = await simulate({ seed, ...(sabotage === undefined ? {} : { sabotage }) });
      if (error !== null) return `seed ${seed}: ${error.message}`;
    }
    return null;
  } finally {
    loaded.forget();
  }
}

/** The first words of the checks after a run of the engine on PostgreSQL. */
async function inEngine(plant: Plant): Promise<string | null> {
  const loaded = loadedWith(plant, {});
  try {
    const { World } = await import('../scenarios/trading/trading-world.ts');
    return (await runOnPostgres(World))[0] ?? null;
  } finally {
    loaded.forget();
  }
}

/** What is imported next is loaded anew, with the fault in it and `others` in the place of the product's. */
function loadedWith(plant: Plant, others: Readonly<Record<string, () => Promise<object>>>): { forget(): void } {
  vi.resetModules();
  for (const [module, factory] of Object.entries(others)) vi.doMock(module, factory);
  for (const { module, exports } of plant.changes) {
    vi.doMock(module, async (importOriginal) => {
      const actual = await importOriginal<object>();
      return { ...actual, ...exports(actual) };
    });
  }
  const mocked = [...Object.keys(others), ...plant.changes.map(({ module }) => module)];
  return { forget: () => mocked.forEach((module) => vi.doUnmock(module)) };
}

/** Runs each and says whether it was noticed; gives the names of those that were not. */
async function missedOf(trials: readonly Trial[]): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const { name, run } of trials) {
    const found = await run();
    if (found === null) missed.push(name);
    process.stdout.write(`${found === null ? 'MISSED' : 'caught'}  ${name}${found === null ? '' : ` (${found})`}\n`);
  }
  process.stdout.write(`${trials.length - missed.length} of ${trials.length} caught\n`);
  return missed;
}

it('notices every fault that is planted in the product', { timeout: HOUR }, async () => {
  const all = [...inSimulator(PLANTS), ...onPostgres(ENGINE_PLANTS), KILLED];
  const planted = isShort ? all.filter(({ name }) => SHORT.includes(name)) : all;
  expect(planted.length).toBeGreaterThanOrEqual(LEAST);
  expect(new Set(planted.map(({ name }) => name)).size).toBe(planted.length);
  expect(await missedOf(planted)).toEqual([]);
});

it.skipIf(isShort)('notices what is planted in the simulator itself', { timeout: HOUR }, async () => {
  expect(await missedOf(inSimulator(PORTS))).toEqual([]);
});

it.skipIf(isShort)('notices nothing in 20 seeds where nothing is planted', { timeout: HOUR }, async () => {
  expect(await inSeeds(NOTHING, 20)).toBeNull();
});

it('notices nothing on PostgreSQL where nothing is planted', { timeout: HOUR }, async () => {
  expect(await inEngine(NOTHING)).toBeNull();
});

it.skipIf(isShort)('notices nothing at a kill where nothing is planted', { timeout: HOUR }, async () => {
  expect(await killAtCommit(NOTHING)).toEqual([]);
});
