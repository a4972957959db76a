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

interface WithdrawalMoney {
  readonly withdrawalId: string;
  /** Of the person who withdraws. */
  readonly hold: AccountId;
}

/** Journal 11: what is to leave, with its fee, is held. */
export function withdrawalHeld(money: WithdrawalMoney & { readonly cash: AccountId; readonly total: Usdt }): Journal {
  const { cash: debit, hold: credit, total: amount } = money;
  return ofWithdrawal(money, 'withdrawal_held', [{ code: CODES.withdrawalHeld, debit, credit, amount }]);
}

/** Journal 12: all of it goes back. One kind with that of what was paid: a withdrawal ends once. */
export function withdrawalReleased(
  money: WithdrawalMoney & { readonly cash: AccountId; readonly total: Usdt },
): Journal {
  const { hold: debit, cash: credit, total: amount } = money;
  return ofWithdrawal(money, 'withdrawal_ended', [{ code: CODES.withdrawalReleased, debit, credit, amount }]);
}

/** Journal 13: it is final on the chain. */
export function withdrawalPaid(
  money: WithdrawalMoney & {
    readonly wallet: AccountId;
    readonly fees: AccountId;
    readonly amount: Usdt;
    readonly fee: Usdt;
  },
): Journal {
  const { hold: debit, wallet, fees, amount, fee } = money;
  const code = CODES.withdrawalPaid;
  const kept = fee > 0n ? [{ code, debit, credit: fees, amount: fee }] : [];
  return ofWithdrawal(money, 'withdrawal_ended', [{ code, debit, credit: wallet, amount }, ...kept]);
}

function ofWithdrawal(
  { withdrawalId: refId }: WithdrawalMoney,
  kind: string,
  transfers: Journal['transfers'],
): Journal {
  return { realm: 'real', kind, refType: 'withdrawal', refId, transfers };
}
