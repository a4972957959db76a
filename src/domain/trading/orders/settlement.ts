import { add, subtract, usdt } from '../../money.ts';
import type { Usdt } from '../../money.ts';
import { bonusAccrued, feesEarned, holdingPaid } from '../../ledger/exchange-entries.ts';
import { isHouse } from './contract.ts';
import type { PayHolders, SettleLinked } from './contract.ts';
import type { Draft } from './draft.ts';
import { moveMarket } from './endings.ts';
import { linkedResults } from './linked.ts';
import type { Market, MarketResult } from './market.ts';
import type { Position } from './order.ts';
import { costOf, WHOLE } from './share-money.ts';
import type { LiveMarket } from './state.ts';
import { repayHouse } from './undo/undo-fills.ts';

const NOTHING = usdt(0n);

/** What a share of the first outcome is worth at the end, thousandths of 1.00; one of the second is worth the rest. */
export function valueOfFirst(result: MarketResult): number {
  if (result.kind === 'WON') return result.outcome === 0 ? WHOLE : 0;
  const value = result.value ?? WHOLE / 2;
  if (!Number.isInteger(value) || value < 0 || value > WHOLE) throw new Error(`a share worth ${value}`);
  return value;
}

/** What a holding gets when a share of the first outcome is worth `value` thousandths, 10^-6. */
export function payoutOf(lots: number, value: number): Usdt {
  return lots > 0 ? costOf(value, lots) : costOf(WHOLE - value, -lots);
}

interface Asked {
  readonly marketId: string;
  readonly result: MarketResult;
}

/**
 * Pays a market out (journal 26) and books the makers' bonus where it was resolved (24). What its status does not allow is no change. Throws
 * for one book of a linked market: alone it cannot know what the others pay.
 */
export function settleMarket(draft: Draft, asked: Asked): void {
  const linkedTo = draft.state.markets.get(asked.marketId)?.market.linkedTo ?? null;
  if (linkedTo !== null) throw new Error(`${asked.marketId} ends with the other books of ${linkedTo}`);
  if (asked.result.kind === 'TIE' && asked.result.value !== undefined)
    throw new Error(`a tie of ${asked.marketId} pays half`);
  payOut(draft, asked);
}

/** Pays all books of a linked market out, or none. Throws when the books named are not all that there are. */
export function settleLinked(draft: Draft, asked: Omit<SettleLinked, 'kind'>): void {
  const { linkedTo, realm, books, end } = asked;
  const results = linkedResults(books.length, end);
  const named = new Set(books);
  if (named.size !== books.length) throw new Error(`a book of ${linkedTo} is named twice`);
  let live = 0;
  for (const { market } of draft.state.markets.values()) {
    const belongs = market.linkedTo === linkedTo && market.realm === realm;
    if (belongs !== named.has(market.id)) throw new Error(`the books of ${linkedTo} are not those named: ${market.id}`);
    if (belongs) live += 1;
  }
  checkWhole(draft, asked);
  let paid = 0;
  for (const [at, result] of results.entries()) if (payOut(draft, { marketId: books[at]!, result })) paid += 1;
  // A book that is left out could end differently, and a set would pay more or less than 1.00.
  if (paid !== 0 && paid !== live) throw new Error(`only ${paid} of the ${live} books of ${linkedTo} can end`);
}

/** A full set has a share of every book: none can be outstanding while there are books that nobody traded. */
function checkWhole({ state }: Draft, { books, linkedTo }: Pick<SettleLinked, 'books' | 'linkedTo'>): void {
  const live = books.flatMap((id) => state.markets.get(id) ?? []);
  if (live.length < books.length && live.some((one) => netOf(one) !== 0))
    throw new Error(`full sets of ${linkedTo} lack a book`);
}

/**
 * Pays some holders of a market that has ended; `settleMarket` pays the others and ends it, `settleLinked` those of a linked one, by a result
 * that was fixed before. Those who were paid are passed over.
 */
export function payHolders(draft: Draft, { marketId, result, owners }: Omit<PayHolders, 'kind'>): void {
  const live = draft.state.markets.get(marketId);
  if (live === undefined || live.market.status !== 'ENDED') return;
  const { market } = live;
  checkSets(draft, live);
  const value = valueOfFirst(result);
  for (const userId of new Set(owners)) {
    const position = live.positions.get(userId);
    if (position === undefined) throw new Error(`${userId} holds nothing of ${marketId}`);
    if (position.paidLots === undefined) payHolding(draft, position, { market, value, result, inParts: true });
  }
}

/** The first `most` holders who were not paid in parts, as they came. Asked for at each look at a market: no list of all is made. */
export function unpaidOf(live: LiveMarket, most = Infinity): readonly string[] {
  const found: string[] = [];
  for (const { userId, paidLots } of live.positions.values()) {
    if (found.length >= most) break;
    if (paidLots === undefined) found.push(userId);
  }
  return found;
}

/**
 * Otherwise the pool would not equal what is paid: both shares of every set must be there, and of linked books, which share a pool, each must
 * have as much of YES beyond its NO as the others.
 */
function checkSets(draft: Draft, live: LiveMarket): void {
  const { id, linkedTo, realm } = live.market;
  const net = netOf(live);
  if (linkedTo === null) {
    if (net !== 0) throw new Error(`the holdings of ${id} are no sets`);
    return;
  }
  for (const other of draft.state.markets.values()) {
    const { market } = other;
    if (market.linkedTo === linkedTo && market.realm === realm && netOf(other) !== net)
      throw new Error(`the holdings of ${id} and ${market.id} are no sets`);
  }
}

function netOf({ positions }: LiveMarket): number {
  let net = 0;
  for (const { lots, paidLots } of positions.values()) net += lots + (paidLots ?? 0);
  return net;
}

/** False: its status does not allow it, and nothing changed. */
function payOut(draft: Draft, asked: Asked): boolean {
  const { marketId, result } = asked;
  const value = valueOfFirst(result);
  if (!moveMarket(draft, { marketId, event: result.kind === 'VOID' ? 'void' : 'settle' })) return false;
  const market = draft.market(marketId);
  const live = draft.state.markets.get(marketId);
  if (market === null || live === undefined) throw new Error(`no market ${marketId}`);
  draft.putMarket({ ...market, result });
  checkSets(draft, live);
  const holders = [...live.positions.keys()].toSorted();
  const positions = holders.map((userId) => draft.position({ marketId, realm: market.realm, userId }));
  const inParts = positions.some(({ paidLots }) => paidLots !== undefined);
  let earned = NOTHING;
  for (const position of positions) {
    if (result.kind === 'WON') earned = add(earned, position.fees);
    if (position.paidLots === undefined) payHolding(draft, position, { market, value, result, inParts });
  }
  if (earned === 0n) return true;
  const { fees } = draft.moment.accounts.house(market.realm);
  const money = draft.moment.accounts.market(marketId);
  draft.post(feesEarned({ realm: market.realm, marketId, market: money, fees, amount: earned }));
  return true;
}

/** Pays one holding, whose fees come back where the house does not earn them. */
function payHolding(
  draft: Draft,
  position: Position,
  at: { readonly market: Market; readonly value: number; readonly result: MarketResult; readonly inParts: boolean },
): void {
  const { market, value, result, inParts } = at;
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
  const borne = repayHouse(draft, position, { credit, step: 'paid' });
  if (lots !== 0 || credit > 0n) draft.realised.push({ realm, userId, marketId, settled: true, lots, cost, credit });
  const gained = add(position.gained, subtract(credit, cost));
  const paid = { ...position, lots: 0, reserved: 0, cost: NOTHING, gained, ...borne };
  draft.putPosition(inParts ? { ...paid, paidLots: lots } : paid);
}

function accrueBonus(draft: Draft, position: Position): void {
  const { realm, userId, marketId, bonus } = position;
  if (isHouse(userId)) throw new Error('the house maker earns no bonus');
  const { accounts } = draft.moment;
  const expense = accounts.house(realm).mmExpense;
  const payable = accounts.payable(userId, realm);
  draft.post(bonusAccrued({ realm, marketId, userId, expense, payable, amount: bonus }));
}
