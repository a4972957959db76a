import type { Usdt } from '#domain/money.ts';
import { setsCost } from '#domain/trading/orders/linked.ts';
import { costOf, WHOLE } from '#domain/trading/orders/share-money.ts';
import type { PositionWire } from '#protocol/exchange.ts';
import { lotsOf } from '#web/shares/ticket/share-math.ts';

export type SetMove = 'buy' | 'sell' | 'noToYes' | 'yesToNo';

/** What somebody holds of one outcome: + YES, - NO, lots of 0.01; `free`: as much of it as is in no sell order. */
export interface Holding {
  readonly marketId: string;
  readonly lots: number;
  readonly free: number;
}

/** The holdings of an event in the order of its outcomes. */
export function holdingsOf(marketIds: readonly string[], held: readonly PositionWire[]): readonly Holding[] {
  return marketIds.map((marketId) => {
    const own = held.find(({ market }) => market.marketId === marketId);
    if (own === undefined) return { marketId, lots: 0, free: 0 };
    const sign = own.outcome === 'NO' ? -1 : 1;
    return {
      marketId,
      lots: sign * lotsOf(own.shares),
      free: lotsOf(own.free),
    };
  });
}

/** The most lots that a move can take; Infinity: money alone is the limit. `of`: whose NO it is. */
export function mostOf(move: SetMove, of: string, holdings: readonly Holding[]): number {
  if (move === 'buy') return Infinity;
  if (move === 'noToYes')
    return Math.max(0, ...holdings.map(({ marketId, lots, free }) => (marketId === of && lots < 0 ? free : 0)));
  // With YES of that outcome too it would be a set that is sold: that is what is offered then.
  if (move === 'yesToNo' && holdings.some(({ marketId, lots }) => marketId === of && lots > 0)) return 0;
  const given = holdings.filter(({ marketId }) => move === 'sell' || marketId !== of);
  return Math.min(...given.map(({ lots, free }) => (lots > 0 ? free : 0)));
}

/** What a move costs and brings, 10^-6: as the exchange has it (decision 0239). */
export function moneyOfMove(
  move: SetMove,
  lots: number,
  holdings: readonly Holding[],
): { readonly pays: Usdt; readonly gets: Usdt } {
  const sets = move === 'buy' || move === 'noToYes' ? lots : -lots;
  const cost = setsCost(
    holdings.map((one) => one.lots),
    sets,
  );
  return {
    pays: costOf(WHOLE, Math.max(0, cost)),
    gets: costOf(WHOLE, Math.max(0, -cost)),
  };
}

/** What can be done with these holdings, first what most people want. */
export function movesFor(holdings: readonly Holding[]): readonly SetMove[] {
  const can = (move: SetMove) => holdings.some(({ marketId }) => mostOf(move, marketId, holdings) > 0);
  return (['buy', 'sell', 'noToYes', 'yesToNo'] as const).filter(can);
}
