import type { Usdt } from '../money.ts';
import type { AccountId } from './account-id.ts';
import { CODES } from './grammar.ts';
import type { Journal, Transfer } from './journal.ts';

/** Money of an order at an on-ramp: `clearing` is what its provider owes us. */
interface OrderMoney {
  readonly orderId: string;
  readonly clearing: AccountId;
}
interface Part {
  readonly to: AccountId;
  readonly amount: Usdt;
}

/** Journal 8: an order was paid. What is held is apart until people have decided; either part may be 0, not both. */
export function fiatPaid({
  orderId,
  clearing,
  cash,
  held,
}: OrderMoney & Readonly<Record<'cash' | 'held', Part>>): Journal {
  const leg = ({ to, amount }: Part): Transfer => ({ code: CODES.fiat, debit: clearing, credit: to, amount });
  return entry(orderId, 'fiat_paid', [cash, held].filter(({ amount }) => amount > 0n).map(leg));
}

/** Journal 8, second half: two people have decided that what was held is theirs. */
export const fiatReleased = (money: {
  readonly orderId: string;
  readonly from: AccountId;
  readonly to: AccountId;
  readonly amount: Usdt;
}): Journal =>
  entry(money.orderId, 'fiat_released', [
    { code: CODES.fiat, debit: money.from, credit: money.to, amount: money.amount },
  ]);

/** Journal 8, second half: the provider gave back what was held. */
export const fiatRefunded = ({ orderId, clearing, held }: OrderMoney & { readonly held: Part }): Journal =>
  entry(orderId, 'fiat_refunded', [{ code: CODES.fiat, debit: held.to, credit: clearing, amount: held.amount }]);

/** Journal 10: taken back from the provider. Of the cash as far as there is any; the rest is owed to us. */
export function fiatChargedBack({
  orderId,
  clearing,
  cash,
  owed,
}: OrderMoney & Readonly<Record<'cash' | 'owed', Part>>): Journal {
  const legs = [cash, owed].filter(({ amount }) => amount > 0n);
  return entry(
    orderId,
    'fiat_charged_back',
    legs.map(({ to, amount }) => ({ code: CODES.chargeback, debit: to, credit: clearing, amount })),
  );
}

/** Journal 10 the other way: the provider got it back. What was owed is owed no more, and the rest is theirs again. */
export function fiatWon({
  orderId,
  clearing,
  cash,
  owed,
}: OrderMoney & Readonly<Record<'cash' | 'owed', Part>>): Journal {
  const legs = [cash, owed].filter(({ amount }) => amount > 0n);
  return entry(
    orderId,
    'fiat_won',
    legs.map(({ to, amount }) => ({ code: CODES.chargeback, debit: clearing, credit: to, amount })),
  );
}

/** Journal 9: a provider has paid what it owed us. `refId` names the request. */
export const fiatSettled = (money: {
  readonly refId: string;
  readonly bank: AccountId;
  readonly clearing: AccountId;
  readonly amount: Usdt;
}): Journal => ({
  realm: 'real',
  kind: 'fiat_settled',
  refType: 'request',
  refId: money.refId,
  transfers: [{ code: CODES.fiatSettled, debit: money.bank, credit: money.clearing, amount: money.amount }],
});

function entry(orderId: string, kind: string, transfers: readonly Transfer[]): Journal {
  return { realm: 'real', kind, refType: 'fiat_order', refId: orderId, transfers };
}
