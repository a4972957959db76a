import { HOUSE } from './contract.ts';
import type { Changes } from './contract.ts';
import type { Fill, Order } from './order.ts';
import { rests } from './order-life.ts';
import { addResting, dropResting, liveMarket, ownerNo, restoreMarket } from './state.ts';
import type { ExchangeState, LiveOrder } from './state.ts';
import { priceOfFirst, truthSide } from './truth.ts';

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
  if (taker !== null) matchInBook(state, { taker, fills: changes.fills, ended });
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
  for (const { id, result } of changes.markets) if (result !== null) state.markets.delete(id);
}

function matchInBook(
  state: ExchangeState,
  at: {
    readonly taker: Order;
    readonly fills: readonly Fill[];
    readonly ended: readonly { readonly order: Order; readonly live: LiveOrder }[];
  },
): void {
  const { taker, fills, ended } = at;
  const { book } = liveMarket(state, taker.marketId);
  const met = new Set(fills.map(({ maker }) => maker.orderId));
  // Sets that netted, or their time, took these out before the taker came to them; its own the book takes out itself.
  for (const { order, live } of ended) {
    if (order.end !== 'self_trade' && !met.has(order.id)) book.cancel(live.handle);
  }
  const expected = fills.map(({ maker, price, lots }) => {
    const handle =
      maker.orderId === null
        ? book.rest({ owner: ownerNo(state, HOUSE), side: truthSide(maker), price, lots })
        : state.orders.get(maker.orderId)?.handle;
    return { handle, price, lots };
  });
  const added = book.add({
    owner: ownerNo(state, taker.userId),
    side: truthSide(taker),
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
