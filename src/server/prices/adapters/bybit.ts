import { middle } from './decimal.ts';
import { fieldsOf, listOf, msOf, NO_PRICE, quotesOf, textOf } from './venue.ts';
import type { Fields, VenueQuote, Venue } from './venue.ts';

/**
 * Bybit spot, API v5: the best sides (`orderbook.1`, whole each time) and public trades. The older `trade.<symbol>` form of trades is
 * read as well. Inverse and linear contracts live behind other addresses, never asked here.
 */
export const bybit: Venue = {
  name: 'bybit',
  url: 'wss://stream.bybit.com/v5/public/spot',
  // One request each: the venue refuses a whole request for one name that it does not list.
  subscribe: (symbols) =>
    symbols.map((symbol) => ({ op: 'subscribe', args: [`orderbook.1.${symbol}`, `publicTrade.${symbol}`] })),
  ping: { everyMs: 15_000, text: '{"op":"ping"}' },
  silentAfterMs: 20_000,
  read(message) {
    const fields = fieldsOf(message);
    if (fields === null) return null;
    if (fields['success'] === false) return { quotes: [], refusal: textOf(fields['ret_msg']) ?? 'unknown' };
    const { topic } = fields;
    if (typeof topic !== 'string') return NO_PRICE;
    if (topic.startsWith('orderbook.1.')) return { quotes: readBook(fields), t: msOf(fields['cts'] ?? fields['ts']) };
    if (topic.startsWith('publicTrade.')) return { quotes: listOf(fields['data']).flatMap(readTrade) };
    if (topic.startsWith('trade.')) return { quotes: listOf(fields['data']).flatMap(readOldTrade) };
    return NO_PRICE;
  },
};

function readBook(fields: Fields): readonly VenueQuote[] {
  const data = fieldsOf(fields['data']);
  if (data === null) return [];
  const price = middle(bestOf(data['b']), bestOf(data['a']));
  const id = textOf(data['u']);
  return quotesOf(data['s'], price, {
    tVenue: msOf(fields['cts'] ?? fields['ts']),
    id: id === null ? null : `book:${id}`,
  });
}

/** Price of the best level; '' when the side is empty or unchanged. */
const bestOf = (side: unknown): string => textOf(listOf(listOf(side)[0])[0]) ?? '';

function readTrade(entry: unknown): readonly VenueQuote[] {
  const trade = fieldsOf(entry);
  if (trade === null) return [];
  return quotesOf(trade['s'], textOf(trade['p']), { tVenue: msOf(trade['T']), id: textOf(trade['i']) });
}

function readOldTrade(entry: unknown): readonly VenueQuote[] {
  const trade = fieldsOf(entry);
  if (trade === null) return [];
  const stated = { tVenue: msOf(trade['trade_time_ms']), id: textOf(trade['trade_id']) };
  return quotesOf(trade['symbol'], textOf(trade['price']), stated);
}
