import { middle } from './decimal.ts';
import { fieldsOf, listOf, msOfText, NO_PRICE, quotesOf, textOf } from './venue.ts';
import type { Reading, Venue } from './venue.ts';

/**
 * Kraken, API v2. A ticker on each change of the best sides states their middle; the first `snapshot` is history and states no price.
 * Heartbeats come each second. Messages of v1 are lists or have an `event`: they keep the connection alive and state nothing.
 */
export const kraken: Venue = {
  name: 'kraken',
  url: 'wss://ws.kraken.com/v2',
  subscribe: (symbols) => [
    { method: 'subscribe', params: { channel: 'ticker', symbol: symbols, event_trigger: 'bbo' } },
  ],
  ping: { everyMs: 15_000, text: '{"method":"ping"}' },
  silentAfterMs: 10_000,
  read(message) {
    if (Array.isArray(message)) return NO_PRICE;
    const fields = fieldsOf(message);
    if (fields === null) return null;
    if (fields['success'] === false) return { quotes: [], refusal: textOf(fields['error']) ?? 'unknown' };
    if (fields['channel'] !== 'ticker' || fields['type'] !== 'update') return NO_PRICE;
    return { quotes: listOf(fields['data']).flatMap((entry) => readTicker(entry).quotes) };
  },
};

function readTicker(entry: unknown): Reading {
  const fields = fieldsOf(entry);
  if (fields === null) return NO_PRICE;
  const price = middle(textOf(fields['bid']) ?? '', textOf(fields['ask']) ?? '');
  return { quotes: quotesOf(fields['symbol'], price, { tVenue: msOfText(fields['timestamp']), id: null }) };
}
