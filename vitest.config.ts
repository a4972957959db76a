import { defineConfig } from 'vitest/config';
import { callLines } from './scripts/call-lines.ts';
import { LongestFirst } from './tests/runs/longest-first.ts';

/**
 * Left to itself the runner keeps a core free, and half of a machine with two is idle. Scenarios wait for clocks and databases more
 * than they compute; a kill under load wants the machine for itself, but in its short form mostly waits too, and fills the gaps of others.
 */
const WORKERS: Readonly<Record<string, number>> = {
  scenarios: 4,
  chaos: process.env['CHAOS'] === 'short' ? 2 : 1,
};

/** Parts that are run in one call go one after the other where they want other numbers of workers; these fill the gaps of each other. */
const BESIDE: readonly string[] = ['house', 'matrix', 'fuzz', 'abuse', 'sim', 'planted', 'chaos'];

/** Files of these take turns in one process: to load all they import anew for each file took longer than their tests. */
const TAKE_TURNS: readonly string[] = ['unit', 'scenarios'];

/** The parts of `npm test`: `vitest run --project scenarios`, or any file by its path. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  unit: ['src/**/*.test.{ts,tsx}', 'tests/model/**/*.test.ts'],
  house: ['tests/*.test.ts'],
  scenarios: ['tests/scenarios/**/*.test.ts'],
  matrix: ['tests/matrix/**/*.test.ts'],
  fuzz: ['tests/fuzz/**/*.test.ts'],
  abuse: ['tests/abuse/**/*.test.ts'],
  chaos: ['tests/chaos/**/*.test.ts'],
  sim: ['tests/sim/**/*.test.ts'],
  planted: ['tests/planted/**/*.test.ts'],
};

export default defineConfig({
  // The client of the browser asks for it.
  plugins: [callLines()],
  test: {
    globalSetup: ['tests/database-server.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    // What is waited for comes as soon as this machine can; a second, the default, is a bet on its pace.
    expect: { poll: { timeout: 60_000 } },
    projects: Object.entries(PARTS).map(([name, include], index) => ({
      extends: true,
      test: {
        name,
        include: [...include],
        sequence: { groupOrder: BESIDE.includes(name) ? Object.keys(PARTS).length : index },
        isolate: !TAKE_TURNS.includes(name),
        maxWorkers: WORKERS[name] ?? 2,
      },
    })),
  },
});
