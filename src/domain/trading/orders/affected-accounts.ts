import type { Realm } from '../../realm.ts';
import { isHouse } from './contract.ts';
import type { OrderCommand, PayHolders, PlaceOrder, AffectedAccounts, SplitOutcome, UndoFills } from './contract.ts';
import { costOf } from './share-money.ts';
import type { ExchangeState, LiveMarket } from './state.ts';
import { facing, priceOfFirst, takes, canonicalSide } from './canonical-side.ts';

/** Owners by realm, each once. */
class People {
  readonly #seen = new Map<string, { readonly userId: string; readonly realm: Realm }>();

  add(userId: string, realm: Realm): void {
    if (!isHouse(userId)) this.#seen.set(`${realm}:${userId}`, { userId, realm });
  }

  has(userId: string, realm: Realm): boolean {
    return this.#seen.has(`${realm}:${userId}`);
  }

  list(): AffectedAccounts['people'] {
    return [...this.#seen.values()];
  }
}

/**
 * Whose accounts these commands can touch, decided one after another at `now` (ms) on this state: those who ask, the owners of resting
 * orders that they could meet, whoever has orders where a market stops or ends, and whoever has holdings to be paid where one ends.
 */
export function affectedBy(state: ExchangeState, commands: readonly OrderCommand[], now: number): AffectedAccounts {
  const asking = new People();
  const met = new People();
  const markets = new Set<string>();
  const places: PlaceOrder[] = [];
  for (const command of commands) {
    if ('marketId' in command && command.marketId !== null) markets.add(command.marketId);
    if ('userId' in command) asking.add(command.userId, command.realm);
    if (command.kind === 'sets') for (const book of command.books) markets.add(book);
    if (command.kind === 'place') places.push(command);
    else if (command.kind === 'expire_due') addDue(state, now, met);
    else if (command.kind === 'market') addResting(state, command.marketId, met);
    else if (command.kind === 'settle') addAll(state, command.marketId, met);
    else if (command.kind === 'pay') addHolders(state, command, met);
    else if (command.kind === 'undo') addParties(command, met);
    else if (command.kind === 'split') addSplit(state, command, { markets, people: met });
    else if (command.kind === 'settle_linked') {
      for (const book of command.books) {
        markets.add(book);
        addAll(state, book, met);
      }
    }
  }
  for (const marketId of markets) {
    const live = state.markets.get(marketId);
    if (live !== undefined)
      addMet(
        { state, live, asking },
        places.filter((place) => place.marketId === marketId),
        met,
      );
  }
  for (const { userId, realm } of asking.list()) met.add(userId, realm);
  return { people: met.list(), markets: [...markets] };
}

function addDue(state: ExchangeState, now: number, into: People): void {
  for (const id of state.timers.items()) {
    const order = state.orders.get(id)?.order;
    if (order !== undefined && (order.expiresAt ?? now) <= now) into.add(order.userId, order.realm);
  }
}

function addHolders(state: ExchangeState, { marketId, owners }: PayHolders, into: People): void {
  const live = state.markets.get(marketId);
  if (live !== undefined) for (const userId of owners) into.add(userId, live.market.realm);
}

/** Who turns NO gets 1.00 for what meets NO of another outcome. */
function addSplit(
  state: ExchangeState,
  { realm, from, books, into }: SplitOutcome,
  to: { readonly markets: Set<string>; readonly people: People },
): void {
  for (const book of [...books, ...into.map((one) => one.book)]) to.markets.add(book);
  for (const { userId, lots } of state.markets.get(from)?.positions.values() ?? [])
    if (lots < 0) to.people.add(userId, realm);
}

function addParties({ fills }: UndoFills, into: People): void {
  for (const { taker, maker, realm } of fills) {
    into.add(taker.userId, realm);
    into.add(maker.userId, realm);
  }
}

/** Those whom an end pays: holders who were paid in parts are not touched again. */
function addAll(state: ExchangeState, marketId: string, into: People): void {
  const live = state.markets.get(marketId);
  if (live === undefined) return;
  const { realm } = live.market;
  for (const { userId, paidLots } of live.positions.values()) if (paidLots === undefined) into.add(userId, realm);
  addResting(state, marketId, into);
}

function addResting(state: ExchangeState, marketId: string, into: People): void {
  const live = state.markets.get(marketId);
  if (live === undefined) return;
  const { realm } = live.market;
  for (const id of live.resting.values()) {
    const order = state.orders.get(id)?.order;
    if (order !== undefined) into.add(order.userId, realm);
  }
}

/** Owners of what the takers of one market could meet, both sides: as many lots as they ask for together, up to the worst of their prices. */
function addMet(
  at: { readonly state: ExchangeState; readonly live: LiveMarket; readonly asking: People },
  places: readonly PlaceOrder[],
  into: People,
): void {
  const { state, live, asking } = at;
  for (const side of ['bid', 'ask'] as const) {
    const takers = places.filter((place) => canonicalSide(place) === side);
    const limits = takers.map(({ outcome, price }) => priceOfFirst(outcome, price));
    const limit = side === 'bid' ? Math.max(...limits) : Math.min(...limits);
    let lots = takers.reduce((sum, place) => sum + mostAsked(live, place), 0);
    for (const { handle, price, lots: there } of live.book.orders(facing(side))) {
      if (lots <= 0 || !takes({ side, limit }, price)) break;
      const order = state.orders.get(live.resting.get(handle) ?? '')?.order;
      if (order === undefined) continue;
      into.add(order.userId, order.realm);
      // Orders of those who ask may be cancelled before, sell orders may end by sets that net, others by the clock: they use up nothing.
      const reserved = live.positions.get(order.userId)?.reserved ?? 0;
      const stays = reserved === 0 && order.expiresAt === null;
      if (stays && !asking.has(order.userId, order.realm)) lots -= there;
    }
  }
}

/** A buy by amount gets no more lots than its money buys at the best price there is. */
function mostAsked(live: LiveMarket, place: PlaceOrder): number {
  if (place.amount === null) return place.lots ?? 0;
  const best = live.book.best(facing(canonicalSide(place)));
  return best === null ? 0 : Number(place.amount / costOf(priceOfFirst(place.outcome, best), 1));
}
