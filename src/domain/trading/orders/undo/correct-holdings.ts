import { add, subtract, usdt } from '../../../money.ts';
import type { Usdt } from '../../../money.ts';
import { holdingCorrected, houseBore } from '../../../ledger/exchange-entries.ts';
import type { AccountId } from '../../../ledger/account-id.ts';
import type { Journal } from '../../../ledger/journal.ts';
import type { Realm } from '../../../realm.ts';
import type { MarketResult } from '../market.ts';
import { payoutOf, valueOfFirst } from '../settlement.ts';

const NOTHING = usdt(0n);

/** How a book was paid, and how it should have been. */
export interface Ends {
  readonly was: MarketResult;
  readonly is: MarketResult;
}

/** What somebody was paid for: + of the first outcome, - of the second; `fees`: of their fills, 10^-6. */
export interface PaidHolding {
  readonly marketId: string;
  readonly lots: number;
  readonly fees: Usdt;
}

/** What a holding still gets (10^-6), or gives back where it is negative: for its shares, and of its fees. */
export interface HoldingDue {
  readonly marketId: string;
  readonly shares: Usdt;
  readonly fees: Usdt;
}

/** Thousandths by which a share of the first outcome is worth more than it was paid. */
export function riseOf({ was, is }: Ends): number {
  return valueOfFirst(is) - valueOfFirst(was);
}

/** 1: fees come back by the right result; -1: the house earns them by it; 0: they stay where they are. */
export function feesTurn({ was, is }: Ends): -1 | 0 | 1 {
  if ((was.kind === 'WON') === (is.kind === 'WON')) return 0;
  return was.kind === 'WON' ? 1 : -1;
}

export function dueOf({ marketId, lots, fees }: PaidHolding, ends: Ends): HoldingDue {
  const shares = subtract(payoutOf(lots, valueOfFirst(ends.is)), payoutOf(lots, valueOfFirst(ends.was)));
  return { marketId, shares, fees: usdt(fees * BigInt(feesTurn(ends))) };
}

/** One person's holdings of the books that share a pool. */
export interface Corrected {
  readonly realm: Realm;
  /** The book, or the event whose books share a pool. */
  readonly poolOf: string;
  readonly userId: string;
  /** Of the correction. */
  readonly no: number;
  readonly dues: readonly HoldingDue[];
  /** Cash that they have, 10^-6. */
  readonly free: Usdt;
  /** What the house paid for them there before, and has not got back. */
  readonly borne: Usdt;
  readonly accounts: {
    readonly cash: AccountId;
    readonly pool: AccountId;
    readonly bears: AccountId;
    readonly feesOf: (marketId: string) => AccountId;
  };
}

export interface CorrectedHolding extends HoldingDue {
  /** What the house paid for them, or got back where it is negative. */
  readonly borne: Usdt;
}

/**
 * Journal 27 for one person, by all books together: what they must give back and do not have is the house's, and what they get pays it back first
 * (decisions 0241 and 0249). Nobody is left with a debt.
 */
export function correctHoldings(of: Corrected): {
  readonly journals: readonly Journal[];
  readonly holdings: readonly CorrectedHolding[];
} {
  const { realm, poolOf, userId, no, dues, accounts } = of;
  const { cash, pool, bears: house } = accounts;
  const borne = borneOf(totalOf(dues), of);
  const book = { realm, marketId: poolOf, userId, step: `corrected-${no}`, house, cash };
  const moved = holdingCorrected({
    realm,
    poolOf,
    userId,
    no,
    pool,
    cash,
    shares: dues.reduce((sum, { shares }) => add(sum, shares), NOTHING),
    fees: dues.map(({ marketId, fees: amount }) => ({ account: accounts.feesOf(marketId), amount })),
  });
  const journals = [
    ...(borne > 0n ? [houseBore({ ...book, amount: borne, way: 'out' })] : []),
    ...(moved === null ? [] : [moved]),
    ...(borne < 0n ? [houseBore({ ...book, amount: subtract(NOTHING, borne), way: 'back' })] : []),
  ];
  return { journals, holdings: allotted(dues, borne) };
}

/** All that somebody gets (10^-6), or gives back where it is negative. */
export function totalOf(dues: readonly HoldingDue[]): Usdt {
  return dues.reduce((sum, { shares, fees }) => add(sum, add(shares, fees)), NOTHING);
}

/** What the house pays for somebody who must give back more than they have free, or gets back (negative) out of what they get, 10^-6. */
export function borneOf(due: Usdt, { free, borne }: Pick<Corrected, 'free' | 'borne'>): Usdt {
  const lacks = subtract(NOTHING, add(due, free));
  if (due < 0n) return lacks > 0n ? lacks : NOTHING;
  return subtract(NOTHING, due < borne ? due : borne);
}

/** What the house paid, or got back, of each holding: no more than that gives back, or gets. */
function allotted(dues: readonly HoldingDue[], borne: Usdt): readonly CorrectedHolding[] {
  let left = borne;
  return dues.map((one) => {
    const due = add(one.shares, one.fees);
    const most = subtract(NOTHING, due);
    const fits = left > 0n ? most > 0n : most < 0n;
    const small = left > 0n ? left < most : left > most;
    const part = !fits ? NOTHING : small ? left : most;
    left = subtract(left, part);
    return { ...one, borne: part };
  });
}
