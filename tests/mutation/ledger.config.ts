import { defineConfig } from 'vitest/config';

/** The tests that a fault planted into the posting of journals has to fail: on PostgreSQL. */
export default defineConfig({
  test: {
    globalSetup: ['tests/database-server.ts'],
    include: [
      'src/server/ledger/**/*.test.ts',
      'tests/scenarios/{ledger/ledger-*,ledger/adjustment,ledger/house-money,exchange/exchange-{invariants,bonus}}.test.ts',
      'tests/scenarios/cashier/{withdrawals,payouts,coin-payouts}.test.ts',
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
