import { captured } from './feeds-capture.ts';

/** Messages of venues that no capture speaks for, in the forms that they document, with the prices that they state. */
export interface Made {
  readonly messages: readonly string[];
  /** `keyOf` of each price, in order. */
  readonly prices: readonly string[];
}

/** A price by its pair, its time and its value: what tells it where a venue gives no number. */
export const keyOf = (symbol: string, tVenue: number | null, price: number): string => `${symbol} ${tVenue} ${price}`;

type Level = readonly [price: string, volume: string, time: string];
type BookMessage = Readonly<Partial<Record<'as' | 'bs' | 'a' | 'b', readonly Level[]>>>;

/** Prices of one side with a volume. */
class Side {
  readonly #volumes = new Map<string, number>();

  take(levels: readonly Level[]): void {
    for (const [price, volume] of levels) {
      if (Number(volume) === 0) this.#volumes.delete(price);
      else this.#volumes.set(price, Number(volume));
    }
  }

  best(way: 'low' | 'high'): string | null {
    const prices = [...this.#volumes.keys()];
    if (prices.length === 0) return null;
    return prices.reduce((a, b) => (Number(a) < Number(b) === (way === 'low') ? a : b));
  }
}

const E8 = 100_000_000;
const middleOf = (bid: string, ask: string): number => {
  const [low, high] = [bid, ask].map((text) => BigInt(Math.round(Number(text) * E8)));
  return Number(((low ?? 0n) + (high ?? 0n)) * 5n) / (10 * E8);
};

/**
 * Kraken, API v2: its capture is of v1, whose books state no price for us. Here the best sides of these books are said as v2 says them: `ticker`
 * updates on a change of a best side, the snapshot before them, a heartbeat now and then.
 */
export function krakenV2(symbols: readonly string[], max: number): Made {
  const messages = [
    '{"channel":"status","type":"update","data":[{"api_version":"v2","connection_id":17834,"system":"online","version":"2.0.0"}]}',
    ...symbols.map((symbol) =>
      JSON.stringify({
        method: 'subscribe',
        result: { channel: 'ticker', event_trigger: 'bbo', symbol },
        success: true,
      }),
    ),
  ];
  const prices: string[] = [];
  const books = new Map(symbols.map((symbol) => [symbol, { bids: new Side(), asks: new Side(), said: '' }]));
  for (const text of captured('kraken')) {
    const parts: unknown = JSON.parse(text);
    if (!Array.isArray(parts)) continue;
    const symbol = String(parts.at(-1));
    const book = books.get(symbol);
    if (book === undefined) continue;
    const sides = parts.slice(1, -2) as readonly BookMessage[];
    for (const side of sides) {
      book.asks.take(side.as ?? side.a ?? []);
      book.bids.take(side.bs ?? side.b ?? []);
    }
    const [bid, ask] = [book.bids.best('high'), book.asks.best('low')];
    const said = `${bid} ${ask}`;
    // Crossed for a moment, where a message changes one side before the other.
    if (bid === null || ask === null || said === book.said || Number(bid) > Number(ask)) continue;
    const levels = sides.flatMap((side) => [side.as, side.bs, side.a, side.b].flatMap((some) => some ?? []));
    const ms = Math.max(...levels.map(([, , time]) => Math.floor(Number(time) * 1_000)));
    const type = book.said === '' ? 'snapshot' : 'update';
    const timestamp = new Date(ms).toISOString().replace('Z', '123Z');
    const data = [
      { symbol, bid: Number(bid), bid_qty: 5, ask: Number(ask), ask_qty: 1.5, last: Number(bid), timestamp },
    ];
    book.said = said;
    messages.push(JSON.stringify({ channel: 'ticker', type, data }));
    if (type === 'update') prices.push(keyOf(symbol, ms, middleOf(bid, ask)));
    if (messages.length % 20 === 0) messages.push('{"channel":"heartbeat"}');
    if (messages.length >= max) break;
  }
  return { messages, prices };
}

const START = 1_592_249_566_000;
/** A price that goes up and down and never comes twice in a row. */
const walk = (base: number, step: number): number => Math.round((base + ((step * 37) % 101) / 100) * 1e4) / 1e4;

/** Finnhub: trades, several to a message, and a ping now and then. No capture of it exists. */
export function finnhubTrades(symbols: readonly string[], count: number): Made {
  const prices: string[] = [];
  const messages = Array.from({ length: count }, (_, at) => {
    if (at % 25 === 24) return '{"type":"ping"}';
    const data = symbols.map((s, index) => {
      const p = walk(100 * (index + 1), at + index);
      const t = START + at * 40 + index;
      prices.push(keyOf(s, t, p));
      return { c: ['1', '12'], p, s, t, v: at };
    });
    return JSON.stringify({ data, type: 'trade' });
  });
  return { messages, prices };
}

/** Twelve Data: one price to a message, its time in whole seconds, and answers to heartbeats. No capture of it exists. */
export function twelveDataPrices(symbols: readonly string[], count: number): Made {
  const prices: string[] = [];
  const success = symbols.map((symbol) => ({
    symbol,
    exchange: 'NASDAQ',
    country: 'United States',
    type: 'Common Stock',
  }));
  const messages = [JSON.stringify({ event: 'subscribe-status', status: 'ok', success, fails: null })];
  for (let at = 0; at < count; at += 1) {
    const symbol = symbols[at % symbols.length] ?? '';
    const price = walk(50, at);
    const timestamp = START / 1_000 + Math.floor(at / 4);
    prices.push(keyOf(symbol, timestamp * 1_000, price));
    messages.push(
      JSON.stringify({
        event: 'price',
        symbol,
        currency: 'USD',
        type: 'Common Stock',
        timestamp,
        price,
        day_volume: at,
      }),
    );
    if (at % 25 === 24) messages.push('{"event":"heartbeat","status":"ok"}');
  }
  return { messages, prices };
}
