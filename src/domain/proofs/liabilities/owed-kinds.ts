import type { AccountKind } from '../../ledger/account-kinds.ts';
import type { OwedAs } from './document.ts';

/**
 * Accounts of a person that hold what they are owed. own: theirs, free or not, also what is on its way to them or waits for a decision. bonus:
 * theirs only once it has been played through.
 */
export const OWED_KINDS: Readonly<Record<OwedAs, readonly AccountKind[]>> = {
  own: ['user_cash', 'user_locked', 'payment_hold', 'withdraw_hold', 'suspense', 'mm_payable', 'referral_payable'],
  bonus: ['user_bonus', 'user_bonus_locked'],
};

/** What is owed to us stands against nothing: it counts as held only when it is paid. */
export const NOT_HELD: readonly AccountKind[] = ['receivable'];
