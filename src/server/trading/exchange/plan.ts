import { uuidv7 } from 'uuidv7';
import type { Realm } from '#domain/realm.ts';
import { HOUSE, isHouse } from '#domain/trading/orders/contract.ts';
import type { OrderCommand } from '#domain/trading/orders/contract.ts';
import type { OutcomeNo } from '#domain/trading/orders/market.ts';
import type { Position } from '#domain/trading/orders/order.ts';
import type { ExchangeState } from '#domain/trading/orders/state.ts';
import { affectedBy } from '#domain/trading/orders/affected-accounts.ts';
import type { AccountId } from '#server/ledger/contract.ts';
import type { CancelOrders, LeaveMarket, MoveSets, PlaceOrder } from '../contract.ts';
import type { ExchangeLedger } from './accounts.ts';
import type { Ordering } from './answers.ts';
import type { Leavers } from './leavers.ts';
import type { MarketTask } from './tasks.ts';
import type { MarketData } from './market-data.ts';

interface Owner {
  readonly userId: string;
  readonly realm: Realm;
}

/** What a batch will do to the exchange, before it is known how it ends. */
export interface ExchangePlan {
  readonly tasks: readonly MarketTask[];
  /** What each request asks; null: an outcome that its market does not have. */
  readonly commands: ReadonlyMap<Ordering, OrderCommand | null>;
  /** People whose money may move. */
  readonly people: readonly Owner[];
  readonly markets: readonly string[];
}

/** Draws the ids of new orders, and finds whom the batch can touch. */
export function planOf(
  work: { readonly requests: readonly Ordering[]; readonly tasks: readonly MarketTask[] },
  at: { readonly state: ExchangeState; readonly data: MarketData; readonly now: number; readonly leavers: Leavers },
): ExchangePlan {
  const { state, now } = at;
  const commands = new Map(work.requests.map((request) => [request, commandOf(request, at)]));
  const all = [...work.tasks.map(({ command }) => command), ...commands.values()].filter((one) => one !== null);
  const touched = affectedBy(state, all, now);
  return { tasks: work.tasks, commands, people: touched.people, markets: touched.markets };
}

function commandOf(
  { command }: Ordering,
  {
    data,
    now,
    leavers,
  }: {
    readonly data: MarketData;
    readonly now: number;
    readonly leavers: Leavers;
  },
): OrderCommand | null {
  if (command.kind === 'leave') return leaveOf(command.input, leavers);
  if (command.kind === 'sets') return setsOf(command.input, data);
  return command.kind === 'order' ? placeOf(command.input, data, now) : cancelOf(command.input);
}

function placeOf(input: PlaceOrder, data: MarketData, now: number): OrderCommand | null {
  const { actor, marketId, side, terms } = input;
  const outcomes: readonly string[] = data.known(marketId, now)?.market.outcomes ?? [];
  const outcome = outcomes.indexOf(input.outcome);
  // In a market that is not there no outcome is found.
  if (outcome < 0 && outcomes.length > 0) return null;
  const limit = terms.type === 'LIMIT';
  return {
    kind: 'place',
    id: uuidv7(),
    realm: actor.realm,
    userId: actor.userId,
    placedBy: actor.sessionId,
    marketId,
    outcome: (outcome === 1 ? 1 : 0) satisfies OutcomeNo,
    side,
    type: terms.type,
    price: limit ? terms.price : terms.worstPrice,
    lots: terms.lots,
    amount: limit ? null : terms.amount,
    timeInForce: terms.timeInForce,
    postOnly: limit && terms.postOnly,
    expiresAt: limit ? terms.expiresAt : null,
    eligibility: actor.eligibility ?? null,
  };
}

function leaveOf(input: LeaveMarket, leavers: Leavers): OrderCommand {
  const { actor, marketId } = input;
  const { realm, userId, sessionId: placedBy } = actor;
  return {
    kind: 'leave',
    id: uuidv7(),
    realm,
    userId,
    placedBy,
    marketId,
    heldLots: leavers.take(input),
  };
}

function setsOf({ actor, marketId, move, lots }: MoveSets, data: MarketData): OrderCommand {
  const { realm, userId, eligibility = null } = actor;
  const listed = data.listed(marketId);
  const books = listed === null ? [] : data.linkedBooks(listed).map((one) => one.listed.id);
  return {
    kind: 'sets',
    id: uuidv7(),
    realm,
    userId,
    marketId,
    books,
    move,
    lots,
    eligibility,
  };
}

function cancelOf({ actor, which }: CancelOrders): OrderCommand {
  const { userId, realm } = actor;
  if ('orderId' in which) return { kind: 'cancel', userId, realm, orderId: which.orderId };
  const { marketId, placedBy, because = 'user' } = which;
  const all = { kind: 'cancel_all', userId, realm, marketId, because } as const;
  return placedBy === undefined ? all : { ...all, placedBy };
}

/** Accounts that the plan can touch: those of its people and markets, the house's, and the bonus of whoever is paid. */
export function planAccounts(plan: ExchangePlan, ledger: ExchangeLedger, state: ExchangeState): AccountId[] {
  const ids: AccountId[] = [];
  for (const { userId, realm } of plan.people) {
    const found = ledger.find(userId, realm);
    if (found !== null) ids.push(found.cash, found.locked);
  }
  for (const marketId of plan.markets) {
    if (!ledger.knows(marketId)) continue;
    const { pool, fees } = ledger.market(marketId);
    ids.push(pool, fees);
  }
  if (plan.markets.length === 0) return ids;
  for (const realm of ['real', 'demo'] as const) {
    const house = ledger.owner(HOUSE, realm);
    const { fees, mmExpense, bears } = ledger.house(realm);
    ids.push(house.cash, house.locked);
    if (plan.tasks.length > 0) ids.push(fees, mmExpense);
    // Others work with it too: it is held by batches that need it alone.
    if (plan.tasks.some(({ command }) => mayBear(command, state))) ids.push(bears);
  }
  for (const { userId, realm } of payablesOf(plan.tasks, state)) ids.push(ledger.payable(userId, realm));
  return ids;
}

/** Holdings that a command pays, if they were not paid before. */
function paidBy(command: OrderCommand, { markets }: ExchangeState): readonly Position[] {
  const allOf = (marketId: string) => [...(markets.get(marketId)?.positions.values() ?? [])];
  if (command.kind === 'settle') return allOf(command.marketId);
  if (command.kind === 'settle_linked') return command.books.flatMap(allOf);
  if (command.kind !== 'pay') return [];
  return command.owners.flatMap((userId) => markets.get(command.marketId)?.positions.get(userId) ?? []);
}

/** May the house pay for somebody by it, or get back what it paid? */
const mayBear = (command: OrderCommand, state: ExchangeState) =>
  command.kind === 'undo' || paidBy(command, state).some(({ borne = 0n }) => borne > 0n);

/** Whose bonus the settlements among these tasks may book. */
export function payablesOf(tasks: readonly MarketTask[], state: ExchangeState): Owner[] {
  return tasks.flatMap(({ command }) => {
    const held = paidBy(command, state);
    return held.filter(({ bonus, userId, paidLots }) => bonus > 0n && !isHouse(userId) && paidLots === undefined);
  });
}
