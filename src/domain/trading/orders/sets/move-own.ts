import { add, usdt } from '../../../money.ts';
import type { Usdt } from '../../../money.ts';
import type { Realm } from '../../../realm.ts';
import type { Draft } from '../draft.ts';
import { shrinkUncovered } from '../ends.ts';
import { setsCost } from '../linked.ts';
import type { Market, OutcomeNo } from '../market.ts';
import { traded } from '../positions.ts';
import { costOf, WHOLE } from '../share-money.ts';

const NOTHING = usdt(0n);

/**
 * One share more of YES in every book (`outcome` 0), or one less (1): so NO of one outcome is YES of the others, for both meet a set half way.
 * Gives what it costs, 10^-6: 1.00 a set made, less 1.00 for each YES that meets an own NO; the reverse where a set goes back. `prices`: what a YES
 * of each book counts for, thousandths.
 */
export function moveOwn(
  draft: Draft,
  of: { readonly realm: Realm; readonly userId: string; readonly lots: number; readonly outcome: OutcomeNo },
  { markets, prices }: { readonly markets: readonly Market[]; readonly prices: readonly number[] },
): Usdt {
  const { realm, userId, lots, outcome } = of;
  const before = markets.map((market) => draft.position({ marketId: market.id, realm, userId }));
  let paid = NOTHING;
  for (const [at, market] of markets.entries()) {
    // A market is taken into memory with its first holding.
    if (draft.state.markets.get(market.id)?.market !== market) draft.putMarket(market);
    const price = outcome === 0 ? prices[at]! : WHOLE - prices[at]!;
    const { change, cost } = traded(before[at]!, { outcome, lots, price });
    draft.putPosition(change.position);
    paid = add(paid, cost);
    const { ended } = change;
    if (ended !== null) draft.realised.push({ realm, userId, marketId: market.id, settled: false, ...ended });
    shrinkUncovered(draft, { marketId: market.id, realm, userId });
  }
  const more = setsCost(
    before.map((position) => position.lots),
    outcome === 0 ? lots : -lots,
  );
  if (paid !== costOf(WHOLE, more)) throw new Error(`sets of ${markets[0]!.linkedTo} cost ${paid}`);
  return paid;
}
