import type { Actor } from '#domain/identity/actor.ts';
import type { Realm } from '#domain/realm.ts';
import { toMsOrNull } from '#protocol/codecs.ts';
import { readCursor } from '#protocol/cursors.ts';
import type { EXCHANGE } from '#protocol/tables/exchange.ts';
import { askEngine, COMMAND_PATIENCE_MS } from '#server/engine-client/index.ts';
import type { ExchangeFilter } from '../contract.ts';
import { leavingWire } from '../exchange-wire.ts';
import { signedIn, type Call, type Handlers, type Reply } from '#server/routing/call.ts';
import { answerKept } from '#server/routing/answer.ts';
import { FILL_COLUMNS, ORDER_COLUMNS, POSITION_COLUMNS, SET_COLUMNS } from './columns.ts';
import { csvReply } from '#server/routing/export.ts';
import { readTerms, worstCostOf } from './order-terms.ts';
import type { TradingParts } from './parts.ts';
import { moveSets } from './sets.ts';

const PAGE = 50;
const DEPTH = 50;
const STEP_SEC = 10;
const WINDOW_SEC = { '5m': 300, '15m': 900, '1h': 3_600, '4h': 14_400, '1d': 86_400 } as const;
const ABSENT: Reply = { refusal: { code: 'NotFound' } };

export function exchangeRoutes(parts: TradingParts): Handlers<typeof EXCHANGE> {
  return { ...marketHandlers(parts), ...orderHandlers(parts), ...ownHandlers(parts) };
}

type MarketRoutes = 'rounds' | 'chances' | 'market' | 'book' | 'publicFills' | 'history';
type OrderRoutes = 'placeOrder' | 'leaving' | 'leave' | 'sets' | 'cancelOrder' | 'cancelOrders' | 'heartbeat';
type OwnRoutes = 'orders' | 'positions' | 'fills' | 'ownSets';

/** What everybody may see of markets, each in the realm of their token. */
function marketHandlers({ bus, exchange }: TradingParts): Pick<Handlers<typeof EXCHANGE>, MarketRoutes> {
  return {
    rounds: async (call) => {
      const query = { realm: realmOf(call), pair: call.query.pair };
      const rounds = await askEngine(bus.request('exchange.rounds', query));
      return rounds === null ? ABSENT : { status: 200, json: { items: rounds } };
    },
    chances: async (call) => {
      const query = { realm: realmOf(call), windowSec: WINDOW_SEC[call.query.window] };
      return { status: 200, json: { items: await askEngine(bus.request('exchange.chances', query)) } };
    },
    market: async (call) => found(await askEngine(bus.request('exchange.market', marketOf(call)))),
    book: async (call) => {
      const query = { ...marketOf(call), depth: call.query.depth ?? DEPTH };
      return found(await askEngine(bus.request('exchange.book', query)));
    },
    publicFills: async (call) => {
      const market = marketOf(call);
      const { cursor = null, limit = PAGE } = call.query;
      // The numbers of another market's fills are no places in this one's.
      const [ofMarket = market.marketId] = readCursor('marketFills', cursor) ?? [];
      if (ofMarket !== market.marketId) return { refusal: { code: 'InvalidRequest', fields: { cursor: 'malformed' } } };
      const page = await exchange.publicFills({ ...market, cursor, limit });
      if (page.items.length > 0 || (await askEngine(bus.request('exchange.market', market))) !== null)
        return { status: 200, json: page };
      return ABSENT;
    },
    history: async (call) => {
      const market = marketOf(call);
      const { from = null, to = null, step = STEP_SEC } = call.query;
      const history = await exchange.history({ ...market, from, to, stepSec: step });
      if (history.items.length > 0 || (await askEngine(bus.request('exchange.market', market))) !== null)
        return { status: 200, json: history };
      return ABSENT;
    },
  };
}

function orderHandlers(parts: TradingParts): Pick<Handlers<typeof EXCHANGE>, OrderRoutes> {
  const { bus, exchange, heartbeats } = parts;
  const cancel = async (
    call: Pick<Call<typeof EXCHANGE.cancelOrder>, 'actor' | 'idempotency'>,
    which: { orderId: string } | { marketId: string | null },
  ) => {
    const asked = { actor: signedIn(call), which, idempotency: call.idempotency };
    return answerKept(200, await askEngine(bus.request('exchange.cancel', asked), COMMAND_PATIENCE_MS));
  };
  return {
    placeOrder: (call) => placeOrder(parts, call),
    leaving: async (call) => {
      const { userId, realm } = signedIn(call);
      const found = await exchange.leaving({
        userId,
        realm,
        marketId: call.params.id,
      });
      return found === null ? ABSENT : { status: 200, json: leavingWire(found) };
    },
    leave: async (call) => {
      const asked = {
        actor: signedIn(call),
        marketId: call.params.id,
        idempotency: call.idempotency,
      };
      return answerKept(201, await askEngine(bus.request('exchange.leave', asked), COMMAND_PATIENCE_MS));
    },
    sets: (call) => moveSets(parts, call),
    cancelOrder: (call) => cancel(call, { orderId: call.params.id }),
    cancelOrders: (call) => cancel(call, { marketId: call.query.marketId ?? null }),
    heartbeat: async (call) => ({ status: 200, json: await heartbeats.beat(signedIn(call), call.body.seconds) }),
  };
}

async function placeOrder({ bus, apiKeys }: TradingParts, call: Call<typeof EXCHANGE.placeOrder>): Promise<Reply> {
  const { marketId, outcome, side } = call.body;
  const read = readTerms(call.body);
  if (!read.ok) return { refusal: { code: 'InvalidRequest', fields: read.fields } };
  const actor = signedIn(call);
  const order = {
    actor,
    marketId,
    outcome,
    side,
    terms: read.terms,
    validUntil: toMsOrNull(call.body.validUntil),
    idempotency: call.idempotency,
  };
  const stake = {
    kind: 'order',
    request: `order ${call.idempotency?.key}`,
    bodyHash: call.idempotency?.bodyHash ?? '',
    worst: worstCostOf(side, read.terms),
  } as const;
  const place = () => askEngine(bus.request('exchange.order', order), COMMAND_PATIENCE_MS);
  return answerKept(201, await apiKeys.withinCap(actor, stake, place));
}

/** A person's own rows: committed truth, one page or all of them as CSV. */
function ownHandlers({ exchange }: TradingParts): Pick<Handlers<typeof EXCHANGE>, OwnRoutes> {
  return {
    orders: async (call) => {
      const filter = { ...filterOf(call), status: call.query.status ?? null };
      if (!call.wantsCsv) return { status: 200, json: await exchange.orders(filter) };
      const list = { name: 'orders', columns: ORDER_COLUMNS, query: call.query };
      return csvReply(list, (page) => exchange.orders({ ...filter, ...page }));
    },
    positions: async (call) => {
      const filter = { ...filterOf(call), status: call.query.status ?? null };
      if (!call.wantsCsv) return { status: 200, json: await exchange.positions(filter) };
      const list = { name: 'positions', columns: POSITION_COLUMNS, query: call.query };
      return csvReply(list, (page) => exchange.positions({ ...filter, ...page }));
    },
    fills: async (call) => {
      const filter = filterOf(call);
      if (!call.wantsCsv) return { status: 200, json: await exchange.fills(filter) };
      const list = { name: 'fills', columns: FILL_COLUMNS, query: call.query };
      return csvReply(list, (page) => exchange.fills({ ...filter, ...page }));
    },
    ownSets: async (call) => {
      const filter = filterOf(call);
      if (!call.wantsCsv) return { status: 200, json: await exchange.sets(filter) };
      const list = { name: 'sets', columns: SET_COLUMNS, query: call.query };
      return csvReply(list, (page) => exchange.sets({ ...filter, ...page }));
    },
  };
}

function filterOf(
  call: Pick<Call<typeof EXCHANGE.fills>, 'actor' | 'query'>,
): ExchangeFilter & { readonly cursor: string | null } {
  const { userId, realm } = signedIn(call);
  const {
    marketId = null,
    kind = null,
    search = null,
    from = null,
    to = null,
    cursor = null,
    limit = PAGE,
  } = call.query;
  return { userId, realm, marketId, kind, search, from, to, cursor, limit };
}

interface AboutMarket {
  readonly actor: Actor | null;
  readonly params: { readonly id: string };
}

function marketOf(call: AboutMarket) {
  return { realm: realmOf(call), marketId: call.params.id };
}

/** Visitors see the markets of the real realm. */
function realmOf({ actor }: { readonly actor: Actor | null }): Realm {
  return actor?.realm ?? 'real';
}

function found(json: unknown): Reply {
  return json === null ? ABSENT : { status: 200, json };
}
