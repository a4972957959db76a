import { canonicalSide, facing, priceOfFirst, takes } from '#domain/trading/orders/canonical-side.ts';
import { HOUSE } from '#domain/trading/orders/contract.ts';
import { noPosition } from '#domain/trading/orders/positions.ts';
import type { PlaceOrder } from '../contract.ts';
import type { MakerFunds } from './maker-funds.ts';
import type { MarketData } from './market-data.ts';
import type { ExchangeMemory } from './memory.ts';

/** Of one second, ms. */
const SECOND_MS = 1_000;

/**
 * How long an order waits before it is decided, ms: in a live market one that would meet others now, so that nobody takes an offer with what
 * they saw a moment before its owner could (docs/rules/exchange.md#live-markets). What rests, and what is cancelled, never waits.
 */
export function liveDelay(
  { marketId, outcome: word, side, terms }: PlaceOrder,
  at: {
    readonly data: MarketData;
    readonly memory: ExchangeMemory;
    readonly funds: MakerFunds;
    readonly now: number;
    readonly seconds: number;
  },
): number {
  const { data, memory, now } = at;
  const known = data.listed(marketId)?.isLive === true ? data.known(marketId, now) : null;
  if (known === null || (terms.type === 'LIMIT' && terms.postOnly)) return 0;
  const { market } = known;
  const outcome = market.outcomes.indexOf(word) === 1 ? 1 : 0;
  const taker = canonicalSide({ outcome, side });
  const limit = priceOfFirst(outcome, terms.type === 'LIMIT' ? terms.price : terms.worstPrice);
  const live = memory.state.markets.get(marketId);
  const house = live?.positions.get(HOUSE) ?? noPosition({ marketId, realm: market.realm, userId: HOUSE });
  const quotes = data
    .quotesOf(market, house, { now, funds: at.funds.of(market.realm) })
    .filter((quote) => quote.side === facing(taker));
  const offers = [live?.book.best(facing(taker)) ?? null, ...quotes.map(({ price }) => price)];
  const meets = offers.some((price) => price !== null && takes({ side: taker, limit }, price));
  return meets ? at.seconds * SECOND_MS : 0;
}
