import type { PoolClient } from 'pg';
import { depositRoom, withinRoom } from '#domain/deposits/rules.ts';
import { chargedBack, differs, stepOf, type FiatReason, type FiatStep } from '#domain/fiat/orders.ts';
import { fiatChargedBack, fiatPaid, fiatRefunded, fiatWon } from '#domain/ledger/fiat-entries.ts';
import { subtract, usdt, type Usdt } from '#domain/money.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { balancesById, openAccount } from '#server/ledger/accounts.ts';
import { announceBalance } from '#server/ledger/announce-balance.ts';
import { openAccounts, postNew } from '#server/ledger/index.ts';
import { lockDeposits } from '#server/ledger/treasury/lock-deposits.ts';
import type { OpenProvider } from '#server/providers/index.ts';
import type { FiatParts } from './parts.ts';
import { RAMP_SEAT, type RampTypes, type OrderStands } from './seat.ts';
import { changeOrder, insertNews, lockOrder, setPaid, type FiatOrder } from './store.ts';

export type Asked = 'settled' | 'none' | 'failed' | 'unknown';

/** Asks the provider how an order stands, and does what follows: nothing else moves money of it. */
export async function askProvider(parts: FiatParts, order: FiatOrder): Promise<Asked> {
  const provider = parts.providers.at(RAMP_SEAT).find(({ name }) => name === order.provider);
  if (provider === undefined) return 'failed';
  const found = await provider.calls.look({ reference: order.id, theirs: order.theirs });
  if (found.kind !== 'found') return found.kind;
  return settle(parts, { provider, orderId: order.id, standing: found });
}

interface Settling {
  readonly provider: Pick<OpenProvider<RampTypes>, 'outcomeOf'>;
  readonly orderId: string;
  readonly standing: OrderStands;
}

async function settle(parts: FiatParts, { provider, orderId, standing }: Settling): Promise<Asked> {
  // One without a row: the seat has raised the alarm, and nothing follows.
  const outcome = provider.outcomeOf(standing.status);
  if (outcome === null) return 'unknown';
  const moved = await transaction(parts.db, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (locked === null) return null;
    await setPaid(tx, { id: orderId, ...standing });
    const { theirs, paidFiat, paid, brings } = standing;
    const order: FiatOrder = {
      ...locked,
      theirs: locked.theirs ?? theirs,
      paidFiat: paidFiat ?? locked.paidFiat,
      paid: paid ?? locked.paid,
      brings: brings ?? locked.brings,
    };
    const step = outcome === 'IGNORE' ? 'same' : stepOf(order.state, outcome);
    const state = await take(parts, tx, { order, step });
    await insertNews(tx, {
      orderId,
      userId: order.userId,
      source: 'provider',
      status: standing.status,
      state,
      paidFiat,
      paid,
      brings,
      at: parts.clock.now(),
    });
    crashAt('fiat.settled');
    return step === 'credit' || step === 'charge' || step === 'win' ? order.userId : null;
  });
  crashAt('fiat.committed');
  if (moved !== null) await announceBalance(parts, { ownerId: moved, realm: 'real' });
  return 'settled';
}

interface Taking {
  readonly order: FiatOrder;
  readonly step: FiatStep;
}

/** Does a step; the state after it. */
async function take(parts: FiatParts, tx: PoolClient, { order, step }: Taking): Promise<FiatOrder['state']> {
  const now = parts.clock.now();
  const { id, credited, held } = order;
  const go = async (state: FiatOrder['state'], reason?: FiatReason) => {
    await changeOrder(tx, { id, state, credited, held, now, ...(reason === undefined ? {} : { reason }) });
    return state;
  };
  switch (step) {
    case 'same':
      return order.state;
    case 'pending':
      return go('PENDING');
    case 'fail':
      return go('FAILED');
    case 'check':
      return go('REVIEW', 'provider');
    case 'credit':
      return credit(parts, tx, order);
    case 'hold':
      return hold(parts, tx, { order, reason: order.reason ?? 'late' });
    case 'refund':
      return refund(parts, tx, order);
    case 'charge':
      return chargeBack(parts, tx, order);
    case 'win':
      return win(parts, tx, order);
  }
}

/** The money is there in time: theirs, where all is as ordered and nothing is against it. */
async function credit(parts: FiatParts, tx: PoolClient, order: FiatOrder): Promise<FiatOrder['state']> {
  const { userId } = order;
  await lockDeposits(tx, userId);
  const reason = await whyNot(parts, tx, order);
  if (reason !== null) return hold(parts, tx, { order, reason });
  const { depositLimits } = await parts.standingOf(tx, userId);
  const now = parts.clock.now();
  const room = depositRoom(depositLimits, await parts.depositedWithin(tx, userId, now));
  const { credited, held } = withinRoom(order.brings ?? usdt(0n), room);
  await book(tx, order, { credited, held });
  const state = held > 0n ? 'REVIEW' : 'CREDITED';
  await changeOrder(tx, {
    id: order.id,
    state,
    credited,
    held,
    now,
    ...(held > 0n ? { reason: 'over_limit' } : {}),
  });
  if (credited > 0n) await tellCredited(tx, order, credited);
  return state;
}

async function whyNot(parts: FiatParts, tx: PoolClient, order: FiatOrder): Promise<FiatReason | null> {
  const gapPercent = parts.settings.values['fiat.gap_percent'];
  const differing = differs(order, { isFirm: order.isFirm, gapPercent });
  if (differing !== null) return differing;
  if ((await parts.payees.stateOf(tx, order.userId)) !== 'open') return 'account';
  return (await parts.standingOf(tx, order.userId)).selfExcluded ? 'excluded' : null;
}

/** What it brought is kept apart, once, until people have decided. */
async function hold(
  parts: FiatParts,
  tx: PoolClient,
  { order, reason }: { readonly order: FiatOrder; readonly reason: FiatReason },
): Promise<FiatOrder['state']> {
  const isBooked = order.credited > 0n || order.held > 0n;
  if (isBooked && order.state === 'KEPT') return order.state;
  const held = isBooked ? order.held : (order.brings ?? usdt(0n));
  if (!isBooked && held > 0n) await book(tx, order, { credited: usdt(0n), held });
  const { id, credited } = order;
  await changeOrder(tx, { id, state: 'REVIEW', reason, credited, held, now: parts.clock.now() });
  return 'REVIEW';
}

/** The provider gave back what nobody has yet. Where a part was theirs already, that part is a chargeback. */
async function refund(parts: FiatParts, tx: PoolClient, order: FiatOrder): Promise<FiatOrder['state']> {
  if (order.credited > 0n) return chargeBack(parts, tx, order);
  await giveBackHeld(tx, order);
  await changeOrder(tx, {
    id: order.id,
    state: 'REFUNDED',
    credited: order.credited,
    held: usdt(0n),
    now: parts.clock.now(),
  });
  return 'REFUNDED';
}

async function giveBackHeld(tx: PoolClient, order: FiatOrder): Promise<void> {
  if (order.held === 0n) return;
  const clearing = await clearingOf(tx, order.provider);
  const held = { to: await apartOf(tx, order.userId), amount: order.held };
  await postNew(tx, fiatRefunded({ orderId: order.id, clearing, held }));
}

async function chargeBack(parts: FiatParts, tx: PoolClient, order: FiatOrder): Promise<FiatOrder['state']> {
  const { id, userId, credited } = order;
  await giveBackHeld(tx, order);
  const now = parts.clock.now();
  if (credited === 0n) {
    await changeOrder(tx, { id, state: 'REFUNDED', credited, held: usdt(0n), now });
    return 'REFUNDED';
  }
  const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
  const has = (await balancesById(tx, [cash])).get(cash) ?? usdt(0n);
  const { taken, owed } = chargedBack(credited, has);
  const clearing = await clearingOf(tx, order.provider);
  await postNew(
    tx,
    fiatChargedBack({
      orderId: id,
      clearing,
      cash: { to: cash, amount: taken },
      owed: { to: await owedOf(tx, userId), amount: owed },
    }),
  );
  await changeOrder(tx, { id, state: 'CHARGEBACK', credited, held: usdt(0n), owed, now });
  parts.log.error(
    { alarm: 'chargeback', order: id, owed: owed.toString() },
    'money of an order was taken back from its provider',
  );
  return 'CHARGEBACK';
}

/** The provider got it back: as if it had not been taken. */
export async function win(parts: FiatParts, tx: PoolClient, order: FiatOrder): Promise<FiatOrder['state']> {
  const { id, userId, credited, owed } = order;
  const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
  await postNew(
    tx,
    fiatWon({
      orderId: id,
      clearing: await clearingOf(tx, order.provider),
      cash: { to: cash, amount: subtract(credited, owed) },
      owed: { to: await owedOf(tx, userId), amount: owed },
    }),
  );
  await changeOrder(tx, { id, state: 'WON', credited, held: usdt(0n), owed: usdt(0n), now: parts.clock.now() });
  return 'WON';
}

async function book(
  tx: PoolClient,
  order: FiatOrder,
  { credited, held }: { readonly credited: Usdt; readonly held: Usdt },
): Promise<void> {
  const { cash } = await openAccounts(tx, { ownerId: order.userId, realm: 'real' });
  await postNew(
    tx,
    fiatPaid({
      orderId: order.id,
      clearing: await clearingOf(tx, order.provider),
      cash: { to: cash, amount: credited },
      held: { to: await apartOf(tx, order.userId), amount: held },
    }),
  );
}

/** What a provider owes us. */
export const clearingOf = (tx: PoolClient, provider: string) =>
  openAccount(tx, { realm: 'real', kind: 'psp_clearing', ownerId: null, ref: provider });
/** What is there, and for people to decide. */
export const apartOf = (tx: PoolClient, ownerId: string) =>
  openAccount(tx, { realm: 'real', kind: 'suspense', ownerId, ref: 'unmatched' });
const owedOf = (tx: PoolClient, ownerId: string) =>
  openAccount(tx, { realm: 'real', kind: 'receivable', ownerId, ref: 'chargeback' });

export async function tellCredited(tx: PoolClient, { id, userId }: FiatOrder, amount: Usdt): Promise<void> {
  await record(tx, [{ kind: 'deposit.credited', userId, depositId: id, amount: amount.toString() }]);
}
