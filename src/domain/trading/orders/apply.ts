import { HOUSE } from './contract.ts';
import type { Changes } from './contract.ts';
import type { Order } from './order.ts';
import { rests } from './order-life.ts';
import { addResting, dropResting, liveMarket, ownerNo, restoreMarket, splitKey } from './state.ts';
import type { ExchangeState, LiveOrder } from './state.ts';
import { priceOfFirst, canonicalSide } from './canonical-side.ts';

/**
 * Takes the changes of one command into the state. The book matches `taker` itself and must come to the same fills: a throw here means that
 * memory is not to be trusted, and that the batch must not be stored.
 */
export function applyChanges(state: ExchangeState, changes: Changes, taker: Order | null): void {
  for (const market of changes.markets) {
    const live = state.markets.get(market.id);
    if (live === undefined) restoreMarket(state, market);
    else live.market = market;
  }
  const ended = changes.orders
    .filter(({ id }) => id !== taker?.id)
    .map((order) => ({ order, live: state.orders.get(order.id) }))
    .filter((one): one is { order: Order; live: LiveOrder } => one.live !== undefined && !rests(one.order.status));
  if (taker !== null) matchInBook(state, { taker, changes });
  else
    for (const { handle, marketId, lots } of shrunk(state, changes))
      liveMarket(state, marketId).book.reduce(handle, lots);
  for (const { order, live } of ended) {
    liveMarket(state, order.marketId).book.cancel(live.handle);
    dropResting(state, live);
  }
  for (const order of changes.orders) {
    const live = state.orders.get(order.id);
    if (live !== undefined) live.order = order;
  }
  for (const position of changes.positions) {
    liveMarket(state, position.marketId).positions.set(position.userId, position);
  }
  for (const split of changes.splits) state.splits.add(splitKey(split));
  for (const { id, result } of changes.markets) if (result !== null) state.markets.delete(id);
}

/** Sell orders that rest on, smaller: sets took shares of them, and no taker met them. */
function shrunk(
  state: ExchangeState,
  { orders }: Pick<Changes, 'orders'>,
): {
  readonly handle: number;
  readonly marketId: string;
  readonly lots: number;
}[] {
  return orders.flatMap((order) => {
    const live = state.orders.get(order.id);
    if (live === undefined || !rests(order.status)) return [];
    const lots = live.order.resting - order.resting;
    return lots === 0 ? [] : [{ handle: live.handle, marketId: order.marketId, lots }];
  });
}

/**
 * Lots that netted sets, or its own time, took off somebody else's order before the taker came to it: none could be taken after a part of
 * it was met, for then the taker has all that it asked for. The taker's own orders are taken out by the book itself.
 */
function takenOff(
  state: ExchangeState,
  { taker, changes }: { readonly taker: Order; readonly changes: Pick<Changes, 'fills' | 'orders'> },
): { readonly handle: number; readonly lots: number }[] {
  const met = new Map<string | null, number>();
  for (const { maker, lots } of changes.fills) met.set(maker.orderId, (met.get(maker.orderId) ?? 0) + lots);
  return changes.orders.flatMap((order) => {
    const live = state.orders.get(order.id);
    if (live === undefined || order.id === taker.id || order.end === 'self_trade') return [];
    const lots = live.order.resting - order.resting - (met.get(order.id) ?? 0);
    return lots === 0 ? [] : [{ handle: live.handle, lots }];
  });
}

function matchInBook(
  state: ExchangeState,
  at: { readonly taker: Order; readonly changes: Pick<Changes, 'fills' | 'orders'> },
): void {
  const { taker, changes } = at;
  const { fills } = changes;
  const { book } = liveMarket(state, taker.marketId);
  for (const { handle, lots } of takenOff(state, at)) book.reduce(handle, lots);
  const expected = fills.map(({ maker, price, lots }) => {
    const handle =
      maker.orderId === null
        ? book.rest({ owner: ownerNo(state, HOUSE), side: canonicalSide(maker), price, lots })
        : state.orders.get(maker.orderId)?.handle;
    return { handle, price, lots };
  });
  const added = book.add({
    owner: ownerNo(state, taker.userId),
    side: canonicalSide(taker),
    price: priceOfFirst(taker.outcome, taker.price),
    lots: taker.lots ?? taker.filled,
    tif: taker.timeInForce,
    postOnly: taker.postOnly,
  });
  const found = added.fills.toArray();
  const same = expected.every(
    ({ handle, price, lots }, no) =>
      found[no]?.handle === handle && found[no]?.price === price && found[no]?.lots === lots,
  );
  if (!same || found.length !== expected.length || added.rested !== taker.resting) {
    throw new Error(`the book of ${taker.marketId} fills ${taker.id} otherwise than was decided`);
  }
  if (added.handle !== 0) addResting(state, taker, added.handle);
}
