import { middle } from './decimal.ts';
import { fieldsOf, msOf, NO_PRICE, quotesOf, textOf } from './venue.ts';
import type { Fields, Reading, Venue } from './venue.ts';

/**
 * Binance spot, combined streams. `b` and `a` are order ids in a trade and prices in a book ticker, so `e` decides: a trade states
 * its `p`, a book ticker (which has no `e` on spot) the middle of its sides, and nothing else states a price.
 */
export const binance: Venue = {
  name: 'binance',
  url: 'wss://stream.binance.com:9443/stream',
  subscribe(symbols) {
    const params = symbols.flatMap((symbol) => {
      const name = symbol.toLowerCase();
      return [`${name}@bookTicker`, `${name}@trade`];
    });
    return [{ method: 'SUBSCRIBE', params, id: 1 }];
  },
  // The venue pings the socket itself, and book tickers come all the time.
  ping: null,
  silentAfterMs: 10_000,
  read(message) {
    const outer = fieldsOf(message);
    if (outer === null) return null;
    if (outer['error'] !== undefined) return { quotes: [], refusal: JSON.stringify(outer['error']) };
    const data = outer['stream'] === undefined ? outer : fieldsOf(outer['data']);
    return data === null ? null : readData(data);
  },
};

function readData(data: Fields): Reading {
  const kind = data['e'];
  if (kind === 'trade' || kind === 'aggTrade') {
    const id = textOf(kind === 'trade' ? data['t'] : data['a']);
    const stated = { tVenue: msOf(data['T']), id: id === null ? null : `${kind}:${id}` };
    return { quotes: quotesOf(data['s'], textOf(data['p']), stated) };
  }
  // A perpetual's book ticker has an `e`: it is no price here.
  if (kind !== undefined) return { quotes: [], t: msOf(data['E']) };
  const { u, b, a } = data;
  if (typeof b !== 'string' || typeof a !== 'string') return NO_PRICE;
  const id = textOf(u);
  return { quotes: quotesOf(data['s'], middle(b, a), { tVenue: null, id: id === null ? null : `book:${id}` }) };
}
