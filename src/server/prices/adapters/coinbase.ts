import { middle } from './decimal.ts';
import { fieldsOf, msOfText, quotesOf, textOf } from './venue.ts';
import type { Venue } from './venue.ts';

/** Coinbase Exchange. A ticker comes with each trade and states the best sides: their middle is the price. Heartbeats come each second. */
export const coinbase: Venue = {
  name: 'coinbase',
  url: 'wss://ws-feed.exchange.coinbase.com',
  // One request each: the venue refuses a whole request for one name that it does not list.
  subscribe: (symbols) =>
    symbols.map((symbol) => ({ type: 'subscribe', product_ids: [symbol], channels: ['ticker', 'heartbeat'] })),
  ping: null,
  silentAfterMs: 10_000,
  read(message) {
    const fields = fieldsOf(message);
    if (fields === null || typeof fields['type'] !== 'string') return null;
    if (fields['type'] === 'error')
      return { quotes: [], refusal: `${textOf(fields['message'])} ${textOf(fields['reason'])}` };
    const t = msOfText(fields['time']);
    if (fields['type'] !== 'ticker') return { quotes: [], t: fields['type'] === 'heartbeat' ? t : null };
    const price = middle(textOf(fields['best_bid']) ?? '', textOf(fields['best_ask']) ?? '');
    return { quotes: quotesOf(fields['product_id'], price, { tVenue: t, id: textOf(fields['sequence']) }) };
  },
};
