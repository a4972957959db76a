/** A process that begins an order at the simulator of an on-ramp, and asks how it stands. A test can kill it in between. */
import { createOrder } from '#server/fiat/orders.ts';
import { FIAT_PROVIDERS } from '#server/fiat/index.ts';
import { askProvider } from '#server/fiat/settle.ts';
import { orderedWithin } from '#server/fiat/store-due.ts';
import { ordersOf } from '#server/fiat/store.ts';
import { createTill } from '#server/fiat/simulator/till.ts';
import { createLog } from '#server/logging/log.ts';
import { createProviders } from '#server/providers/providers.ts';
import type { Queryable } from '#server/db/index.ts';
import { eligibilityOf } from '#server/limits/index.ts';
import { cashierParts } from './cashier-parts.ts';

const { PERSON: userId = '' } = process.env;
const cashier = cashierParts();
const { config, clock, db, vault } = cashier;
const log = createLog(config);
const providers = createProviders({ config, db, vault, clock, log, providerList: FIAT_PROVIDERS });
const parts = {
  ...cashier,
  log,
  providers,
  depositedWithin: orderedWithin,
  standingOf: (on: Queryable, id: string) => eligibilityOf(on, id, { clock }),
};
const actor = { userId, sessionId: userId, role: 'USER', realm: 'real' } as const;
const body = { offer: 'fiatsim.card', fiat: 'EUR', amount: '100', receive: '104.26' };
const [known] = await ordersOf(db, userId, 1);
// One that was paid is not ordered again.
if (known === undefined || known.url === null) {
  const made = await createOrder(parts, { actor, locale: 'en' }, body);
  if (!made.ok) throw new Error(made.refusal.code);
}
const [order] = await ordersOf(db, userId, 1);
if (order === undefined) throw new Error('no order');
await createTill(parts).press({ reference: order.id }, 'pay', 'silent');
await askProvider(parts, order);
await db.end();
