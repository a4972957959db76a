/** A process that looks at a chain once: it reads its blocks and credits what is final. A test can kill it in between. */
import { createLocalBus } from '#server/bus/index.ts';
import { systemClock as clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool } from '#server/db/index.ts';
import { creditFinal } from '#server/deposits/credit.ts';
import { followWaiting } from '#server/deposits/follow-waiting.ts';
import { creditedWithin } from '#server/deposits/store-limits.ts';
import { scan } from '#server/deposits/scan.ts';
import { createPayees } from '#server/identity/accounts/payees.ts';
import { eligibilityOf } from '#server/limits/index.ts';
import { createLog } from '#server/logging/log.ts';
import { Networks } from '#server/networks/index.ts';
import { createVault } from '#server/vault/index.ts';
import { createLegalNames } from '#server/verification/index.ts';

const config = readConfig(process.env);
const vault = createVault({ config });
const log = createLog(config);
const networks = new Networks({ config, clock, log });
const db = createPool(config.databaseUrl ?? '', { max: 2 });
const parts = {
  config,
  db,
  bus: createLocalBus(),
  clock,
  log,
  networks,
  // A coin is worth 100.00 whenever one asks.
  pairCache: {
    find: async () =>
      ({
        pair: { no: 7, scale: 2 },
        kind: 'simulated',
        status: 'ONLINE',
        last: { seq: 1, t: clock.now(), price: 10_000 },
      }) as never,
  },
  standingOf: (tx: Parameters<typeof eligibilityOf>[0], userId: string) => eligibilityOf(tx, userId, { clock }),
  depositedWithin: creditedWithin,
  isListedAddress: async () => false,
  payees: createPayees({ config, vault, legalNames: createLegalNames({ config, vault, clock }) }),
};
for (const at of networks.read) {
  await scan(parts, at);
  if (at.family === 'coin') await followWaiting(parts, at);
  await creditFinal(parts, at);
}
await db.end();
