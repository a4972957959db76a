import { defineConfig } from 'vitest/config';

/** The tests that a fault planted into the pure rules of the money has to fail. */
export default defineConfig({
  test: {
    include: ['src/domain/{ledger,trading}/**/*.test.ts', 'tests/model/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
