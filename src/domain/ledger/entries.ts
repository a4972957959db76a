import { subtract } from '../money.ts';
import type { Usdt } from '../money.ts';
import type { Realm } from '../realm.ts';
import type { AccountId } from './account-id.ts';
import { CODES } from './grammar.ts';
import type { Journal, Transfer } from './journal.ts';

/** A prediction's money: whose accounts, and how much is at stake (10^-6). */
export interface StakeMoney {
  readonly realm: Realm;
  readonly predictionId: string;
  readonly cash: AccountId;
  readonly locked: AccountId;
  readonly stake: Usdt;
}

/** Journal 18: the stake moves from cash to locked. */
export function predictionPlaced(money: StakeMoney): Journal {
  return entry(money, 'prediction_placed', [
    { code: CODES.placed, debit: money.cash, credit: money.locked, amount: money.stake },
  ]);
}

/** Journal 20: the stake comes back, the profit (10^-6, 0 allowed) comes from the house. */
export function predictionWon(money: StakeMoney & { readonly profit: Usdt; readonly pnl: AccountId }): Journal {
  const back: Transfer = { code: CODES.won, debit: money.locked, credit: money.cash, amount: money.stake };
  const profit: Transfer = { code: CODES.won, debit: money.pnl, credit: money.cash, amount: money.profit };
  return entry(money, 'prediction_settled', money.profit === 0n ? [back] : [back, profit]);
}

/** Journal 21: the stake goes to the house. */
export function predictionLost(money: StakeMoney & { readonly pnl: AccountId }): Journal {
  return entry(money, 'prediction_settled', [
    { code: CODES.lost, debit: money.locked, credit: money.pnl, amount: money.stake },
  ]);
}

/** Journal 20a: sold early for `credit`; what it is above the stake the house pays, what it is below the house keeps. */
export function predictionSold(money: StakeMoney & { readonly pnl: AccountId; readonly credit: Usdt }): Journal {
  const { stake, credit, locked, cash, pnl } = money;
  const back = credit < stake ? credit : stake;
  const code = CODES.closedEarly;
  return entry(money, 'prediction_settled', [
    ...(back > 0n ? [{ code, debit: locked, credit: cash, amount: back }] : []),
    ...(credit > stake ? [{ code, debit: pnl, credit: cash, amount: subtract(credit, stake) }] : []),
    ...(credit < stake ? [{ code, debit: locked, credit: pnl, amount: subtract(stake, credit) }] : []),
  ]);
}

/** Journal 22: a tie or a void; the stake comes back. */
export function predictionReturned(money: StakeMoney): Journal {
  return entry(money, 'prediction_settled', [
    { code: CODES.returned, debit: money.locked, credit: money.cash, amount: money.stake },
  ]);
}

/**
 * A correction's reversing journals: `taken` (10^-6) of a win goes back to the house, or the stake of a loss comes back from it; null
 * where nothing is to be moved. A profit that was spent already is not taken: the house bears it.
 */
export function predictionCorrected(
  money: Pick<StakeMoney, 'realm' | 'predictionId' | 'cash'> & {
    readonly pnl: AccountId;
    readonly taken: Usdt;
    readonly given: Usdt;
  },
): Journal | null {
  const { cash, pnl, taken, given } = money;
  const transfers: readonly Transfer[] = [
    ...(taken > 0n ? [{ code: CODES.wonTakenBack, debit: cash, credit: pnl, amount: taken }] : []),
    ...(given > 0n ? [{ code: CODES.lostGivenBack, debit: pnl, credit: cash, amount: given }] : []),
  ];
  if (transfers.length === 0) return null;
  return {
    realm: money.realm,
    kind: 'prediction_corrected',
    refType: 'prediction',
    refId: money.predictionId,
    transfers,
  };
}

/** One kind for every end of a prediction: the natural key then lets it end once. */
function entry(money: StakeMoney, kind: string, transfers: readonly Transfer[]): Journal {
  return { realm: money.realm, kind, refType: 'prediction', refId: money.predictionId, transfers };
}

/**
 * Journal 35: the top-up that makes the demo cash `cash` exactly `target`, from the mint or back to it; null when it is that already.
 * `refId` names the request, so that a repeat posts nothing.
 */
export function demoTopUp(input: {
  readonly refId: string;
  readonly accounts: { readonly cash: AccountId; readonly mint: AccountId };
  readonly cash: Usdt;
  readonly target: Usdt;
}): Journal | null {
  const { cash, mint } = input.accounts;
  if (input.target === input.cash) return null;
  const transfer: Transfer =
    input.target > input.cash
      ? { code: CODES.demoTopUp, debit: mint, credit: cash, amount: subtract(input.target, input.cash) }
      : { code: CODES.demoTopUp, debit: cash, credit: mint, amount: subtract(input.cash, input.target) };
  return { realm: 'demo', kind: 'demo_top_up', refType: 'request', refId: input.refId, transfers: [transfer] };
}

/** Journal 39, in: money of the house in its bank becomes its bank roll. `refId` names the request. */
export function bankrollIn(input: {
  readonly refId: string;
  readonly bank: AccountId;
  readonly houseBank: AccountId;
  readonly amount: Usdt;
}): Journal {
  return {
    realm: 'real',
    kind: 'bankroll',
    refType: 'request',
    refId: input.refId,
    transfers: [{ code: CODES.bankroll, debit: input.bank, credit: input.houseBank, amount: input.amount }],
  };
}

/** Journal 42, first start of a sandbox: the house's bank roll appears from the sandbox bank. */
export function sandboxBankroll(input: {
  readonly bank: AccountId;
  readonly houseBank: AccountId;
  readonly amount: Usdt;
}): Journal {
  return {
    realm: 'real',
    kind: 'sandbox_grant',
    refType: 'house',
    refId: 'first-start',
    transfers: [{ code: CODES.sandboxGrant, debit: input.bank, credit: input.houseBank, amount: input.amount }],
  };
}

/** Row 37: a person's balance is corrected by hand. `credit`: the person gets it; `debit`: it is taken from what is free. */
export function adjusted(input: {
  readonly refId: string;
  readonly house: AccountId;
  readonly cash: AccountId;
  readonly amount: Usdt;
  readonly way: 'credit' | 'debit';
}): Journal {
  const { refId, house, cash, amount, way } = input;
  const [debit, credit] = way === 'credit' ? [house, cash] : [cash, house];
  return {
    realm: 'real',
    kind: 'adjustment',
    refType: 'request',
    refId,
    transfers: [{ code: CODES.adjusted, debit, credit, amount }],
  };
}

/** Journal 42: play money for a person of a sandbox. `refId` names the request, so that a repeat posts nothing. */
export function sandboxGrant(input: {
  readonly refId: string;
  readonly bank: AccountId;
  readonly cash: AccountId;
  readonly amount: Usdt;
}): Journal {
  return {
    realm: 'real',
    kind: 'sandbox_grant',
    refType: 'request',
    refId: input.refId,
    transfers: [{ code: CODES.sandboxGrant, debit: input.bank, credit: input.cash, amount: input.amount }],
  };
}
