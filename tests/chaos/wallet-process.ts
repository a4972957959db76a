/** A process that opens the wallet of the local network, which a test can kill in between. Ends with 3 where it is open already. */
import { createPayouts, UNGUARDED } from '#server/cashier/payouts/payouts.ts';
import { systemClock as clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool } from '#server/db/index.ts';
import { createLog } from '#server/logging/log.ts';
import { Networks } from '#server/networks/index.ts';
import { openPayoutWallet, WalletClient } from '#server/treasury/index.ts';

const config = readConfig(process.env);
const log = createLog(config);
const db = createPool(config.databaseUrl ?? '', { max: 2 });
const { isOpen } = await openPayoutWallet(
  {
    db,
    clock,
    networks: new Networks({ config, clock, log }),
    payouts: createPayouts({ clock, ...UNGUARDED }),
    signer: new WalletClient(config.wallet?.socket ?? ''),
  },
  'local',
  () => Promise.resolve(),
);
await db.end();
process.exit(isOpen ? 0 : 3);
