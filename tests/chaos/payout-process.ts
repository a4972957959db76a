/** A process that looks once at what is to be sent on a chain, which a test can kill in between. The wallet's signer is another one. */
import { createPayouts, UNGUARDED } from '#server/cashier/payouts/payouts.ts';
import { systemClock as clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool } from '#server/db/index.ts';
import { leaveSweep, takeForSweep, unsweptOutputs } from '#server/deposits/store-unswept.ts';
import { depositedAt } from '#server/deposits/store-addresses.ts';
import { createLog } from '#server/logging/log.ts';
import { Networks } from '#server/networks/index.ts';
import { sendCoinsOnce } from '#server/treasury/coins/sender.ts';
import { sendOnce } from '#server/treasury/sending/sender.ts';
import { WalletClient } from '#server/treasury/signer/wallet-client.ts';

const config = readConfig(process.env);
const log = createLog(config);
const networks = new Networks({ config, clock, log });
const db = createPool(config.databaseUrl ?? '', { max: 2 });
const payouts = createPayouts({ clock, ...UNGUARDED });
const signer = new WalletClient(config.wallet?.socket ?? '');
const parts = {
  db,
  clock,
  log,
  payouts,
  signer,
  deposited: depositedAt,
  unswept: { find: unsweptOutputs, take: takeForSweep, leave: leaveSweep },
};
for (const at of networks.all) await sendOnce(parts, at);
for (const at of networks.coins) await sendCoinsOnce(parts, at);
await db.end();
