import { fieldsOf, msOf, NO_PRICE, quotesOf, textOf } from './venue.ts';
import type { Venue } from './venue.ts';

/** Twelve Data, by key. Its time is in whole seconds, and it answers a heartbeat that it wants every 10 s. */
export function twelveData(key: string): Venue {
  return {
    name: 'twelvedata',
    url: `wss://ws.twelvedata.com/v1/quotes/price?apikey=${encodeURIComponent(key)}`,
    subscribe: (symbols) => [{ action: 'subscribe', params: { symbols: symbols.join(',') } }],
    ping: { everyMs: 10_000, text: '{"action":"heartbeat"}' },
    silentAfterMs: 30_000,
    read(message) {
      const fields = fieldsOf(message);
      if (fields === null || typeof fields['event'] !== 'string') return null;
      if (fields['status'] === 'error')
        return { quotes: [], refusal: JSON.stringify(fields['fails'] ?? fields['messages']) };
      if (fields['event'] !== 'price') return NO_PRICE;
      const seconds = msOf(fields['timestamp']);
      const tVenue = seconds === null ? null : seconds * 1_000;
      return { quotes: quotesOf(fields['symbol'], textOf(fields['price']), { tVenue, id: null }) };
    },
  };
}
