/**
 * A process that opens the wallet of the local network, or with MOVED books that transaction there, which a test can kill in between. Ends with 3
 * where that was done already.
 */
import { randomUUID } from 'node:crypto';
import type { Approved } from '#server/approvals/index.ts';
import { createAudit } from '#server/audit/index.ts';
import { createPayouts, UNGUARDED } from '#server/cashier/payouts/payouts.ts';
import { systemClock as clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { createLog } from '#server/logging/log.ts';
import { Networks } from '#server/networks/index.ts';
import { fieldsOf, openPayoutWallet, readMove, WalletClient, walletMovedAct } from '#server/treasury/index.ts';
import { Reconciler } from '#server/treasury/reconcile/reconciler.ts';
import { createVault } from '#server/vault/index.ts';

const config = readConfig(process.env);
const log = createLog(config);
const db = createPool(config.databaseUrl ?? '', { max: 2 });
const networks = new Networks({ config, clock, log });
const payouts = createPayouts({ clock, ...UNGUARDED });

async function open(): Promise<boolean> {
  const signer = new WalletClient(config.wallet?.socket ?? '');
  const parts = { db, clock, networks, payouts, signer };
  return (await openPayoutWallet(parts, 'local', () => Promise.resolve())).isOpen;
}

/** As the last of two people who approve it. */
async function book(txHash: string): Promise<boolean> {
  const at = networks.find('local');
  const move = await readMove({ db, payouts, networks }, { network: 'local', txHash });
  if (at === null || typeof move === 'string') throw new Error(`it cannot be booked: ${JSON.stringify(move)}`);
  await new Reconciler({ db, clock, log, payouts, networks }).look(at);
  const act = walletMovedAct({ audit: createAudit({ vault: createVault({ config }), clock }), clock });
  const fields = fieldsOf(move, 'house');
  const people = { kind: 'approved', requestId: randomUUID(), maker: randomUUID(), checkers: [randomUUID()] } as const;
  return transaction(db, async (tx) => {
    if ((await act.refuses?.(tx, fields)) !== null) return false;
    await act.execute(tx, fields, { ...people, reason: 'brought by us' } as unknown as Approved);
    return true;
  });
}

const moved = process.env['MOVED'];
const isDone = moved === undefined ? await open() : await book(moved);
await db.end();
process.exit(isDone ? 0 : 3);
