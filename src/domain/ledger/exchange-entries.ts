import { subtract, usdt } from '../money.ts';
import type { Usdt } from '../money.ts';
import type { Realm } from '../realm.ts';
import type { AccountId } from './account-id.ts';
import { CODES } from './grammar.ts';
import type { Journal, Transfer } from './journal.ts';

/** The two accounts of an owner of orders: a person's, or the house maker's. */
export interface OwnerMoney {
  readonly cash: AccountId;
  readonly locked: AccountId;
}

/** The two accounts of a market. */
export interface MarketMoney {
  readonly pool: AccountId;
  readonly fees: AccountId;
}

/** A party of a fill: its accounts, and what it pays or gets without the fee (10^-6). */
export interface FillMoney {
  readonly owner: OwnerMoney;
  readonly side: 'BUY' | 'SELL';
  readonly turnover: Usdt;
  /** Quotes of the house maker lock nothing before they are hit: cash, locked and pool then stand in one journal (row 43). */
  readonly locksNow: boolean;
}

interface OrderMoney {
  readonly realm: Realm;
  readonly orderId: string;
  readonly owner: OwnerMoney;
  readonly amount: Usdt;
}

/** Journal 23: what an order takes at once and what it holds for its rest moves from cash to locked. */
export function orderPlaced(money: OrderMoney): Journal {
  const { owner, amount } = money;
  return orderEntry(money, 'order_placed', { code: CODES.ordered, debit: owner.cash, credit: owner.locked, amount });
}

/** Journal 23, back: an order ends, and what it still held is cash again. */
export function orderEnded(money: OrderMoney): Journal {
  const { owner, amount } = money;
  return orderEntry(money, 'order_ended', { code: CODES.ordered, debit: owner.locked, credit: owner.cash, amount });
}

function orderEntry(money: OrderMoney, kind: string, transfer: Transfer): Journal {
  return { realm: money.realm, kind, refType: 'order', refId: money.orderId, transfers: [transfer] };
}

/**
 * Journals 25 and 26: one fill. Two buyers fill the pool, two sellers empty it, else the buyer pays the seller; the taker's fee comes out of
 * what it locked, or of its proceeds; `netted` (10^-6) is what owners get for sets they hold after it.
 */
export function fillBooked(input: {
  readonly realm: Realm;
  readonly fillId: string;
  readonly market: MarketMoney;
  readonly taker: FillMoney;
  readonly maker: FillMoney;
  readonly fee: Usdt;
  readonly netted: readonly { readonly owner: OwnerMoney; readonly amount: Usdt }[];
}): Journal {
  const { market, taker, maker, fee } = input;
  const mints = taker.side === 'BUY' && maker.side === 'BUY';
  const code = mints ? CODES.minted : CODES.shared;
  const transfers: Transfer[] = [taker, maker]
    .filter((party) => party.side === 'BUY' && party.locksNow)
    .map(({ owner, turnover }) => ({ code: CODES.ordered, debit: owner.cash, credit: owner.locked, amount: turnover }));
  const buyers = [taker, maker].filter(({ side }) => side === 'BUY');
  const sellers = [taker, maker].filter(({ side }) => side === 'SELL');
  for (const { owner, turnover } of buyers) {
    const credit = sellers[0]?.owner.cash ?? market.pool;
    transfers.push({ code, debit: owner.locked, credit, amount: turnover });
  }
  if (buyers.length === 0) {
    for (const { owner, turnover } of sellers) {
      transfers.push({ code, debit: market.pool, credit: owner.cash, amount: turnover });
    }
  }
  const payer = taker.side === 'BUY' ? taker.owner.locked : taker.owner.cash;
  if (fee > 0n) transfers.push({ code, debit: payer, credit: market.fees, amount: fee });
  for (const { owner, amount } of input.netted) {
    transfers.push({ code: CODES.shared, debit: market.pool, credit: owner.cash, amount });
  }
  return { realm: input.realm, kind: 'order_filled', refType: 'fill', refId: input.fillId, transfers };
}

/** Journals 25 and 26: a move of full sets of a linked market pays into the pool of its books (10^-6), or is paid out of it. Null: neither. */
export function setsMoved(money: {
  readonly realm: Realm;
  readonly id: string;
  readonly owner: OwnerMoney;
  readonly pool: AccountId;
  /** Negative: paid out. */
  readonly paid: Usdt;
}): Journal | null {
  const { realm, id, owner, pool, paid } = money;
  if (paid === 0n) return null;
  const transfers =
    paid > 0n
      ? [
          {
            code: CODES.ordered,
            debit: owner.cash,
            credit: owner.locked,
            amount: paid,
          },
          {
            code: CODES.minted,
            debit: owner.locked,
            credit: pool,
            amount: paid,
          },
        ]
      : [
          {
            code: CODES.shared,
            debit: pool,
            credit: owner.cash,
            amount: subtract(usdt(0n), paid),
          },
        ];
  return { realm, kind: 'sets_moved', refType: 'sets', refId: id, transfers };
}

/** Whose holding of a market is paid out. */
interface HoldingMoney {
  readonly realm: Realm;
  readonly marketId: string;
  readonly userId: string;
}

/** Journal 26, resolve, tie and void: the pool pays a holding, the fees come back where they are not earned. Null: neither. */
export function holdingPaid(
  money: HoldingMoney & {
    readonly market: MarketMoney;
    readonly cash: AccountId;
    readonly payout: Usdt;
    readonly feesBack: Usdt;
  },
): Journal | null {
  const { market, cash, payout, feesBack } = money;
  const transfers = [
    { code: CODES.shared, debit: market.pool, credit: cash, amount: payout },
    { code: CODES.shared, debit: market.fees, credit: cash, amount: feesBack },
  ].filter(({ amount }) => amount > 0n);
  return transfers.length === 0 ? null : holdingEntry(money, 'market_paid', transfers);
}

/**
 * Journal 27: a fill is undone. Each party pays into the pool what it got by it, or is paid back out of it (`paid`, 10^-6, negative: gets), and the
 * fee goes back to the taker. Null: nothing moves.
 */
export function fillUndone(money: {
  readonly realm: Realm;
  readonly fillId: string;
  readonly market: MarketMoney;
  readonly parties: readonly { readonly owner: OwnerMoney; readonly paid: Usdt }[];
  readonly taker: OwnerMoney;
  readonly fee: Usdt;
}): Journal | null {
  const { realm, fillId, market, parties, taker, fee } = money;
  const transfers: Transfer[] = parties.map(({ owner, paid }) =>
    paid > 0n
      ? { code: CODES.corrected, debit: owner.cash, credit: market.pool, amount: paid }
      : { code: CODES.corrected, debit: market.pool, credit: owner.cash, amount: subtract(usdt(0n), paid) },
  );
  transfers.push({ code: CODES.shared, debit: market.fees, credit: taker.cash, amount: fee });
  const moved = transfers.filter(({ amount }) => amount > 0n);
  return moved.length === 0 ? null : { realm, kind: 'fill_undone', refType: 'fill', refId: fillId, transfers: moved };
}

/**
 * Journal 37 (in practice 35): what somebody must give back and does not have is the house's (`way` out), and comes back to it from what the same
 * market brings them later (`back`). `step`: of the market, told apart by it.
 */
export function houseBore(
  money: HoldingMoney & {
    readonly step: string;
    readonly house: AccountId;
    readonly cash: AccountId;
    readonly amount: Usdt;
    readonly way: 'out' | 'back';
  },
): Journal {
  const { realm, marketId, userId, step, house, cash, amount, way } = money;
  const code = realm === 'real' ? CODES.adjusted : CODES.demoTopUp;
  const [debit, credit] = way === 'out' ? [house, cash] : [cash, house];
  return {
    realm,
    kind: way === 'out' ? 'house_bore' : 'house_repaid',
    refType: 'position',
    refId: `${marketId}/${userId}/${step}`,
    transfers: [{ code, debit, credit, amount }],
  };
}

/**
 * Journal 27: a holding that was paid by a wrong result. `shares` (10^-6, negative: given back) is between the pool and cash, each of `fees`
 * between the fees of a book and cash. `no`: of the correction.
 */
export function holdingCorrected(money: {
  readonly realm: Realm;
  /** The book, or the event whose books share a pool. */
  readonly poolOf: string;
  readonly userId: string;
  readonly no: number;
  readonly pool: AccountId;
  readonly cash: AccountId;
  readonly shares: Usdt;
  readonly fees: readonly { readonly account: AccountId; readonly amount: Usdt }[];
}): Journal | null {
  const { realm, poolOf, userId, no, pool, cash, shares, fees } = money;
  const between = (account: AccountId, amount: Usdt, code: number): Transfer =>
    amount > 0n
      ? { code, debit: account, credit: cash, amount }
      : { code, debit: cash, credit: account, amount: subtract(usdt(0n), amount) };
  const transfers = [
    between(pool, shares, CODES.corrected),
    ...fees.map((fee) => between(fee.account, fee.amount, CODES.shared)),
  ].filter(({ amount }) => amount > 0n);
  if (transfers.length === 0) return null;
  return { realm, kind: 'holding_corrected', refType: 'position', refId: `${poolOf}/${userId}/${no}`, transfers };
}

/** Journal 27: fees that the house earned by a wrong result are those of its holders again (`back`), or what was given back is the house's. */
export function feesCorrected(money: {
  readonly realm: Realm;
  readonly marketId: string;
  readonly no: number;
  readonly market: AccountId;
  readonly house: AccountId;
  readonly amount: Usdt;
  readonly way: 'back' | 'earned';
}): Journal {
  const { realm, marketId, no, market, house, amount, way } = money;
  const transfer =
    way === 'back'
      ? { code: CODES.corrected, debit: house, credit: market, amount }
      : { code: CODES.shared, debit: market, credit: house, amount };
  return { realm, kind: 'fees_corrected', refType: 'market', refId: `${marketId}/${no}/${way}`, transfers: [transfer] };
}

/** Journal 24, first half: a maker's bonus of a market that was resolved. */
export function bonusAccrued(
  money: HoldingMoney & { readonly expense: AccountId; readonly payable: AccountId; readonly amount: Usdt },
): Journal {
  const { expense, payable, amount } = money;
  return holdingEntry(money, 'maker_bonus', [{ code: CODES.makerBonus, debit: expense, credit: payable, amount }]);
}

function holdingEntry(money: HoldingMoney, kind: string, transfers: readonly Transfer[]): Journal {
  const { realm, marketId, userId } = money;
  return { realm, kind, refType: 'position', refId: `${marketId}/${userId}`, transfers };
}

/** Journal 24, second half: the bonus of a day (`day`, as text) goes to a person's cash. */
export function bonusPaid(money: {
  readonly realm: Realm;
  readonly userId: string;
  readonly day: string;
  readonly payable: AccountId;
  readonly cash: AccountId;
  readonly amount: Usdt;
}): Journal {
  const transfer = { code: CODES.makerBonus, debit: money.payable, credit: money.cash, amount: money.amount };
  return {
    realm: money.realm,
    kind: 'maker_bonus_paid',
    refType: 'day',
    refId: `${money.userId}/${money.day}`,
    transfers: [transfer],
  };
}

/** Journal 26, resolved: the taker fees of a market are the house's. */
export function feesEarned(money: {
  readonly realm: Realm;
  readonly marketId: string;
  readonly market: MarketMoney;
  readonly fees: AccountId;
  readonly amount: Usdt;
}): Journal {
  const transfer = { code: CODES.shared, debit: money.market.fees, credit: money.fees, amount: money.amount };
  return {
    realm: money.realm,
    kind: 'market_fees_earned',
    refType: 'market',
    refId: money.marketId,
    transfers: [transfer],
  };
}

/** Journal 43: the house maker is funded from the bank (demo: the mint), or gives back. `refId` names the request. */
export function houseMakerFunded(money: {
  readonly realm: Realm;
  readonly refId: string;
  readonly from: AccountId;
  readonly to: AccountId;
  readonly amount: Usdt;
}): Journal {
  const transfer = { code: CODES.houseMaker, debit: money.from, credit: money.to, amount: money.amount };
  return { realm: money.realm, kind: 'house_maker', refType: 'request', refId: money.refId, transfers: [transfer] };
}
