import { FEE_BPS } from '#domain/trading/orders/market.ts';
import { worstCost } from '#domain/trading/orders/order-needs.ts';
import type { Usdt } from '#domain/money.ts';
import type { OrderBody } from '#protocol/exchange.ts';
import { readDecimal } from '#protocol/codecs.ts';
import type { FieldFault } from '#domain/refusals.ts';
import type { OrderTerms } from '../contract.ts';

/** 10^-6 of a price of 1 as thousandths, of one share as lots of 0.01. */
const PRICE_UNITS = 1_000n;
const LOT_UNITS = 10_000n;
const MONEY_DIGITS = 6;
/** No order is larger: its worst case stays far from the edge of whole numbers. */
const MOST_LOTS = 1_000_000_000n;

export type Fields = Record<string, FieldFault>;
export type ReadTerms = { readonly ok: true; readonly terms: OrderTerms } | { readonly ok: false; fields: Fields };

/**
 * Terms of an order as the engine takes them: prices in thousandths, shares in lots of 0.01, read exactly from their decimals. What a book
 * itself decides (steps, smallest order, times) is not looked at here.
 */
export function readTerms(body: OrderBody): ReadTerms {
  const fields: Fields = {};
  const terms = body.type === 'LIMIT' ? limitTerms(body, fields) : marketTerms(body, fields);
  return Object.keys(fields).length > 0 || terms === null ? { ok: false, fields } : { ok: true, terms };
}

/** The most that an order can cost in any market, 10^-6: which one it is of, and so its fee, is not known here. */
export function worstCostOf(side: OrderBody['side'], terms: OrderTerms): Usdt {
  const { lots } = terms;
  const needs =
    terms.type === 'LIMIT'
      ? { price: terms.price, amount: null, postOnly: terms.postOnly }
      : { price: terms.worstPrice, amount: terms.amount, postOnly: false };
  return worstCost({ side, lots, ...needs }, Math.max(FEE_BPS.round, FEE_BPS.event));
}

function limitTerms(body: Extract<OrderBody, { type: 'LIMIT' }>, fields: Fields): OrderTerms | null {
  const { timeInForce = 'GTC', expiresAt, postOnly = false } = body;
  const price = readPrice(body.price, 'price', fields);
  const lots = readLots(body.shares, fields);
  if (timeInForce === 'GTD' && expiresAt === undefined) fields['expiresAt'] = 'missing';
  if (timeInForce !== 'GTD' && expiresAt !== undefined) fields['expiresAt'] = 'unknown';
  // What must be filled at once never rests: it cannot be a maker.
  if (postOnly && (timeInForce === 'FAK' || timeInForce === 'FOK')) fields['postOnly'] = 'malformed';
  if (price === null || lots === null) return null;
  return {
    type: 'LIMIT',
    price,
    lots,
    timeInForce,
    expiresAt: expiresAt === undefined ? null : Date.parse(expiresAt),
    postOnly,
  };
}

function marketTerms(body: Extract<OrderBody, { type: 'MARKET' }>, fields: Fields): OrderTerms | null {
  const worstPrice = readPrice(body.worstPrice, 'worstPrice', fields);
  const amount = body.amount === undefined ? null : readAmount(body.amount, fields);
  const lots = body.shares === undefined ? null : readLots(body.shares, fields);
  if (body.side === 'SELL' && body.amount !== undefined) fields['amount'] = 'unknown';
  else if (body.amount === undefined && body.shares === undefined) {
    fields[body.side === 'BUY' ? 'amount' : 'shares'] = 'missing';
  } else if (body.amount !== undefined && body.shares !== undefined) fields['shares'] = 'unknown';
  if (worstPrice === null) return null;
  return { type: 'MARKET', amount, lots, worstPrice, timeInForce: body.timeInForce ?? 'FAK' };
}

function readPrice(value: string | number, name: string, fields: Fields): number | null {
  const units = readDecimal(value, 3);
  if (typeof units === 'string') return fault(fields, name, units);
  const milli = units / PRICE_UNITS;
  if (milli < 1n) return fault(fields, name, 'too_small');
  return milli > 999n ? fault(fields, name, 'too_large') : Number(milli);
}

/** Shares as lots of 0.01; null: `fields` says why not. */
export function readLots(value: string | number, fields: Fields): number | null {
  const units = readDecimal(value, 2);
  if (typeof units === 'string') return fault(fields, 'shares', units);
  const lots = units / LOT_UNITS;
  if (lots < 1n) return fault(fields, 'shares', 'too_small');
  return lots > MOST_LOTS ? fault(fields, 'shares', 'too_large') : Number(lots);
}

function readAmount(value: string | number, fields: Fields) {
  const amount = readDecimal(value, MONEY_DIGITS);
  if (typeof amount === 'string') return fault(fields, 'amount', amount);
  return amount > 0n ? amount : fault(fields, 'amount', 'too_small');
}

function fault(fields: Fields, name: string, what: FieldFault): null {
  fields[name] = what;
  return null;
}
