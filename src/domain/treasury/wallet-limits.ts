import { DAY_MS, HOUR_MS } from '../time.ts';

/** What the wallet's signer signs at most, in one unit of money: in one payment, in any hour and in any 24 h. */
export interface WalletLimits {
  readonly payment: bigint;
  readonly hour: bigint;
  readonly day: bigint;
}

/** A payment that was accepted. */
export interface AcceptedPayment {
  /** ms */
  readonly at: number;
  readonly amount: bigint;
}

/** The limit that one more payment would pass; null: it passes none. What was accepted counts whether or not it was signed since. */
export function limitPassed(
  limits: WalletLimits,
  {
    amount,
    now,
    before,
  }: { readonly amount: bigint; readonly now: number; readonly before: readonly AcceptedPayment[] },
): keyof WalletLimits | null {
  const since = (ms: number) => before.reduce((sum, one) => (one.at > now - ms ? sum + one.amount : sum), amount);
  if (amount > limits.payment) return 'payment';
  if (since(HOUR_MS) > limits.hour) return 'hour';
  return since(DAY_MS) > limits.day ? 'day' : null;
}
