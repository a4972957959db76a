import type { Usdt } from '../money.ts';
import type { AccountId } from './account-id.ts';
import { CODES } from './grammar.ts';
import type { Journal } from './journal.ts';

interface SweepMoney {
  readonly sweepId: string;
  readonly transit: AccountId;
  readonly amount: Usdt;
}

/** Journal 5, first half: what stands at a deposit address is on its way. */
export const sweepBegun = (money: SweepMoney & { readonly deposits: AccountId }): Journal =>
  entry(money, 'sweep_begun', { debit: money.transit, credit: money.deposits });

/** Journal 5, second half: `to` is the wallet, or the deposit addresses again where the chain refused it. One kind for both: a sweep ends once. */
export const sweepEnded = (money: SweepMoney & { readonly to: AccountId }): Journal =>
  entry(money, 'sweep_ended', { debit: money.to, credit: money.transit });

/** Journal 5, second half, of a coin that pays its own way: what arrives in the wallet, and what the chain took of it. */
export function sweepEndedLess({
  sweepId,
  transit,
  to,
  cost,
  amount,
  chainFee,
}: SweepMoney & { readonly to: AccountId; readonly cost: AccountId; readonly chainFee: Usdt }): Journal {
  const transfers = [
    { code: CODES.sweep, debit: to, credit: transit, amount },
    { code: CODES.sweep, debit: cost, credit: transit, amount: chainFee },
  ];
  return { realm: 'real', kind: 'sweep_ended', refType: 'sweep', refId: sweepId, transfers };
}

/** Journal 6: by hand from a wallet to cold storage, or back; `refId`: its transaction. */
export function coldMoved({
  refId,
  from,
  transit,
  to,
  amount,
}: {
  readonly refId: string;
  readonly from: AccountId;
  readonly transit: AccountId;
  readonly to: AccountId;
  readonly amount: Usdt;
}): Journal {
  const transfers = [
    { code: CODES.coldMoved, debit: transit, credit: from, amount },
    { code: CODES.coldMoved, debit: to, credit: transit, amount },
  ];
  return { realm: 'real', kind: 'cold_moved', refType: 'wallet', refId, transfers };
}

function entry(
  { sweepId, amount }: SweepMoney,
  kind: string,
  leg: { readonly debit: AccountId; readonly credit: AccountId },
): Journal {
  const transfers = [{ code: CODES.sweep, ...leg, amount }];
  return { realm: 'real', kind, refType: 'sweep', refId: sweepId, transfers };
}
