/**
 * `npm run test:mutation`: faults planted one by one into the rules of the money (`domain`) and into the posting of journals
 * (`ledger`, on PostgreSQL); at least 85 of 100 must fail a test.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TESTS = ['!**/*.test.ts'];
/** What is mutated, and with which tests. The naive book is a model that tests compare with. */
const PARTS = {
  domain: {
    mutate: ['src/domain/{ledger,trading}/**/*.ts', '!**/naive-book.ts', ...TESTS],
    vitest: { configFile: 'tests/mutation/domain.config.ts' },
  },
  // Without what only lists it, shows it to staff, or says what of it is personal.
  ledger: {
    mutate: [
      'src/server/ledger/*.ts',
      '!**/{check,report,index,contract,subject,office-seat,money-parts,store-personal-data}.ts',
      ...TESTS,
    ],
    // The tests reach the ledger through a database and a pool: what imports what does not say which of them matter.
    vitest: { configFile: 'tests/mutation/ledger.config.ts', related: false },
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 15,
  },
};

const part = process.env.MUTATE ?? 'domain';

export default {
  ...PARTS[part],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  // A table of constants is read once, before any test: each of its faults would take all tests anew.
  ignoreStatic: true,
  concurrency: Number(process.env.MUTATE_WORKERS ?? 2),
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { logTests: false, allowColor: false },
  jsonReporter: { fileName: `bench/results/mutation-${part}.json` },
  thresholds: { high: 90, low: 85, break: 85 },
  tempDirName: join(tmpdir(), `tikvo-mutation-${part}`),
  disableTypeChecks: true,
};
