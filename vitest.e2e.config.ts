import { defineConfig } from 'vitest/config';

/** The browser's run: the built product in a process of its own, one page at a time. */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    // Walks hundreds of addresses: a part of the long run.
    exclude: process.env['E2E_ALL'] === undefined ? ['tests/e2e/marks.e2e.ts'] : [],
    fileParallelism: false,
    testTimeout: 150_000,
    hookTimeout: 120_000,
  },
});
