import type { PoolClient } from 'pg';
import { z } from 'zod';
import { depositRoom, withinRoom } from '#domain/deposits/rules.ts';
import { fiatRefunded, fiatReleased } from '#domain/ledger/fiat-entries.ts';
import { add, toDecimal, usdt } from '#domain/money.ts';
import type { ActDefinition, ActKind, Approved } from '#server/approvals/index.ts';
import { actorOf, type Audit, type By } from '#server/audit/index.ts';
import { openAccounts, postNew } from '#server/ledger/index.ts';
import { lockDeposits } from '#server/ledger/treasury/lock-deposits.ts';
import type { FiatParts } from '../parts.ts';
import { apartOf, clearingOf, tellCredited, win } from '../settle.ts';
import { changeOrder, insertNews, lockOrder, type FiatOrder } from '../store.ts';
import { setOrderOwner } from './store-review.ts';

export interface DecideParts extends FiatParts {
  readonly audit: Pick<Audit, 'write'>;
}

/** credited: what is held is theirs. refunded: the provider has paid it back. won, lost: how a chargeback ended. */
const OUTCOMES = ['credited', 'refunded', 'won', 'lost'] as const;
export type Decision = (typeof OUTCOMES)[number];
const FIELDS = z.object({ orderId: z.uuid(), userId: z.uuid(), outcome: z.enum(OUTCOMES) });
type Fields = z.infer<typeof FIELDS>;

/** What people make of an order that waits for them: two of them. */
export const ORDER_DECIDED: ActKind<Fields> = {
  name: 'fiat.decided',
  title: 'Decide a fiat order',
  fields: FIELDS,
  people: 2,
  roles: new Set(['CASHIER', 'ADMIN'] as const),
  about: ({ userId }) => userId,
};

export function orderDecidedAct(parts: DecideParts): ActDefinition<Fields> {
  return {
    ...ORDER_DECIDED,
    refuses: async (tx, { orderId, userId, outcome }) => {
      const order = await lockOrder(tx, orderId);
      if (order === null || order.userId !== userId) return 'There is no such order of this person.';
      return against(parts, tx, { order, outcome });
    },
    now: async (tx, { orderId }) => {
      const order = await lockOrder(tx, orderId);
      if (order === null) return {};
      const { state, held, credited, owed } = order;
      return { state, held: toDecimal(held), credited: toDecimal(credited), owed: toDecimal(owed) };
    },
    execute: async (tx, { orderId, outcome }, approved) => {
      const order = await lockOrder(tx, orderId);
      if (order === null) throw new Error(`there is no order ${orderId}`);
      const state = await DO[outcome](parts, tx, order);
      await note(parts, tx, { order, by: approved, reason: approved.reason, state });
      return { state };
    },
  };
}

const IS_FOR: Readonly<Record<Decision, FiatOrder['state']>> = {
  credited: 'REVIEW',
  refunded: 'REVIEW',
  won: 'CHARGEBACK',
  lost: 'CHARGEBACK',
};

/** The rule against a decision now, in a sentence; null: none. */
export async function against(
  { payees, standingOf, depositedWithin, clock }: FiatParts,
  tx: PoolClient,
  { order, outcome }: { readonly order: FiatOrder; readonly outcome: Decision },
): Promise<string | null> {
  if (order.state !== IS_FOR[outcome]) return 'It doesn’t wait for this.';
  if (outcome === 'refunded' && order.credited > 0n)
    return 'A part of it is theirs already: what the provider pays back is a chargeback, and is booked when the provider says so.';
  const { userId, held } = order;
  // Money may still come for one of which nothing did: it would find the order over.
  if (held === 0n && IS_FOR[outcome] === 'REVIEW') return 'The books hold nothing of it.';
  if (outcome !== 'credited') return null;
  if ((await payees.stateOf(tx, userId)) !== 'open') return 'The account is closed or blocked.';
  const { selfExcluded, depositLimits } = await standingOf(tx, userId);
  if (selfExcluded) return 'They have excluded themselves.';
  await lockDeposits(tx, userId);
  const room = depositRoom(depositLimits, await depositedWithin(tx, userId, clock.now()));
  return withinRoom(held, room).held === 0n ? null : 'Their own deposit limits have no room for it.';
}

type Deciding = (parts: FiatParts, tx: PoolClient, order: FiatOrder) => Promise<FiatOrder['state']>;
const DO: Readonly<Record<Decision, Deciding>> = {
  credited: async ({ clock }, tx, order) => {
    const { id, userId, held, credited } = order;
    const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
    await postNew(tx, fiatReleased({ orderId: id, from: await apartOf(tx, userId), to: cash, amount: held }));
    const to = { state: 'CREDITED', credited: add(credited, held), held: usdt(0n) } as const;
    await changeOrder(tx, { id, ...to, reason: null, now: clock.now() });
    await tellCredited(tx, order, held);
    return 'CREDITED';
  },
  refunded: async ({ clock }, tx, order) => {
    const { id, userId, held, credited, provider } = order;
    const part = { to: await apartOf(tx, userId), amount: held };
    await postNew(tx, fiatRefunded({ orderId: id, clearing: await clearingOf(tx, provider), held: part }));
    await changeOrder(tx, { id, state: 'REFUNDED', credited, held: usdt(0n), now: clock.now() });
    return 'REFUNDED';
  },
  won: win,
  lost: async ({ clock }, tx, { id, credited, held }) => {
    await changeOrder(tx, { id, state: 'LOST', credited, held, now: clock.now() });
    return 'LOST';
  },
};

interface Act {
  readonly id: string;
  readonly by: By;
  readonly reason: string;
}

/** Somebody works on it from now on. false: it waits for nobody. */
export async function takeOrder(
  parts: DecideParts,
  tx: PoolClient,
  act: Act & { readonly owner: string },
): Promise<boolean> {
  const order = await lockOrder(tx, act.id);
  if (order === null || !(order.state === 'REVIEW' || order.state === 'CHARGEBACK')) return false;
  await setOrderOwner(tx, order.id, act.owner);
  await note(parts, tx, { order, ...act, state: order.state });
  return true;
}

/** It stays where it is, for a reason: neither theirs nor paid back. false: it waits for nobody. */
export async function keepOrder(parts: DecideParts, tx: PoolClient, act: Act): Promise<boolean> {
  const order = await lockOrder(tx, act.id);
  if (order === null || order.state !== 'REVIEW') return false;
  const { id, credited, held } = order;
  await changeOrder(tx, { id, state: 'KEPT', credited, held, now: parts.clock.now() });
  await note(parts, tx, { order, ...act, state: 'KEPT' });
  return true;
}

async function note(
  { audit, clock }: DecideParts,
  tx: PoolClient,
  {
    order,
    by,
    reason,
    state,
  }: {
    readonly order: FiatOrder;
    readonly by: By | Approved;
    readonly reason: string;
    readonly state: FiatOrder['state'];
  },
): Promise<void> {
  const { id: orderId, userId, held } = order;
  const nothing = { status: null, paidFiat: null, paid: null, brings: null };
  await insertNews(tx, { orderId, userId, source: 'staff', state, ...nothing, at: clock.now() });
  await audit.write(tx, {
    ...actorOf(by),
    action: 'fiat.decided',
    objectType: 'fiat_order',
    objectId: orderId,
    subjectId: userId,
    reason,
    before: { state: order.state, why: order.reason, held: held.toString() },
    after: { state },
  });
}
