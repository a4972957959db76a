/** A process that looks at a chain once: it reads its blocks and credits what is final. A test can kill it in between. */
import { createLocalBus } from '#server/bus/index.ts';
import { systemClock as clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool } from '#server/db/index.ts';
import { creditFinal } from '#server/deposits/credit.ts';
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
  standingOf: (tx: Parameters<typeof eligibilityOf>[0], userId: string) => eligibilityOf(tx, userId, { clock }),
  depositedWithin: creditedWithin,
  isListedAddress: async () => false,
  payees: createPayees({ config, vault, legalNames: createLegalNames({ config, vault, clock }) }),
};
for (const at of networks.all) {
  await scan(parts, at);
  await creditFinal(parts, at);
}
await db.end();
