import type { FEED } from '#protocol/tables/feed.ts';
import { loadPairs } from '#server/prices/index.ts';
import type { Handlers } from '#server/routing/call.ts';
import type { TradingParts } from './parts.ts';

const PAGE = 20;

/** What everybody may read of the feeds' past. */
export function feedRoutes({ incidents }: TradingParts): Handlers<typeof FEED> {
  // From the table, not from the engine: the past can be read while it is away.
  const known = new Set(loadPairs().map(({ id }) => id));
  return {
    incidents: async ({ query }) => {
      const { pair = null, from = null, to = null, cursor = null, limit = PAGE } = query;
      if (pair !== null && !known.has(pair)) return { refusal: { code: 'NotFound' } };
      return { status: 200, json: await incidents({ pair, from, to, cursor, limit }) };
    },
  };
}
