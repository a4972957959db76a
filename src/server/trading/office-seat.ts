import type { OrderWire, PositionWire } from '#protocol/exchange.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import { fromDecimal } from '#domain/money.ts';
import type { Cell, CellTone, OfficeRow } from '#protocol/office/cells.ts';
import { chip, code, money, recordLink, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { PartSeat } from '#server/desk/contract.ts';
import type { OfficeSeat } from '#server/desk/index.ts';
import type { ExchangeQueries } from './exchange-contract.ts';
import { predictionWires } from './predictions/wires.ts';
import type { PredictionQueries } from './queries/store.ts';

export interface TradingSeatParts {
  readonly predictions: PredictionQueries;
  readonly exchange: Pick<ExchangeQueries, 'orders' | 'positions'>;
}

/** What a person has placed with real money. */
export function tradingSeat(parts: TradingSeatParts): OfficeSeat {
  return { parts: [predictionsPart(parts), ordersPart(parts), positionsPart(parts)] };
}

const amount = (value: string | null, tone?: CellTone): Cell =>
  value === null ? null : money(fromDecimal(value, 6), tone);
const signed = (value: string | null): Cell => amount(value, value?.startsWith('-') === true ? 'down' : 'up');
const moment = (value: string | null): Cell => (value === null ? null : time(Date.parse(value)));
const TONES: Readonly<Record<string, CellTone>> = { WIN: 'up', LOSE: 'down', VOID: 'warn' };
/** A cursor of a list, without its name. */
const after = (cursor: string | null): string | null => cursor?.slice(cursor.indexOf('.') + 1) ?? null;

function predictionsPart({ predictions }: TradingSeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'predictions',
    title: 'Predictions',
    permission: 'people.money',
    place: 'tab',
    order: 10,
    table: {
      columns: [
        { id: 'pair', label: 'Pair', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'direction', label: 'Direction' },
        { id: 'id', label: 'ID' },
        { id: 'stake', label: 'Stake', end: true },
        { id: 'profit', label: 'Result', end: true },
        { id: 'at', label: 'Placed', end: true },
      ],
      read: async ({ id, after: last, limit }) => {
        const cursor = last === null ? null : `predictions.${last}`;
        const page = await predictions.list({ userId: id, realm: 'real', limit, cursor });
        const rows = predictionWires(page.items).map(predictionRow);
        return { rows, next: after(page.nextCursor) };
      },
    },
  };
}

function predictionRow(one: PredictionWire): OfficeRow {
  const state = one.outcome ?? one.status;
  return {
    id: one.id,
    cells: [
      strong(one.pair),
      chip(sentence(state), TONES[state] ?? 'plain'),
      text(one.direction),
      recordLink('predictions', one.id, one.id),
      amount(one.stakeStr),
      signed(one.profitStr),
      moment(one.admittedAt),
    ],
  };
}

function ordersPart({ exchange }: TradingSeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'orders',
    title: 'Orders',
    permission: 'people.money',
    place: 'tab',
    order: 20,
    table: {
      columns: [
        { id: 'market', label: 'Market', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'side', label: 'Side' },
        { id: 'id', label: 'ID' },
        { id: 'price', label: 'Price', end: true },
        { id: 'filled', label: 'Filled', end: true },
        { id: 'at', label: 'Placed', end: true },
      ],
      read: async ({ id, after: last, limit }) => {
        const cursor = last === null ? null : `orders.${last}`;
        const page = await exchange.orders({ userId: id, realm: 'real', limit, cursor });
        return { rows: page.items.map(orderRow), next: after(page.nextCursor) };
      },
    },
  };
}

function marketName({ pair, window, kind }: OrderWire['market']): string {
  return [pair ?? kind, window ?? ''].join(' ').trim();
}

function orderRow(order: OrderWire): OfficeRow {
  return {
    id: order.id,
    cells: [
      strong(marketName(order.market)),
      chip(sentence(order.status), order.status === 'OPEN' || order.status === 'PARTLY_FILLED' ? 'info' : 'plain'),
      text(`${order.side} ${order.outcome}`),
      code(order.id),
      text(String(order.price)),
      text(String(order.filled)),
      moment(order.placedAt),
    ],
  };
}

function positionsPart({ exchange }: TradingSeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'positions',
    title: 'Positions',
    permission: 'people.money',
    place: 'tab',
    order: 30,
    table: {
      columns: [
        { id: 'market', label: 'Market', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'outcome', label: 'Outcome' },
        { id: 'shares', label: 'Shares', end: true },
        { id: 'cost', label: 'Cost', end: true },
        { id: 'profit', label: 'Result', end: true },
        { id: 'ends', label: 'Ends', end: true },
      ],
      after: /^\d{1,15}\.[0-9a-f-]{36}$/,
      read: async ({ id, after: last, limit }) => {
        const cursor = last === null ? null : `positions.${last}`;
        const page = await exchange.positions({ userId: id, realm: 'real', limit, cursor });
        return { rows: page.items.map(positionRow), next: after(page.nextCursor) };
      },
    },
  };
}

function positionRow(position: PositionWire): OfficeRow {
  return {
    id: `${position.market.marketId} ${position.outcome}`,
    cells: [
      strong(marketName(position.market)),
      chip(sentence(position.status)),
      text(position.outcome),
      text(String(position.shares)),
      amount(position.costStr),
      signed(position.profitStr),
      moment(position.market.endsAt),
    ],
  };
}
