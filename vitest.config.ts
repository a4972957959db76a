import { defineConfig } from 'vitest/config';

/** The parts of `npm test`: `vitest run --project scenarios`, or any file by its path. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  unit: ['src/**/*.test.{ts,tsx}', 'tests/model/**/*.test.ts'],
  house: ['tests/*.test.ts'],
  scenarios: ['tests/scenarios/**/*.test.ts'],
  matrix: ['tests/matrix/**/*.test.ts'],
  fuzz: ['tests/fuzz/**/*.test.ts'],
  abuse: ['tests/abuse/**/*.test.ts'],
  chaos: ['tests/chaos/**/*.test.ts'],
};

export default defineConfig({
  test: {
    globalSetup: ['tests/database-server.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: Object.entries(PARTS).map(([name, include]) => ({
      extends: true,
      test: { name, include: [...include] },
    })),
  },
});
