import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/runs/longest-first.ts';

const ALL = process.env['E2E_ALL'] !== undefined;

/**
 * The browser's run: each file has a browser of its own, and the built product in a process that files with the same settings share. The stories wait more than
 * they compute and go three at a time; the long run, which looks at page after page, two.
 */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    // What is seldom seen or seldom changed: a part of the long run.
    exclude: ALL ? [] : ['tests/e2e/seldom/**'],
    globalSetup: ['tests/e2e/shared-products.ts'],
    maxWorkers: ALL ? 2 : 3,
    testTimeout: 180_000,
    hookTimeout: 240_000,
    sequence: { sequencer: LongestFirst },
    // What is waited for comes as soon as this machine can; a second, the default, is a bet on its pace.
    expect: { poll: { timeout: 60_000 } },
  },
});
