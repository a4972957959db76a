import type { SetsMovedWire } from '#protocol/events/sets.ts';
import type { FillWire, MarketLabel, OrderWire, PositionWire } from '#protocol/exchange.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import type { Columns } from '#server/routing/csv.ts';

const text = (value: number | string | null): string => (value === null ? '' : String(value));

const market = {
  market_id: (one: { market: MarketLabel }) => one.market.marketId,
  pair: (one: { market: MarketLabel }) => text(one.market.pair),
  window: (one: { market: MarketLabel }) => text(one.market.window),
  starts_at: (one: { market: MarketLabel }) => text(one.market.startsAt),
  ends_at: (one: { market: MarketLabel }) => one.market.endsAt,
};

/** Own orders for spreadsheets. */
export const ORDER_COLUMNS: Columns<OrderWire> = {
  id: (one) => one.id,
  placed_at: (one) => one.placedAt,
  ...market,
  outcome: (one) => one.outcome,
  side: (one) => one.side,
  type: (one) => one.type,
  price: (one) => text(one.price),
  shares: (one) => text(one.shares),
  amount: (one) => text(one.amountStr),
  time_in_force: (one) => one.timeInForce,
  post_only: (one) => String(one.postOnly),
  status: (one) => one.status,
  end_reason: (one) => text(one.endReason),
  filled: (one) => text(one.filled),
  remaining: (one) => text(one.remaining),
  average_price: (one) => text(one.averagePrice),
  held: (one) => one.heldStr,
  fee: (one) => one.feeStr,
  ended_at: (one) => text(one.endedAt),
  realm: (one) => one.realm,
};

/** Own fills for spreadsheets. */
export const FILL_COLUMNS: Columns<FillWire> = {
  id: (one) => one.id,
  time: (one) => one.time,
  order_id: (one) => one.orderId,
  ...market,
  outcome: (one) => one.outcome,
  side: (one) => one.side,
  role: (one) => one.role,
  price: (one) => text(one.price),
  shares: (one) => text(one.shares),
  money: (one) => one.moneyStr,
  fee: (one) => one.feeStr,
  undone: (one) => String(one.undone),
  realm: (one) => one.realm,
};

/** Own moves of full sets for spreadsheets. */
export const SET_COLUMNS: Columns<SetsMovedWire> = {
  id: (one) => one.id,
  time: (one) => one.time,
  market_id: (one) => one.marketId,
  move: (one) => one.move,
  shares: (one) => text(one.shares),
  paid: (one) => one.paidStr,
  got: (one) => one.gotStr,
  realm: (one) => one.realm,
};

/** Own positions for spreadsheets. */
export const POSITION_COLUMNS: Columns<PositionWire> = {
  ...market,
  status: (one) => one.status,
  outcome: (one) => one.outcome,
  shares: (one) => text(one.shares),
  free: (one) => text(one.free),
  average_price: (one) => text(one.averagePrice),
  cost: (one) => one.costStr,
  pays: (one) => text(one.pays),
  credit: (one) => text(one.creditStr),
  profit: (one) => text(one.profitStr),
  realm: (one) => one.realm,
};

/** Own predictions for spreadsheets. */
export const PREDICTION_COLUMNS: Columns<PredictionWire> = {
  id: (one) => one.id,
  admitted_at: (one) => one.admittedAt,
  pair: (one) => one.pair,
  direction: (one) => one.direction,
  stake: (one) => one.stakeStr,
  payout: (one) => String(one.payout),
  duration_sec: (one) => String(one.durationSec),
  status: (one) => one.status,
  outcome: (one) => one.outcome ?? '',
  void_reason: (one) => one.voidReason ?? '',
  entry_time: (one) => one.entry?.time ?? '',
  entry_price: (one) => (one.entry === null ? '' : String(one.entry.price)),
  expires_at: (one) => one.expiresAt ?? '',
  exit_time: (one) => one.exit?.time ?? '',
  exit_price: (one) => (one.exit === null ? '' : String(one.exit.price)),
  credit: (one) => one.creditStr ?? '',
  profit: (one) => one.profitStr ?? '',
  realm: (one) => one.realm,
};

/** Own scheduled entries for spreadsheets. */
export const SCHEDULED_COLUMNS: Columns<ScheduledWire> = {
  id: (one) => one.id,
  placed_at: (one) => one.placedAt,
  pair: (one) => one.pair,
  direction: (one) => one.direction,
  stake: (one) => one.stakeStr,
  duration_sec: (one) => String(one.durationSec),
  min_payout: (one) => String(one.minPayout),
  at: (one) => one.at ?? '',
  price: (one) => one.priceStr ?? '',
  crosses: (one) => one.crosses ?? '',
  expires_at: (one) => one.expiresAt,
  status: (one) => one.status,
  reason: (one) => one.reason ?? '',
  prediction_id: (one) => one.predictionId ?? '',
  ended_at: (one) => one.endedAt ?? '',
  realm: (one) => one.realm,
};
