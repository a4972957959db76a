import { middle } from './decimal.ts';
import { fieldsOf, listOf, msOf, NO_PRICE, quotesOf, textOf } from './venue.ts';
import type { VenueQuote, Venue } from './venue.ts';

/** OKX, API v5. A ticker states the best sides: their middle is the price. Swaps and futures use the same channel and are left out. */
export const okx: Venue = {
  name: 'okx',
  url: 'wss://ws.okx.com:8443/ws/v5/public',
  subscribe: (symbols) => [{ op: 'subscribe', args: symbols.map((instId) => ({ channel: 'tickers', instId })) }],
  // The venue closes a connection that is quiet for 30 s, and answers `pong`.
  ping: { everyMs: 15_000, text: 'ping' },
  silentAfterMs: 20_000,
  read(message) {
    if (message === 'pong') return NO_PRICE;
    const fields = fieldsOf(message);
    if (fields === null) return null;
    if (fields['event'] === 'error') return { quotes: [], refusal: textOf(fields['msg']) ?? 'unknown' };
    if (fieldsOf(fields['arg'])?.['channel'] !== 'tickers') return NO_PRICE;
    return { quotes: listOf(fields['data']).flatMap(readTicker) };
  },
};

function readTicker(entry: unknown): readonly VenueQuote[] {
  const fields = fieldsOf(entry);
  if (fields === null || fields['instType'] !== 'SPOT') return [];
  const price = middle(textOf(fields['bidPx']) ?? '', textOf(fields['askPx']) ?? '');
  // A ticker has no number of its own: PairMarket takes the newest by time, and a repeat is the same price.
  return quotesOf(fields['instId'], price, { tVenue: msOf(fields['ts']), id: null });
}
