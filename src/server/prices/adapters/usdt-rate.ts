import { isBetween, middle, product } from './decimal.ts';

/** Our own USDT-USD price is trusted inside these (docs/rules/feeds.md#sources). */
const LOW = '0.995';
const HIGH = '1.005';
/** A connection's later messages vouch for its last price at most this long, as for any pair (docs/rules/settlement.md#source-time), ms. */
const VOUCH_MS = 75_000;
/** Without a message of the connection for so long its price is not ours any more, ms. */
const QUIET_MS = 5_000;

interface Heard {
  price: string;
  tPrice: number;
  tAlive: number;
}

/** USDT-USD as Kraken and Coinbase state it. Times are receive times, ms. */
export class UsdtRate {
  readonly #heard = new Map<string, Heard>();

  quote(source: string, price: string, t: number): void {
    this.#heard.set(source, { price, tPrice: t, tAlive: t });
  }

  alive(source: string, t: number): void {
    const heard = this.#heard.get(source);
    if (heard !== undefined) heard.tAlive = t;
  }

  /** The connection was cut. */
  forget(source: string): void {
    this.#heard.delete(source);
  }

  /** USDT in USD as decimal text: the middle of the venues that are fresh. null: missing, or not to be trusted. */
  at(now: number): string | null {
    const [first, second] = [...this.#heard.values()]
      .filter(({ tPrice, tAlive }) => now - tPrice <= VOUCH_MS && now - tAlive <= QUIET_MS)
      .map(({ price }) => price);
    if (first === undefined) return null;
    const rate = second === undefined ? first : (middle(first, second) ?? middle(second, first));
    return rate !== null && isBetween(rate, LOW, HIGH) ? rate : null;
  }

  /** A price in USDT as one in USD; null: left out. */
  convert(price: string, now: number): string | null {
    const rate = this.at(now);
    return rate === null ? null : product(price, rate);
  }
}
