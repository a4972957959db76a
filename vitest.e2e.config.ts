import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';

/** The browser's run: each file has the built product in a process of its own, and a browser of its own; two files at a time, for much of it is waiting. */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    // What is seldom seen or seldom changed: a part of the long run.
    exclude: process.env['E2E_ALL'] === undefined ? ['tests/e2e/seldom/**'] : [],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 240_000,
    sequence: { sequencer: LongestFirst },
    // What is waited for comes as soon as this machine can; a second, the default, is a bet on its pace.
    expect: { poll: { timeout: 30_000 } },
  },
});
