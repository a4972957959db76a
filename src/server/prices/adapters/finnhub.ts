import { fieldsOf, listOf, msOf, NO_PRICE, quotesOf, textOf } from './venue.ts';
import type { VenueQuote, Venue } from './venue.ts';

/** Finnhub, by key: trades of US stocks, forex and commodities of OANDA. Pings come as messages. */
export function finnhub(key: string): Venue {
  return {
    name: 'finnhub',
    url: `wss://ws.finnhub.io?token=${encodeURIComponent(key)}`,
    subscribe: (symbols) => symbols.map((symbol) => ({ type: 'subscribe', symbol })),
    ping: null,
    silentAfterMs: 90_000,
    read(message) {
      const fields = fieldsOf(message);
      if (fields === null || typeof fields['type'] !== 'string') return null;
      if (fields['type'] === 'error') return { quotes: [], refusal: textOf(fields['msg']) ?? 'unknown' };
      if (fields['type'] !== 'trade') return NO_PRICE;
      return { quotes: listOf(fields['data']).flatMap(readTrade) };
    },
  };
}

function readTrade(entry: unknown): readonly VenueQuote[] {
  const trade = fieldsOf(entry);
  if (trade === null) return [];
  return quotesOf(trade['s'], textOf(trade['p']), { tVenue: msOf(trade['t']), id: null });
}
