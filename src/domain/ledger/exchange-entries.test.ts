import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { accountId } from './account-id.ts';
import type { AccountKind } from './account-kinds.ts';
import {
  bonusAccrued,
  bonusPaid,
  feesEarned,
  fillBooked,
  holdingPaid,
  houseMakerFunded,
  orderEnded,
  orderPlaced,
} from './exchange-entries.ts';
import type { FillMoney } from './exchange-entries.ts';
import { isLegal } from './grammar.ts';
import { journalFault } from './journal.ts';
import type { Journal } from './journal.ts';

const kinds: AccountKind[] = [];
const account = (kind: AccountKind) => {
  kinds.push(kind);
  return accountId({ realm: 'demo', asset: 'USDT' }, BigInt(kinds.length));
};
const person = () => ({ cash: account('user_cash'), locked: account('user_locked') });
const [ann, ben] = [person(), person()];
const house = { cash: account('house_maker'), locked: account('house_maker_locked') };
const market = { pool: account('market_pool'), fees: account('market_fees') };
const fees = account('fees');
const expense = account('mm_expense');
const payable = account('mm_payable');
const mint = account('demo_mint');

const kindOf = (id: string) => kinds[Number(BigInt(id) & 0xffff_ffffn) - 1];

/** "code debit credit amount" of each transfer; every one must be in the grammar. */
function legs(journal: Journal | null): string[] {
  if (journal === null) return [];
  expect(journalFault(journal)).toBeNull();
  return journal.transfers.map(({ code, debit, credit, amount }) => {
    const [from, to] = [kindOf(debit)!, kindOf(credit)!];
    expect(isLegal({ code, debit: from, credit: to })).toBe(true);
    return `${code} ${from} ${to} ${amount}`;
  });
}

const buys = (owner: typeof ann, amount: bigint, locksNow = false): FillMoney => ({
  owner,
  side: 'BUY',
  turnover: usdt(amount),
  locksNow,
});
const sells = (owner: typeof ann, amount: bigint): FillMoney => ({ ...buys(owner, amount), side: 'SELL' });
const fill = (taker: FillMoney, maker: FillMoney, more: { fee?: bigint; netted?: bigint } = {}) =>
  fillBooked({
    realm: 'demo',
    fillId: 'o1/1',
    market,
    taker,
    maker,
    fee: usdt(more.fee ?? 0n),
    netted: more.netted === undefined ? [] : [{ owner: taker.owner, amount: usdt(more.netted) }],
  });

describe('journals of the exchange', () => {
  it('23: an order locks, and gives back when it ends', () => {
    const money = { realm: 'demo', orderId: 'o1', owner: ann, amount: usdt(7n) } as const;
    expect(legs(orderPlaced(money))).toEqual(['230 user_cash user_locked 7']);
    expect(legs(orderEnded(money))).toEqual(['230 user_locked user_cash 7']);
    expect(orderPlaced(money).kind).not.toBe(orderEnded(money).kind);
  });

  it('25: two buyers fill the pool, the taker pays the fee out of what it locked', () => {
    expect(legs(fill(buys(ann, 45n), buys(ben, 55n), { fee: 2n }))).toEqual([
      '250 user_locked market_pool 45',
      '250 user_locked market_pool 55',
      '250 user_locked market_fees 2',
    ]);
  });

  it('26: a buyer pays a seller; a selling taker pays the fee out of its proceeds', () => {
    expect(legs(fill(buys(ann, 45n), sells(ben, 45n), { fee: 2n }))).toEqual([
      '260 user_locked user_cash 45',
      '260 user_locked market_fees 2',
    ]);
    expect(legs(fill(sells(ann, 45n), buys(ben, 45n), { fee: 2n }))).toEqual([
      '260 user_locked user_cash 45',
      '260 user_cash market_fees 2',
    ]);
  });

  it('26: two sellers empty the pool', () => {
    expect(legs(fill(sells(ann, 45n), sells(ben, 55n)))).toEqual([
      '260 market_pool user_cash 45',
      '260 market_pool user_cash 55',
    ]);
  });

  it('26: own sets are cash at once', () => {
    expect(legs(fill(buys(ann, 45n), buys(ben, 55n), { netted: 100n })).at(-1)).toBe('260 market_pool user_cash 100');
  });

  it('43: a quote of the house locks and pays in one journal', () => {
    expect(legs(fill(buys(ann, 45n), buys(house, 55n, true)))).toEqual([
      '230 house_maker house_maker_locked 55',
      '250 user_locked market_pool 45',
      '250 house_maker_locked market_pool 55',
    ]);
    expect(legs(fill(sells(ann, 45n), buys(house, 45n, true)))).toEqual([
      '230 house_maker house_maker_locked 45',
      '260 house_maker_locked user_cash 45',
    ]);
  });

  it('26: a holding is paid, and its fees where they are not earned', () => {
    const holding = { realm: 'demo', marketId: 'm', userId: 'ann', market, cash: ann.cash } as const;
    expect(legs(holdingPaid({ ...holding, payout: usdt(5n), feesBack: usdt(2n) }))).toEqual([
      '260 market_pool user_cash 5',
      '260 market_fees user_cash 2',
    ]);
    expect(holdingPaid({ ...holding, payout: usdt(0n), feesBack: usdt(0n) })).toBeNull();
    expect(legs(holdingPaid({ ...holding, cash: house.cash, payout: usdt(5n), feesBack: usdt(0n) }))).toEqual([
      '260 market_pool house_maker 5',
    ]);
    expect(legs(feesEarned({ realm: 'demo', marketId: 'm', market, fees, amount: usdt(9n) }))).toEqual([
      '260 market_fees fees 9',
    ]);
  });

  it('24: a bonus is owed when its market is resolved, and paid by the day', () => {
    const owed = { realm: 'demo', marketId: 'm', userId: 'ann', expense, payable, amount: usdt(3n) } as const;
    expect(legs(bonusAccrued(owed))).toEqual(['240 mm_expense mm_payable 3']);
    const paid = bonusPaid({
      realm: 'demo',
      userId: 'ann',
      day: '2026-11-21',
      payable,
      cash: ann.cash,
      amount: usdt(3n),
    });
    expect(legs(paid)).toEqual(['240 mm_payable user_cash 3']);
    expect(paid.refId).toBe('ann/2026-11-21');
  });

  it('43: the house maker is funded and gives back', () => {
    const money = { realm: 'demo', refId: 'r', amount: usdt(3n) } as const;
    expect(legs(houseMakerFunded({ ...money, from: mint, to: house.cash }))).toEqual(['430 demo_mint house_maker 3']);
    expect(legs(houseMakerFunded({ ...money, from: house.cash, to: mint }))).toEqual(['430 house_maker demo_mint 3']);
  });
});
