import { subtract, usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { costOf } from '#domain/trading/orders/share-money.ts';
import { MIN_AMOUNT, MIN_LOTS } from '#domain/trading/orders/market.ts';
import type { Market, MarketResult, OutcomeNo } from '#domain/trading/orders/market.ts';
import type { SetsMoved } from '#domain/trading/orders/contract.ts';
import type { Fill, Order } from '#domain/trading/orders/order.ts';
import { moneyPair, priceToNumber, priceToText, toIso, toIsoOrNull } from '#protocol/codecs.ts';
import type {
  BookWire,
  FillWire,
  LeavingWire,
  MarketLabel,
  MarketWire,
  OrderWire,
  PlacedOrderWire,
  PositionWire,
  PublicFillWire,
  RoundWire,
  TopWire,
} from '#protocol/exchange.ts';
import type { SetsMovedWire } from '#protocol/events/sets.ts';
import type { Leaving } from './exchange-contract.ts';

/** A market, and what it is about where it is a round. Times in ms. */
export interface MarketFacts {
  readonly market: Market;
  readonly round: { readonly pairId: string; readonly windowSec: number; readonly startMs: number } | null;
}

/** A holding of one person: lots + of the first outcome, - of the second; what came back is null while the market is open. */
export interface Holding {
  readonly lots: number;
  readonly reserved: number;
  readonly cost: Usdt;
  readonly credit: Usdt | null;
}

/** Best prices of the first outcome, thousandths. */
export interface Top {
  readonly bid: number | null;
  readonly ask: number | null;
}

/** Averages of a round in units of 10^-scale of its pair; null while unknown. */
export interface RoundValues {
  readonly scale: number;
  readonly target: number | null;
  readonly value: number | null;
}

/** Lots of the first outcome at a price in thousandths. */
export interface BookLevel {
  readonly price: number;
  readonly lots: number;
  readonly orders: number;
}

const WINDOW_NAMES: Readonly<Record<number, RoundWire['window']>> = {
  300: '5m',
  900: '15m',
  3_600: '1h',
  14_400: '4h',
  86_400: '1d',
};

/** Thousandths as a price of 1: 450 -> 0.45. */
const priceOf = (milli: number): number => milli / 1_000;
/** Lots of 0.01 as shares: 2050 -> 20.5. */
const sharesOf = (lots: number): number => lots / 100;

/** What a share of an outcome pays in the end, thousandths; null while the market is open. */
export function paysOf(result: MarketResult | null, outcome: OutcomeNo): number | null {
  if (result === null) return null;
  if (result.kind === 'WON') return result.outcome === outcome ? 1_000 : 0;
  const value = result.value ?? 500;
  return outcome === 0 ? value : 1_000 - value;
}

/** What a market is about, as own rows carry it. */
export function marketLabel({ market, round }: MarketFacts): MarketLabel {
  return {
    marketId: market.id,
    kind: market.kind,
    pair: round?.pairId ?? null,
    window: round === null ? null : windowName(round.windowSec),
    startsAt: toIsoOrNull(round?.startMs ?? null),
    endsAt: toIso(market.endsAt),
  };
}

export function orderWire(order: Order, facts: MarketFacts): OrderWire {
  return {
    id: order.id,
    realm: order.realm,
    market: marketLabel(facts),
    outcome: facts.market.outcomes[order.outcome],
    side: order.side,
    type: order.type,
    price: priceOf(order.price),
    shares: order.lots === null ? null : sharesOf(order.lots),
    ...(order.amount === null ? { amount: null, amountStr: null } : moneyPair('amount', order.amount)),
    timeInForce: order.timeInForce,
    postOnly: order.postOnly,
    expiresAt: toIsoOrNull(order.expiresAt),
    status: order.status,
    endReason: order.end,
    filled: sharesOf(order.filled),
    remaining: sharesOf(order.resting),
    averagePrice: averageOf(order.turnover, order.filled),
    ...moneyPair('held', order.held),
    ...moneyPair('fee', order.fee),
    placedAt: toIso(order.placedAt),
    endedAt: toIsoOrNull(order.endedAt),
  };
}

/** An order as it is answered when placed: with the fills it met at once. */
export function placedOrderWire(order: Order, fills: readonly Fill[], facts: MarketFacts): PlacedOrderWire {
  return { ...orderWire(order, facts), fills: fills.map((fill) => fillWire(fill, 'taker', facts)) };
}

/** A fill as one of its two parties sees it. Throws for the house maker's side: its quotes are nobody's orders. */
export function fillWire(fill: Fill, role: FillWire['role'], facts: MarketFacts): FillWire {
  const party = fill[role];
  if (party.orderId === null) throw new Error(`fill ${fill.id} has no order of its ${role}`);
  return {
    id: fill.id,
    orderId: party.orderId,
    realm: fill.realm,
    market: marketLabel(facts),
    time: toIso(fill.at),
    outcome: facts.market.outcomes[party.outcome],
    side: party.side,
    role,
    price: priceOf(party.price),
    shares: sharesOf(fill.lots),
    ...moneyPair('money', party.turnover),
    ...moneyPair('fee', party.fee),
    undone: fill.no >= (facts.market.undoneFrom ?? Infinity),
  };
}

/** A fill without its people, as its taker said it. */
export function publicFillWire(fill: Fill, { market }: Pick<MarketFacts, 'market'>): PublicFillWire {
  const { outcome, side, price } = fill.taker;
  return {
    id: String(fill.no),
    marketId: fill.marketId,
    time: toIso(fill.at),
    outcome: market.outcomes[outcome],
    side,
    price: priceOf(price),
    shares: sharesOf(fill.lots),
  };
}

export function positionWire(data: Holding, facts: MarketFacts): PositionWire {
  const { market } = facts;
  const outcome: OutcomeNo = data.lots < 0 ? 1 : 0;
  const lots = Math.abs(data.lots);
  const pays = paysOf(market.result, outcome);
  const { cost, credit } = data;
  return {
    realm: market.realm,
    market: marketLabel(facts),
    status: market.status,
    outcome: market.outcomes[outcome],
    shares: sharesOf(lots),
    free: sharesOf(lots - data.reserved),
    averagePrice: averageOf(cost, lots),
    ...moneyPair('cost', cost),
    pays: pays === null ? null : priceOf(pays),
    ...(credit === null ? { credit: null, creditStr: null } : moneyPair('credit', credit)),
    ...(credit === null ? { profit: null, profitStr: null } : moneyPair('profit', usdt(subtract(credit, cost)))),
  };
}

export function topWire({ bid, ask }: Top): TopWire {
  return {
    bid: bid === null ? null : priceOf(bid),
    ask: ask === null ? null : priceOf(ask),
    mid: bid === null || ask === null ? null : (bid + ask) / 2_000,
  };
}

/** What a round's book and feed say now, beside its terms. */
export interface RoundNow {
  readonly values: RoundValues;
  readonly top: Top;
  /** The house quotes. */
  readonly quoted: boolean;
}

/** Throws for a market that is no round. */
export function roundWire(facts: MarketFacts, { values, top, quoted }: RoundNow): RoundWire {
  const { market, round } = facts;
  if (round === null) throw new Error(`market ${market.id} is no round`);
  const { result } = market;
  const upPays = paysOf(result, 0);
  return {
    marketId: market.id,
    realm: market.realm,
    pair: round.pairId,
    window: windowName(round.windowSec),
    windowSec: round.windowSec,
    opensAt: toIso(market.opensAt),
    startsAt: toIso(round.startMs),
    endsAt: toIso(market.endsAt),
    cutOffAt: toIso(market.cutOffAt),
    status: market.status,
    target: values.target === null ? null : priceToNumber(values.target, values.scale),
    targetStr: values.target === null ? null : priceToText(values.target, values.scale),
    value: values.value === null ? null : priceToNumber(values.value, values.scale),
    valueStr: values.value === null ? null : priceToText(values.value, values.scale),
    up: topWire(top),
    volume: sharesOf(market.volume),
    outcome: outcomeWord(result),
    voidReason: result?.kind === 'VOID' ? result.reason : null,
    upPays: upPays === null ? null : priceOf(upPays),
    quoted,
  };
}

/** `now` is null for a market that is no round. */
export function marketWire(facts: MarketFacts, top: Top, now: RoundNow | null): MarketWire {
  const { market } = facts;
  return {
    id: market.id,
    realm: market.realm,
    kind: market.kind,
    status: market.status,
    outcomes: market.outcomes.map((id, no) => {
      const pays = paysOf(market.result, no === 0 ? 0 : 1);
      return { id, pays: pays === null ? null : priceOf(pays) };
    }),
    opensAt: toIso(market.opensAt),
    cutOffAt: toIso(market.cutOffAt),
    endsAt: toIso(market.endsAt),
    lowestPrice: 0.001,
    highestPrice: 0.999,
    priceSteps: PRICE_STEPS.map((step) => ({ ...step })),
    lot: 0.01,
    minShares: sharesOf(MIN_LOTS),
    ...moneyPair('minAmount', MIN_AMOUNT),
    feeRate: market.feeBps / 10_000,
    volume: sharesOf(market.volume),
    top: topWire(top),
    round: now === null ? null : roundWire(facts, now),
  };
}

/** Levels best first; `at` in ms. */
export function bookWire(
  { market }: Pick<MarketFacts, 'market'>,
  book: {
    readonly seq: number;
    readonly at: number;
    readonly quoted: boolean;
    readonly bids: readonly BookLevel[];
    readonly asks: readonly BookLevel[];
  },
): BookWire {
  return {
    marketId: market.id,
    seq: book.seq,
    time: toIso(book.at),
    status: market.status,
    quoted: book.quoted,
    bids: book.bids.map(levelWire),
    asks: book.asks.map(levelWire),
  };
}

/** Steps of 0.001 below 0.10 and above 0.90, of 0.01 between (docs/rules/exchange.md#prices). */
const PRICE_STEPS = [
  { from: 0.001, step: 0.001 },
  { from: 0.1, step: 0.01 },
  { from: 0.9, step: 0.001 },
] as const;

function levelWire({ price, lots, orders }: BookLevel): BookWire['bids'][number] {
  return { price: priceOf(price), shares: sharesOf(lots), orders };
}

function windowName(windowSec: number): RoundWire['window'] {
  const name = WINDOW_NAMES[windowSec];
  if (name === undefined) throw new Error(`no round has a window of ${windowSec} s`);
  return name;
}

function outcomeWord(result: MarketResult | null): RoundWire['outcome'] {
  if (result === null) return null;
  if (result.kind !== 'WON') return result.kind;
  return result.outcome === 0 ? 'UP' : 'DOWN';
}

/** Money a share, to 0.0001: 10^-6 / (lots x 0.01). */
function averageOf(money: Usdt, lots: number): number | null {
  return lots === 0 ? null : Math.round(Number(money) / lots) / 10_000;
}

/** A move of full sets as who made it is answered. */
export function setsMovedWire({ id, realm, marketId, move, lots, paid, at }: SetsMoved): SetsMovedWire {
  return {
    id,
    realm,
    marketId,
    move: SET_MOVES[move],
    shares: sharesOf(lots),
    ...moneyPair('paid', usdt(paid > 0n ? paid : 0n)),
    ...moneyPair('got', paid < 0n ? subtract(usdt(0n), paid) : usdt(0n)),
    time: toIso(at),
  };
}

const SET_MOVES = {
  mint: 'buy',
  melt: 'sell',
  to_yes: 'noToYes',
  to_no: 'yesToNo',
} as const;

/** With what somebody may leave the market of an event, whose outcomes are YES and NO. */
export function leavingWire({ outcome, lots, price, until }: Leaving): LeavingWire {
  return {
    outcome: outcome === 0 ? 'YES' : 'NO',
    shares: lots / 100,
    price: price / 1_000,
    ...moneyPair('money', costOf(price, lots)),
    until: toIso(until),
  };
}
