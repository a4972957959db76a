import { chanceOf } from '#domain/events/chance.ts';
import type { Realm } from '#domain/realm.ts';
import { DAY_MS } from '#domain/time.ts';
import { toIso } from '#protocol/codecs.ts';
import type { EventCard } from '#protocol/events/events.ts';
import type { Pool } from 'pg';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import { askEngine } from '#server/engine-client/index.ts';
import type { BookFacts } from './books.ts';
import type { OpenedMarket } from './store-public.ts';

export interface PriceParts {
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Pick<Clock, 'now'>;
  readonly bookFacts: BookFacts;
}

/** What the books of some markets say, by a market of them. */
export type PricesOfBooks = (market: OpenedMarket) => EventCard['markets'][number]['prices'];

/** A list is shown without bids and asks while the engine cannot be asked: all else of it stands in the database. */
export async function pricesOf(
  { db, bus, clock, bookFacts }: PriceParts,
  { markets, realm }: { readonly markets: readonly OpenedMarket[]; readonly realm: Realm },
): Promise<PricesOfBooks> {
  const live = markets.filter(({ state }) => state === 'OPEN').map(({ book }) => book);
  const traded = markets.filter((market) => market.last_price !== null).map(({ book }) => book);
  const [tops, before] = await Promise.all([
    live.length === 0 ? [] : askEngine(bus.request('exchange.tops', { realm, marketIds: live })).catch(() => []),
    traded.length === 0 ? [] : bookFacts.pricesAt(db, traded, clock.now() - DAY_MS),
  ]);
  const topOf = new Map(tops.map((top) => [top.marketId, top]));
  const beforeOf = new Map(before.map(({ id, price }) => [id, price]));
  return ({ book, volume, last_price: last, last_at: lastAt }) => {
    const { bid = null, ask = null } = topOf.get(book) ?? {};
    return {
      bid: shown(bid),
      ask: shown(ask),
      last: shown(last),
      lastAt: lastAt === null ? null : toIso(Number(lastAt)),
      dayAgo: shown(beforeOf.get(book) ?? null),
      chance: shown(chanceOf({ bid, ask, last })),
      volume: Number(volume ?? 0) / 100,
    };
  };
}

const shown = (milli: number | null) => (milli === null ? null : milli / 1_000);
