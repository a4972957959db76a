import { add, subtract, usdt } from '../../money.ts';
import type { Usdt } from '../../money.ts';
import { bonusAccrued, feesEarned, holdingPaid } from '../../ledger/exchange-entries.ts';
import { HOUSE } from './contract.ts';
import type { Draft } from './draft.ts';
import { moveMarket } from './endings.ts';
import type { Market, MarketResult } from './market.ts';
import type { Position } from './order.ts';
import { costOf, WHOLE } from './share-money.ts';

const NOTHING = usdt(0n);

/** What a share of the first outcome is worth at the end, thousandths of 1.00; one of the second is worth the rest. */
export function valueOfFirst(result: MarketResult): number {
  if (result.kind === 'WON') return result.outcome === 0 ? WHOLE : 0;
  const value = result.kind === 'TIE' ? WHOLE / 2 : result.value;
  if (!Number.isInteger(value) || value < 0 || value > WHOLE) throw new Error(`a share worth ${value}`);
  return value;
}

/** What a holding gets when a share of the first outcome is worth `value` thousandths, 10^-6. */
export function payoutOf(lots: number, value: number): Usdt {
  return lots > 0 ? costOf(value, lots) : costOf(WHOLE - value, -lots);
}

/** Pays a market out (journal 26) and books the makers' bonus where it was resolved (24). What its status does not allow is no change. */
export function settleMarket(draft: Draft, asked: { readonly marketId: string; readonly result: MarketResult }): void {
  const { marketId, result } = asked;
  const value = valueOfFirst(result);
  if (!moveMarket(draft, { marketId, event: result.kind === 'VOID' ? 'void' : 'settle' })) return;
  const market = draft.market(marketId);
  const live = draft.state.markets.get(marketId);
  if (market === null || live === undefined) throw new Error(`no market ${marketId}`);
  draft.putMarket({ ...market, result });
  const holders = [...live.positions.keys()].toSorted();
  const positions = holders.map((userId) => draft.position({ marketId, realm: market.realm, userId }));
  // Every set has its two halves somewhere: else the pool would not be what is paid.
  if (positions.reduce((sum, { lots }) => sum + lots, 0) !== 0)
    throw new Error(`the holdings of ${marketId} are no sets`);
  let earned = NOTHING;
  for (const position of positions) earned = add(earned, payHolding(draft, position, { market, value, result }));
  if (earned === 0n) return;
  const { fees } = draft.moment.accounts.house(market.realm);
  const money = draft.moment.accounts.market(marketId);
  draft.post(feesEarned({ realm: market.realm, marketId, market: money, fees, amount: earned }));
}

/** Pays one holding. Gives the fees of its owner that the house earns. */
function payHolding(
  draft: Draft,
  position: Position,
  at: { readonly market: Market; readonly value: number; readonly result: MarketResult },
): Usdt {
  const { market, value, result } = at;
  const { realm, userId, marketId, lots, cost } = position;
  const won = result.kind === 'WON';
  const feesBack = won ? NOTHING : position.fees;
  const payout = payoutOf(lots, value);
  const journal = holdingPaid({
    realm,
    marketId,
    userId,
    payout,
    feesBack,
    market: draft.moment.accounts.market(market.id),
    cash: draft.accountsOf(userId, realm).cash,
  });
  if (journal !== null) draft.post(journal);
  if (won && position.bonus > 0n) accrueBonus(draft, position);
  const credit = add(payout, feesBack);
  if (lots !== 0 || credit > 0n) draft.realised.push({ realm, userId, marketId, settled: true, lots, cost, credit });
  const gained = add(position.gained, subtract(credit, cost));
  draft.putPosition({ ...position, lots: 0, reserved: 0, cost: NOTHING, gained });
  return won ? position.fees : NOTHING;
}

function accrueBonus(draft: Draft, position: Position): void {
  const { realm, userId, marketId, bonus } = position;
  if (userId === HOUSE) throw new Error('the house maker earns no bonus');
  const { accounts } = draft.moment;
  const expense = accounts.house(realm).mmExpense;
  const payable = accounts.payable(userId, realm);
  draft.post(bonusAccrued({ realm, marketId, userId, expense, payable, amount: bonus }));
}
