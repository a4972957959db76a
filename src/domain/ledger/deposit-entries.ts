import type { Usdt } from '../money.ts';
import type { AccountId } from './account-id.ts';
import { CODES } from './grammar.ts';
import type { Journal } from './journal.ts';

interface DepositMoney {
  readonly depositId: string;
  readonly from: AccountId;
  readonly to: AccountId;
  readonly amount: Usdt;
}

/** Journal 1: a coin of the dollar family has arrived. */
export const depositCredited = (money: DepositMoney): Journal => entry(money, 'deposit', CODES.deposit);
/** Journal 3, first half: less than the least. One kind with the rest of a deposit's ends: it arrives once. */
export const depositKept = (money: DepositMoney): Journal => entry(money, 'deposit', CODES.dust);
/** Journal 3, second half: what was kept has become enough with this deposit. */
export const dustCredited = (money: DepositMoney): Journal => entry(money, 'dust_credited', CODES.dust);
/** Journal 4: it arrived, and whose it is, or may be, people decide. */
export const depositHeld = (money: DepositMoney): Journal => entry(money, 'deposit', CODES.quarantine);

/** Journal 4, second half: two people have decided that it is theirs. */
export const heldCredited = (money: DepositMoney): Journal => entry(money, 'deposit_released', CODES.quarantine);
/** Journal 4, second half: it was sent back from our wallet. */
export const heldReturned = (money: DepositMoney): Journal => entry(money, 'deposit_returned', CODES.quarantine);
/** The same where the person's limits have room for a part of it: that part is theirs, and the rest is held. */
export const depositDivided = ({
  depositId,
  from,
  cash,
  held,
}: {
  readonly depositId: string;
  readonly from: AccountId;
  readonly cash: { readonly to: AccountId; readonly amount: Usdt };
  readonly held: { readonly to: AccountId; readonly amount: Usdt };
}): Journal => ({
  realm: 'real',
  kind: 'deposit',
  refType: 'deposit',
  refId: depositId,
  transfers: [
    { code: CODES.deposit, debit: from, credit: cash.to, amount: cash.amount },
    { code: CODES.quarantine, debit: from, credit: held.to, amount: held.amount },
  ],
});

function entry({ depositId, from, to, amount }: DepositMoney, kind: string, code: number): Journal {
  return {
    realm: 'real',
    kind,
    refType: 'deposit',
    refId: depositId,
    transfers: [{ code, debit: from, credit: to, amount }],
  };
}
