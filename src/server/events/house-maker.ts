import type { Pool } from 'pg';
import { toDecimal, usdt } from '#domain/money.ts';
import type { EventMarketWire } from '#protocol/events/events.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { BookFacts } from './books.ts';
import type { OpenedMarket } from './store-public.ts';

export interface MakerParts {
  readonly db: Pool;
  readonly bookFacts: BookFacts;
  readonly settings: LiveSettings;
}

/** The house maker in the books of some markets, by a market of them. */
export type MakerOfBooks = (market: OpenedMarket) => EventMarketWire['maker'];

/** What the house may lose, holds and has won in each market is for everybody to see (docs/rules/exchange.md#house-maker). */
export async function makerOf(
  { db, bookFacts, settings }: MakerParts,
  markets: readonly OpenedMarket[],
): Promise<MakerOfBooks> {
  const found = await bookFacts.makerOf(
    db,
    markets.map(({ book }) => book),
  );
  const of = new Map(found.map((one) => [one.id, one]));
  const cap = number(settings.values['maker.event_cap']);
  return ({ book }) => {
    const { lots = 0, ifYes = 0n, ifNo = 0n } = of.get(book) ?? {};
    return { cap, shares: lots / 100, ifYes: number(ifYes), ifNo: number(ifNo) };
  };
}

const number = (amount: bigint) => Number(toDecimal(usdt(amount)));
