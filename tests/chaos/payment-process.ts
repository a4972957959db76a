/** A process that makes a payment and gives it to its payee, which a test can kill in between. */
import { createLocalBus } from '#server/bus/index.ts';
import { endDue, pay, type CashierParts } from '#server/cashier/index.ts';
import { systemClock as clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool } from '#server/db/index.ts';
import { createPayees } from '#server/identity/accounts/payees.ts';
import { eligibilityOf } from '#server/limits/index.ts';
import { createVault } from '#server/vault/index.ts';
import { createLegalNames } from '#server/verification/index.ts';

const { env } = process;
const config = readConfig(env);
const vault = createVault({ config });
const legalNames = createLegalNames({ config, vault, clock });
const parts: CashierParts = {
  config,
  db: createPool(config.databaseUrl ?? '', { max: 2 }),
  bus: createLocalBus(),
  clock,
  vault,
  payees: createPayees({ config, vault, legalNames }),
  standingOf: (db, userId) => eligibilityOf(db, userId, clock),
  payoutsHeld: () => Promise.resolve(false),
};
const { PAYER: userId = '', PAYEE: payee = '', KEY: key = '' } = env;
const actor = { userId, sessionId: userId, role: 'USER', realm: 'real' } as const;
const body = { transfer: true, to: payee, amount: '25', confirmed: payee } as const;
const reply = await pay(parts, actor, { body, kept: { key, bodyHash: key } });
if (!reply.ok) throw new Error(reply.refusal.code);
const { id } = JSON.parse(reply.body) as { id: string };
await endDue(parts, id);
await endDue(parts, id);
await parts.db.end();
