import { usdt } from '../../../money.ts';
import type { Usdt } from '../../../money.ts';
import { setsMoved } from '../../../ledger/exchange-entries.ts';
import type { Refusal } from '../../../refusals.ts';
import { operatorGate } from '../../gates.ts';
import { takeToken } from '../../rate.ts';
import type { MoveSets } from '../contract.ts';
import type { Draft } from '../draft.ts';
import { MIN_LOTS } from '../market.ts';
import type { Market, OutcomeNo } from '../market.ts';
import { barGate, openGate, standingGate } from '../order-gates.ts';
import { marketNow } from '../place.ts';
import { freeOf } from '../positions.ts';
import { setsWorth } from '../share-money.ts';
import { fairPrices } from './fair-prices.ts';
import { moveOwn } from './move-own.ts';

const NOTHING = usdt(0n);

/**
 * Moves full sets of a linked market: one YES of every outcome for 1.00, or back, past its books and without a fee (decision 0239). A refusal leaves
 * the draft to be thrown away; null: it is made.
 */
export function moveSets(draft: Draft, command: MoveSets): Refusal | null {
  const { realm, userId, lots, id, marketId, move } = command;
  const asked = marketNow(draft, command);
  if (asked === null) return { code: 'NotFound' };
  const { linkedTo } = asked;
  const markets = command.books.flatMap((book) => marketNow(draft, { marketId: book, realm }) ?? []);
  const isWhole = markets.length > 1 && markets.length === command.books.length;
  if (linkedTo === null || !isWhole || markets.some((market) => market.linkedTo !== linkedTo))
    return { code: 'OrderRejected', reason: 'no_sets' };
  const refusal = gates(draft, command, { asked, markets });
  if (refusal !== null) return refusal;
  const pool = sharedPool(draft, markets);
  if (pool === null) return { code: 'OrderRejected', reason: 'no_sets' };
  const lacking = sharesGate(draft, command, markets);
  if (lacking !== null) return lacking;
  const paid = moveHoldings(draft, command, markets);
  if (paid > draft.cashOf(userId, realm)) return { code: 'NoBalance' };
  const journal = setsMoved({
    realm,
    id,
    owner: draft.accountsOf(userId, realm),
    pool,
    paid,
  });
  if (journal !== null) draft.post(journal);
  draft.sets.push({
    id,
    realm,
    userId,
    linkedTo,
    marketId,
    move,
    lots,
    paid,
    at: draft.moment.now,
  });
  return null;
}

/** As of an order that buys, where sets are made; the others put no more at risk than was. The token is taken at its gate, whatever comes after. */
function gates(
  draft: Draft,
  command: MoveSets,
  { asked, markets }: { readonly asked: Market; readonly markets: readonly Market[] },
): Refusal | null {
  const { state, moment } = draft;
  const { move, lots, userId } = command;
  const worth = Number.isSafeInteger(lots) ? setsWorth(Math.max(0, lots)) : NOTHING;
  const isMint = move === 'mint';
  const early = standingGate(draft, {
    ...command,
    side: isMint ? 'BUY' : 'SELL',
    stake: isMint ? worth : NOTHING,
  });
  if (early !== null) return early;
  for (const market of markets) {
    // Whoever gives sets back ends a risk: they always may.
    const closed = operatorGate(move === 'melt' ? null : moment.view(market).pause) ?? openGate(market, moment.now);
    if (closed !== null) return closed;
  }
  const barred = barGate(draft, { market: asked, userId });
  if (barred !== null) return barred;
  if (!Number.isSafeInteger(lots) || lots < 1) return { code: 'InvalidRequest', fields: { shares: 'malformed' } };
  if (isMint && lots < MIN_LOTS) return { code: 'InvalidRequest', fields: { shares: 'too_small' } };
  const max = isMint ? moment.view(markets[0]!).maxStake : worth;
  if (worth > max) return { code: 'StakeLimit', min: setsWorth(MIN_LOTS), max };
  return takeToken(state.limiter, userId, moment.now) ? null : { code: 'UnavailableBet' };
}

/** The account that all books pay from; null: each has its own, as books had that were opened before there were sets. */
export function sharedPool({ moment }: Draft, markets: readonly Market[]): string | null {
  const pools = new Set(markets.map(({ id }) => moment.accounts.market(id).pool));
  return pools.size === 1 ? [...pools][0]! : null;
}

/** Only shares that are held, and in no sell order. */
function sharesGate(draft: Draft, command: MoveSets, markets: readonly Market[]): Refusal | null {
  const { move, marketId, lots, realm, userId } = command;
  const lacks = (id: string, outcome: OutcomeNo) =>
    freeOf(draft.position({ marketId: id, realm, userId }), outcome) < lots;
  const isLacking = {
    mint: () => false,
    melt: () => markets.some(({ id }) => lacks(id, 0)),
    to_yes: () => lacks(marketId, 1),
    to_no: () => markets.some(({ id }) => id !== marketId && lacks(id, 0)),
  } as const satisfies Record<MoveSets['move'], () => boolean>;
  return isLacking[move]() ? { code: 'OrderRejected', reason: 'no_shares' } : null;
}

/** In each book, for all that it costs, 10^-6. */
function moveHoldings(draft: Draft, command: MoveSets, markets: readonly Market[]): Usdt {
  const { realm, userId, lots, move } = command;
  const outcome: OutcomeNo = move === 'mint' || move === 'to_yes' ? 0 : 1;
  return moveOwn(draft, { realm, userId, lots, outcome }, { markets, prices: fairPrices(draft, markets) });
}
