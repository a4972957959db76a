import type { Pool } from 'pg';
import { toDecimal, usdt } from '#domain/money.ts';
import { endsOf } from '#domain/trading/maker/event-quotes.ts';
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

/**
 * What the house may lose, holds and has won in each market is for everybody to see, of linked outcomes over all of them: they share one cap
 * (docs/rules/exchange.md#house-maker). `markets`: all of their events.
 */
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
  const worthOf = ({ book }: OpenedMarket) => ({ up: of.get(book)?.ifYes ?? 0n, down: of.get(book)?.ifNo ?? 0n });
  return (market) => {
    const linked = markets.filter((one) => market.is_linked && one.event_id === market.event_id && one !== market);
    const { ifYes, ifNo } = endsOf(worthOf(market), linked.map(worthOf));
    return { cap, shares: (of.get(market.book)?.lots ?? 0) / 100, ifYes: number(ifYes), ifNo: number(ifNo) };
  };
}

const number = (amount: bigint) => Number(toDecimal(usdt(amount)));
