import { COIN_DECIMALS } from '../cashier/coin-networks.ts';
import { usdt, USDT_SCALE, type Usdt } from '../money.ts';

/** One of our own ticks, by which a coin is counted: anybody can look it up by stream and number. */
export interface CoinRate {
  readonly stream: number;
  readonly seq: number;
  /** ms */
  readonly t: number;
  /** Of one coin, an integer of 10^-scale. */
  readonly price: number;
  readonly scale: number;
}

/** A price older than this is none, ms. */
export const RATE_FRESH_MS = 60_000;
/** How long a final deposit waits for a price before people decide, ms. */
export const RATE_WAIT_MS = 600_000;

/** The price at a moment (ms); null: there is none that may be counted by. */
export function rateAt(rate: CoinRate | null, now: number): CoinRate | null {
  return rate !== null && rate.price > 0 && now - rate.t <= RATE_FRESH_MS ? rate : null;
}

/** What coins are worth at a price, rounded down. `units`: of the coin's smallest. */
export function worthOf(units: bigint, { price, scale }: Pick<CoinRate, 'price' | 'scale'>): Usdt {
  return usdt((units * BigInt(price) * 10n ** BigInt(USDT_SCALE)) / 10n ** BigInt(COIN_DECIMALS + scale));
}

/** How many of a coin's smallest units an amount is paid for with, rounded up. */
export function unitsFor(amount: Usdt, { price, scale }: Pick<CoinRate, 'price' | 'scale'>): bigint {
  const worth = BigInt(price) * 10n ** BigInt(USDT_SCALE);
  return (amount * 10n ** BigInt(COIN_DECIMALS + scale) + worth - 1n) / worth;
}

/** An integer of 10^-digits as a decimal, exactly. */
export function decimalText(value: bigint, digits: number): string {
  const text = value.toString().padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
