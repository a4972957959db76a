import type { Usdt } from '../money.ts';
import type { AccountId } from './account-id.ts';
import { CODES } from './grammar.ts';
import type { Journal } from './journal.ts';

interface PaymentMoney {
  readonly paymentId: string;
  /** Of the payer. */
  readonly hold: AccountId;
  readonly amount: Usdt;
}

/** Journal 17, first half: the payer's cash is held while the payment may be recalled. */
export function paymentHeld(money: PaymentMoney & { readonly payer: AccountId }): Journal {
  return entry(money, 'payment_held', { debit: money.payer, credit: money.hold });
}

/** Journal 17, second half: `to` is the cash of the payee, or of the payer where it was recalled. One kind for both: a payment ends once. */
export function paymentEnded(money: PaymentMoney & { readonly to: AccountId }): Journal {
  return entry(money, 'payment_ended', { debit: money.hold, credit: money.to });
}

function entry(
  { paymentId, amount }: PaymentMoney,
  kind: string,
  leg: { readonly debit: AccountId; readonly credit: AccountId },
): Journal {
  return {
    realm: 'real',
    kind,
    refType: 'payment',
    refId: paymentId,
    transfers: [{ code: CODES.payment, ...leg, amount }],
  };
}
