import type { Currency, Money, Usdt } from '../money.ts';
import type { AccountId } from './account-id.ts';
import { CODES } from './grammar.ts';
import type { Journal, Transfer } from './journal.ts';

/** An amount of a coin that is no dollar, in its smallest unit. */
export type CoinUnits = Money<Currency>;

/** The two accounts by which coins become dollars: one of each asset. */
export interface Exchange {
  readonly coin: AccountId;
  readonly dollar: AccountId;
}

/** Coins out of an account, and what they are worth into another one of dollars. */
interface Converted {
  readonly from: AccountId;
  readonly exchange: Exchange;
  readonly units: CoinUnits;
  readonly to: AccountId;
  readonly amount: Usdt;
}

function converted({ from, exchange, units, to, amount }: Converted, code: number): readonly Transfer[] {
  return [
    { code: CODES.conversion, debit: from, credit: exchange.coin, amount: units },
    { code, debit: exchange.dollar, credit: to, amount },
  ];
}

interface Of {
  readonly depositId: string;
}

/** Journal 2: a coin has arrived and is credited at a price; what the person's limits have no room for stays in the coin, held. */
export const coinCredited = ({
  held,
  ...money
}: Of & Converted & { readonly held: { readonly to: AccountId; readonly units: CoinUnits } | null }): Journal =>
  entry(money, 'deposit', [
    ...converted(money, CODES.conversion),
    ...(held === null ? [] : [{ code: CODES.quarantine, debit: money.from, credit: held.to, amount: held.units }]),
  ]);

/** Journal 3, first half, of a coin: it is worth less than the least deposit, and is kept as dollars at its price. */
export const coinKept = (money: Of & Converted): Journal => entry(money, 'deposit', converted(money, CODES.dust));

/** Coins from one account to another, in their smallest unit. */
interface Moved extends Of {
  readonly from: AccountId;
  readonly to: AccountId;
  readonly units: CoinUnits;
}

function moved({ from, to, units, ...of }: Moved, kind: string): Journal {
  return entry(of, kind, [{ code: CODES.quarantine, debit: from, credit: to, amount: units }]);
}

/** Journal 4 of a coin: it is held as it came. */
export const coinHeld = (coins: Moved): Journal => moved(coins, 'deposit');

/** Journal 4, second half: two people have decided that it is theirs, at the price of then. */
export const heldCoinCredited = (money: Of & Converted): Journal =>
  entry(money, 'deposit_released', converted(money, CODES.conversion));

/** Journal 4, second half: it was sent back as it came. */
export const heldCoinReturned = (coins: Moved): Journal => moved(coins, 'deposit_returned');

/** What was held of a withdrawal, and what left the wallet for it. */
interface PaidInCoin {
  readonly withdrawalId: string;
  /** Of the person who withdraws. */
  readonly hold: AccountId;
  readonly fees: AccountId;
  readonly exchange: Exchange;
  readonly wallet: AccountId;
  /** Where what the chain takes is written, in the coin. */
  readonly cost: AccountId;
  readonly amount: Usdt;
  readonly fee: Usdt;
  readonly units: CoinUnits;
  readonly chainFee: CoinUnits;
}

/** Journals 13 and 14 in one: a withdrawal in a coin is final on the chain, at the price that its person was told. */
export function withdrawalPaidInCoin(of: PaidInCoin): Journal {
  const { hold, fees, exchange, wallet, cost, amount, fee, units, chainFee } = of;
  const [code, turned] = [CODES.withdrawalPaid, CODES.withdrawalConverted];
  return {
    realm: 'real',
    kind: 'withdrawal_ended',
    refType: 'withdrawal',
    refId: of.withdrawalId,
    transfers: [
      { code: turned, debit: hold, credit: exchange.dollar, amount },
      ...(fee > 0n ? [{ code, debit: hold, credit: fees, amount: fee }] : []),
      { code: turned, debit: exchange.coin, credit: wallet, amount: units },
      { code, debit: cost, credit: wallet, amount: chainFee },
    ],
  };
}

function entry({ depositId }: Of, kind: string, transfers: readonly Transfer[]): Journal {
  return { realm: 'real', kind, refType: 'deposit', refId: depositId, transfers };
}
