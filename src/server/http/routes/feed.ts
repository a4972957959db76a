import type { FEED } from '#protocol/tables/feed.ts';
import type { Handlers } from '../call.ts';
import type { RouteParts } from '../parts.ts';

const PAGE = 20;

/** What everybody may read of the feeds' past. */
export function feedHandlers({ incidents }: RouteParts): Handlers<typeof FEED> {
  return {
    incidents: async ({ query }) => {
      const { pair = null, from = null, to = null, cursor = null, limit = PAGE } = query;
      return { status: 200, json: await incidents({ pair, from, to, cursor, limit }) };
    },
  };
}
