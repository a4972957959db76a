import { fromDecimal, type Usdt } from '#domain/money.ts';
import { mostLots, WHOLE } from '#domain/trading/orders/share-money.ts';
import { plainNumber, plainPercent } from '#web/ui/typed-number.ts';

/** Prices of a share are integers of 0.001 ("milli"), 1 to 999; shares are integer lots of 0.01. */
export const LOWEST_PRICE = 1;
export const HIGHEST_PRICE = 999;
export const LOTS_A_SHARE = 100;
/** Below and above these a price moves by 0.1 cent, between them by a whole one. */
const FINE_BELOW = 100;
const FINE_ABOVE = 900;

/** Price of the other outcome of a set: both together are 1.00. */
export function otherSide(price: number): number {
  return WHOLE - price;
}

/** Lots that so much money buys at a price, rounded down; 0 where the price is none. */
export function lotsFor(money: Usdt, price: number): number {
  return price < LOWEST_PRICE ? 0 : mostLots(money, price, 0);
}

/** Size of the step in which a price moves upward from here, in milli. */
function stepFrom(price: number, way: 'up' | 'down'): number {
  const fine = way === 'up' ? price < FINE_BELOW || price >= FINE_ABOVE : price <= FINE_BELOW || price > FINE_ABOVE;
  return fine ? 1 : 10;
}

/** Does a book take this price? */
export function isPrice(price: number): boolean {
  if (!Number.isInteger(price) || price < LOWEST_PRICE || price > HIGHEST_PRICE) return false;
  return price < FINE_BELOW || price > FINE_ABOVE || price % 10 === 0;
}

/** The nearest price a book takes, not above the given one. */
export function priceBelow(price: number): number {
  const whole = Math.min(HIGHEST_PRICE, Math.max(LOWEST_PRICE, Math.floor(price)));
  return isPrice(whole) ? whole : whole - (whole % 10);
}

/** The next price up or down, inside 0.001 to 0.999. */
export function stepPrice(price: number, way: 'up' | 'down'): number {
  const step = stepFrom(price, way);
  const next = way === 'up' ? Math.floor(price / step) * step + step : Math.ceil(price / step) * step - step;
  return Math.min(HIGHEST_PRICE, Math.max(LOWEST_PRICE, next));
}

/** A wire number (0.455) as milli. */
export function milliOf(price: number): number {
  return Math.round(price * WHOLE);
}

/** A wire number of shares (12.5) as lots. */
export function lotsOf(shares: number): number {
  return Math.round(shares * LOTS_A_SHARE);
}

/** Exact decimal text of a price for the API: 455 -> "0.455". */
export function priceText(price: number): string {
  return `0.${String(price).padStart(3, '0')}`;
}

/** Exact decimal text of shares for the API and for a field: 1250 -> "12.5". */
export function sharesText(lots: number): string {
  const rest = lots % LOTS_A_SHARE;
  const whole = Math.floor(lots / LOTS_A_SHARE);
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0').replace(/0$/, '')}`;
}

/** Cents as they stand in a field: 455 -> "45.5". */
export function centsText(price: number): string {
  return price % 10 === 0 ? String(price / 10) : `${Math.floor(price / 10)}.${price % 10}`;
}

/** Most decimals of what is typed: money and shares, a price in cents, a gain in percent. */
export const PLACES = { size: 2, cents: 1, percent: 1 } as const;

/** Money as typed, at most two decimals; null while it is none. */
export function parseMoney(text: string): Usdt | null {
  return fromDecimal(plainNumber(text) ?? '', PLACES.size);
}

/** Shares as typed, at most two decimals, as lots; null while they are none. */
export function parseShares(text: string): number | null {
  const units = fromDecimal(plainNumber(text) ?? '', PLACES.size);
  return units === null || units > 10_000_000_000_000n ? null : Number(units / 10_000n);
}

/** Cents as typed, at most one decimal, as milli; null while it is no price. */
export function parseCents(text: string): number | null {
  const units = fromDecimal(plainNumber(text) ?? '', PLACES.cents);
  return units === null || units >= 1_000_000_000n ? null : Number(units / 100_000n);
}

/** Gain of a right share over its price, as a fraction: 0.45 gains 1.222. */
export function gainAt(price: number): number {
  return otherSide(price) / price;
}

/** The highest price at which a right share gains at least this fraction. */
export function priceForGain(gain: number): number {
  return priceBelow(WHOLE / (1 + Math.max(0, gain)) + 1e-9);
}

/** Percent as typed, whole or with one decimal, as a fraction; null while it is none. */
export function parsePercent(text: string): number | null {
  const units = fromDecimal(plainPercent(text) ?? '', PLACES.percent);
  return units === null ? null : Number(units) / 100_000_000;
}
