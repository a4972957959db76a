import { add, fromDecimal, subtract, usdt, type Usdt } from '#domain/money.ts';
import { costOf } from '#domain/trading/orders/share-money.ts';
import type { EventCard } from '#protocol/events/events.ts';
import type { PositionWire } from '#protocol/exchange.ts';
import { lotsOf, milliOf } from '#web/shares/ticket/share-math.ts';

type Market = EventCard['markets'][number];

/** Markets of events by the ids of their books. */
export type Markets = ReadonlyMap<string, Market>;

const NOTHING = usdt(0n);
/** An amount as the API writes it, with a sign where it is a loss. */
function money(text: string | null): Usdt {
  const isLoss = text?.startsWith('-') ?? false;
  const amount = fromDecimal((isLoss ? text?.slice(1) : text) ?? '0', 6) ?? NOTHING;
  return isLoss ? subtract(NOTHING, amount) : amount;
}

/** What somebody pays at once for a share of an outcome; null: nobody. */
export function bestBid({ prices }: Pick<Market, 'prices'>, outcome: string): number | null {
  if (outcome === 'YES') return prices.bid;
  return prices.ask === null ? null : 1 - prices.ask;
}

/** Shares at the best bid, before the fee; null where nobody bids. */
export function valueOf(position: PositionWire, markets: Markets): Usdt | null {
  const market = markets.get(position.market.marketId);
  const bid = market === undefined ? null : bestBid(market, position.outcome);
  return bid === null ? null : costOf(milliOf(bid), lotsOf(position.shares));
}

export interface Totals {
  /** Of the positions that somebody bids for. */
  readonly value: Usdt;
  /** Paid for all that is held. */
  readonly cost: Usdt;
  /** Of those with a value: against what they cost. */
  readonly open: Usdt;
  /** Of markets that have ended. */
  readonly ended: Usdt;
  /** Positions that nobody bids for now. */
  readonly unpriced: number;
}

/** What all rows of the page come to. */
export function totalsOf(held: readonly PositionWire[], ended: readonly PositionWire[], markets: Markets): Totals {
  const sum = { value: NOTHING, cost: NOTHING, open: NOTHING, unpriced: 0 };
  for (const position of held) {
    const [value, cost] = [valueOf(position, markets), money(position.costStr)];
    sum.cost = add(sum.cost, cost);
    if (value === null) sum.unpriced += 1;
    else {
      sum.value = add(sum.value, value);
      sum.open = add(sum.open, subtract(value, cost));
    }
  }
  return { ...sum, ended: ended.reduce((all, { profitStr }) => add(all, money(profitStr)), NOTHING) };
}

/** From nothing to the profit after each market that ended, the first one first; one that ended early did so by `now`. `at`: ms. */
export function profitOverTime(
  ended: readonly PositionWire[],
  now: number,
): readonly { readonly id: string; readonly at: number; readonly sum: Usdt }[] {
  let sum = NOTHING;
  const points = ended
    .map((position) => ({ position, at: Math.min(now, Date.parse(position.market.endsAt)) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ position: { market, outcome, profitStr }, at }) => {
      sum = add(sum, money(profitStr));
      return { id: `${market.marketId} ${outcome}`, at, sum };
    });
  const [first] = points;
  return first === undefined ? [] : [{ id: 'start', at: first.at, sum: NOTHING }, ...points];
}
