import { setsMoved } from '../../../ledger/exchange-entries.ts';
import { subtract, usdt } from '../../../money.ts';
import type { OutcomeSplit, SplitOutcome } from '../contract.ts';
import type { Draft } from '../draft.ts';
import { splitHolding } from '../linked.ts';
import type { Market } from '../market.ts';
import { marketNow } from '../place.ts';
import { noPosition } from '../positions.ts';
import { WHOLE } from '../share-money.ts';
import { splitKey } from '../state.ts';
import { fairPrices } from './fair-prices.ts';
import { moveOwn } from './move-own.ts';
import { sharedPool } from './move-sets.ts';

/** Of a book in which nothing rests and nothing is taken. */
const STILL: ReadonlySet<Market['status']> = new Set<Market['status']>(['PAUSED', 'CUT_OFF', 'ENDED']);

/**
 * Splits the outcome that stands for the rest (decision 0260). Whoever has NO of it has YES of all others instead, which moves no money but for what meets
 * an own NO; then whoever has YES of it gets as many of each new outcome. The pool stays as it is but for that, whatever comes true.
 */
export function splitOutcome(draft: Draft, command: SplitOutcome): void {
  const { id, realm, linkedTo, from, into } = command;
  if (draft.state.splits.has(splitKey(command))) return;
  const old = marketsOf(draft, command, command.books);
  const added = marketsOf(
    draft,
    command,
    into.map(({ book }) => book),
  );
  const place = command.books.indexOf(from);
  if (place < 0 || into.length === 0) throw new Error(`a split of ${linkedTo} into nothing`);
  const pool = sharedPool(draft, [...old, ...added]);
  if (pool === null) throw new Error(`the books of ${linkedTo} have pools of their own`);
  // From here on all of them are in memory: their holdings are counted against each other.
  for (const market of [...old, ...added]) draft.putMarket(market);
  const prices = fairPrices(
    draft,
    old.map((market) => ({ ...market, status: 'OPEN' })),
  );
  const grown: OutcomeSplit['grown'][number][] = [];
  for (const userId of holdersOf(draft, from)) {
    const held = old.map((market) => draft.position({ marketId: market.id, realm, userId }).lots);
    const after = splitHolding(held, place);
    const lots = after.held[place]! - held[place]!;
    if (lots > 0) {
      const paid = moveOwn(draft, { realm, userId, lots, outcome: 0 }, { markets: old, prices });
      const owner = draft.accountsOf(userId, realm);
      const journal = setsMoved({ realm, id: `${id}/${userId}`, owner, pool, paid });
      if (journal !== null) draft.post(journal);
      grown.push(...old.map((market) => ({ marketId: market.id, userId, lots })));
    }
    if (after.each === 0) continue;
    giveEach(draft, { realm, userId, command });
    grown.push(...added.map((market) => ({ marketId: market.id, userId, lots: after.each })));
  }
  draft.splits.push({ id, realm, linkedTo, from, at: draft.moment.now, grown });
}

function marketsOf(draft: Draft, { realm, linkedTo }: SplitOutcome, books: readonly string[]): readonly Market[] {
  return books.map((marketId) => {
    const market = marketNow(draft, { marketId, realm });
    if (market === null || market.linkedTo !== linkedTo) throw new Error(`${marketId} is no book of ${linkedTo}`);
    if (!STILL.has(market.status)) throw new Error(`${marketId} takes orders`);
    return market;
  });
}

function holdersOf(draft: Draft, from: string): readonly string[] {
  const positions = draft.state.markets.get(from)?.positions.values() ?? [];
  return [...positions].flatMap(({ userId, lots }) => (lots === 0 ? [] : [userId])).toSorted();
}

/** As many YES of each new outcome as there are of the one that was split, which cost a part of what those did. */
function giveEach(
  draft: Draft,
  {
    realm,
    userId,
    command: { from, into },
  }: { readonly realm: SplitOutcome['realm']; readonly userId: string; readonly command: SplitOutcome },
): void {
  const split = draft.position({ marketId: from, realm, userId });
  let left = split.cost;
  for (const { book, part } of into) {
    const cost = usdt((split.cost * BigInt(part)) / BigInt(WHOLE));
    left = subtract(left, cost);
    draft.putPosition({ ...noPosition({ marketId: book, realm, userId }), lots: split.lots, cost });
  }
  draft.putPosition({ ...split, cost: left });
}
