import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { REALM_NO } from '#domain/realm.ts';
import type { Realm } from '#domain/realm.ts';
import type { Market, MarketKind, MarketResult, MarketStatus, OutcomeNo } from '#domain/trading/orders/market.ts';
import type {
  Fill,
  FillKind,
  Order,
  OrderEnd,
  OrderSide,
  OrderStatus,
  OrderType,
  TimeInForce,
} from '#domain/trading/orders/order.ts';
import type { MarketFacts } from './exchange-wire.ts';

/** What every row of the exchange is read with: its market. bigint columns arrive as text. */
export interface MarketRow {
  readonly market_id: string;
  readonly realm: number;
  readonly market_kind: MarketKind;
  readonly linked_to: string | null;
  readonly first_name: string;
  readonly second_name: string;
  readonly pair_id: string | null;
  readonly window_sec: number | null;
  readonly starts_at: string | null;
  readonly opens_at: string;
  readonly cut_off_at: string;
  readonly ends_at: string;
  readonly fee_bps: number;
  readonly market_state: MarketStatus;
  readonly market_fills: string;
  readonly volume: string;
  readonly result: MarketResult['kind'] | null;
  readonly won: OutcomeNo | null;
  readonly void_value: number | null;
  readonly void_reason: string | null;
  readonly undone_from: string | null;
}

/** Columns of `MarketRow` of `market m`. */
export const MARKET_COLUMNS = `m.id AS market_id, m.realm, m.kind AS market_kind, m.linked_to, m.first_name, m.second_name, m.pair_id,
  m.window_sec, m.starts_at, m.opens_at, m.cut_off_at, m.ends_at, m.fee_bps, m.state AS market_state, m.fills AS market_fills, m.volume, m.result,
  m.won, m.void_value, m.void_reason, m.undone_from`;

export function factsOf(row: MarketRow): MarketFacts {
  const { pair_id: pairId, window_sec: windowSec, starts_at: startsAt } = row;
  const market: Market = {
    id: row.market_id,
    realm: realmOf(row.realm),
    kind: row.market_kind,
    pairId,
    linkedTo: row.linked_to,
    outcomes: [row.first_name, row.second_name],
    status: row.market_state,
    feeBps: row.fee_bps,
    opensAt: Number(row.opens_at),
    cutOffAt: Number(row.cut_off_at),
    endsAt: Number(row.ends_at),
    fills: Number(row.market_fills),
    volume: Number(row.volume),
    result: resultOf(row),
    ...(row.undone_from === null ? {} : { undoneFrom: Number(row.undone_from) }),
  };
  const isRound = pairId !== null && windowSec !== null && startsAt !== null;
  return { market, round: isRound ? { pairId, windowSec, startMs: Number(startsAt) } : null };
}

function resultOf({ result, won, void_value: value, void_reason: reason }: MarketRow): MarketResult | null {
  if (result === null) return null;
  if (result === 'TIE') return value === null ? { kind: 'TIE' } : { kind: 'TIE', value };
  if (result === 'WON') return { kind: 'WON', outcome: won === 1 ? 1 : 0 };
  return { kind: 'VOID', value: value ?? 0, reason: reason ?? '' };
}

export interface OrderRow extends MarketRow {
  readonly id: string;
  readonly user_id: string;
  readonly outcome: OutcomeNo;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly price: number;
  readonly lots: string | null;
  readonly amount: string | null;
  readonly time_in_force: TimeInForce;
  readonly post_only: boolean;
  readonly placed_by: string | null;
  readonly expires_at: string | null;
  readonly state: OrderStatus;
  readonly end_reason: OrderEnd | null;
  readonly filled: string;
  readonly resting: string;
  readonly turnover: string;
  readonly fee: string;
  readonly held: string;
  readonly placed_at: string;
  readonly ended_at: string | null;
}

/** Columns of `OrderRow` of `market_order o` beside those of its market. */
export const ORDER_COLUMNS = `o.id, o.user_id, o.outcome, o.side, o.type, o.price, o.lots, o.amount, o.time_in_force, o.post_only, o.placed_by,
  o.expires_at, o.state, o.end_reason, o.filled, o.resting, o.turnover, o.fee, o.held, o.placed_at, o.ended_at`;

export function orderOf(row: OrderRow): Order {
  return {
    id: row.id,
    realm: realmOf(row.realm),
    userId: row.user_id,
    placedBy: row.placed_by,
    marketId: row.market_id,
    outcome: row.outcome,
    side: row.side,
    type: row.type,
    price: row.price,
    lots: row.lots === null ? null : Number(row.lots),
    amount: row.amount === null ? null : money(row.amount),
    timeInForce: row.time_in_force,
    postOnly: row.post_only,
    expiresAt: row.expires_at === null ? null : Number(row.expires_at),
    status: row.state,
    end: row.end_reason,
    filled: Number(row.filled),
    resting: Number(row.resting),
    turnover: money(row.turnover),
    fee: money(row.fee),
    held: money(row.held),
    placedAt: Number(row.placed_at),
    endedAt: row.ended_at === null ? null : Number(row.ended_at),
  };
}

export interface FillRow extends MarketRow {
  readonly id: string;
  readonly no: string;
  readonly kind: FillKind;
  readonly price: number;
  readonly lots: string;
  readonly taker_order: string;
  readonly taker_user: string;
  readonly taker_outcome: OutcomeNo;
  readonly taker_side: OrderSide;
  readonly taker_turnover: string;
  readonly fee: string;
  readonly maker_order: string | null;
  readonly maker_user: string;
  readonly maker_outcome: OutcomeNo;
  readonly maker_side: OrderSide;
  readonly maker_turnover: string;
  readonly rested_ms: string;
  readonly bonus: string;
  readonly at: string;
}

/** Columns of `FillRow` of `fill f` beside those of its market. */
export const FILL_COLUMNS = `f.id, f.no, f.kind, f.price, f.lots, f.taker_order, f.taker_user, f.taker_outcome, f.taker_side,
  f.taker_turnover, f.fee, f.maker_order, f.maker_user, f.maker_outcome, f.maker_side, f.maker_turnover, f.rested_ms, f.bonus, f.at`;

export function fillOf(row: FillRow): Fill {
  const priceOf = (outcome: OutcomeNo) => (outcome === 0 ? row.price : 1_000 - row.price);
  return {
    id: row.id,
    marketId: row.market_id,
    realm: realmOf(row.realm),
    no: Number(row.no),
    kind: row.kind,
    price: row.price,
    lots: Number(row.lots),
    taker: {
      orderId: row.taker_order,
      userId: row.taker_user,
      outcome: row.taker_outcome,
      side: row.taker_side,
      price: priceOf(row.taker_outcome),
      turnover: money(row.taker_turnover),
      fee: money(row.fee),
    },
    maker: {
      orderId: row.maker_order,
      userId: row.maker_user,
      outcome: row.maker_outcome,
      side: row.maker_side,
      price: priceOf(row.maker_outcome),
      turnover: money(row.maker_turnover),
      fee: usdt(0n),
    },
    restedMs: Number(row.rested_ms),
    bonus: money(row.bonus),
    at: Number(row.at),
  };
}

function realmOf(no: number): Realm {
  return no === REALM_NO.real ? 'real' : 'demo';
}

function money(text: string): Usdt {
  return usdt(BigInt(text));
}
