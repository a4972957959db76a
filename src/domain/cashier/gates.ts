import type { NameStatus } from '../identity/trading-eligibility.ts';
import { usdt, type Usdt } from '../money.ts';
import type { Refusal, VerificationReason } from '../refusals.ts';
import { refusalOfDocuments, type DocumentStatuses, type WithdrawalStep } from '../verification/tiers.ts';
import { mostToPay, type PaidLately, type PaymentBounds } from './payments.ts';
import { freeToLeave, leftToPlay, type PlayedBalance } from './played.ts';

/** What a payment asks of the payer. Times in ms, money in 10^-6. */
export interface PayerStanding {
  readonly emailConfirmed: boolean;
  readonly name: NameStatus;
  readonly hasDeposit: boolean;
  readonly balance: PlayedBalance;
  readonly cash: Usdt;
  /** Nothing leaves until then, because what protects the account has changed; null: no such hold. */
  readonly holdUntil: number | null;
  /** Staff keeps their money from leaving. */
  readonly payoutsHeld: boolean;
  /** A time-out or a self-exclusion until then; Infinity: for ever; null: none. */
  readonly pausedUntil: number | null;
  readonly selfExcluded: boolean;
  readonly documents: DocumentStatuses;
  /** What documents are asked for, as an operator has set it. */
  readonly steps: readonly WithdrawalStep[];
  /** What has left or is leaving in this calendar month: withdrawals and payments together. */
  readonly monthOut: Usdt;
  readonly lately: PaidLately;
  readonly bounds: PaymentBounds;
}

/** In the order in which they answer. */
export const PAYMENT_GATES = [
  'email',
  'name',
  'deposit',
  'payouts',
  'hold',
  'break',
  'limits',
  'documents',
  'played',
  'balance',
] as const;
export type PaymentGateName = (typeof PAYMENT_GATES)[number];

export interface PaymentGate {
  readonly gate: PaymentGateName;
  /** unneeded: open, but not in the way of this amount. */
  readonly state: 'met' | 'open' | 'unneeded';
  /** What the payment is refused with while the gate is open. */
  readonly refusal: Refusal | null;
}

/**
 * Every gate of a payment of `amount`, for the screen and for the payment alike; null: no amount is known yet, and nothing of it is judged.
 * Format, payee and step-up have their refusals elsewhere.
 */
export function paymentGates(standing: PayerStanding, amount: Usdt | null, now: number): readonly PaymentGate[] {
  const rules: Readonly<Record<PaymentGateName, Refusal | null>> = {
    email: standing.emailConfirmed ? null : needed('email'),
    name: nameRefusal(standing.name),
    deposit: standing.hasDeposit ? null : needed('hasDeposit'),
    payouts: standing.payoutsHeld ? { code: 'PayoutsHeld' } : null,
    hold:
      standing.holdUntil !== null && standing.holdUntil > now
        ? { code: 'PayoutHold', until: standing.holdUntil }
        : null,
    break: breakRefusal(standing, now),
    limits: limitRefusal(standing, amount),
    documents: documentsRefusal(standing, amount),
    played: playedRefusal(standing, amount),
    balance: amount !== null && amount > standing.cash ? { code: 'NoBalance' } : null,
  };
  return PAYMENT_GATES.map((gate) => {
    const refusal = rules[gate];
    if (refusal !== null) return { gate, state: 'open', refusal };
    const unneeded = gate === 'played' && leftToPlay(standing.balance) > 0n;
    return { gate, state: unneeded ? 'unneeded' : 'met', refusal: null };
  });
}

/** The refusal of the first gate that is open; null: all are met. */
export function firstRefusal(gates: readonly PaymentGate[]): Refusal | null {
  return gates.find(({ refusal }) => refusal !== null)?.refusal ?? null;
}

/** May the payer look for payees? Whoever may not pay does not learn who has an account. */
export function maySeePayees(gates: readonly PaymentGate[]): boolean {
  return gates.every(({ gate, refusal }) => refusal === null || !['email', 'name', 'deposit'].includes(gate));
}

export function needed(reason: VerificationReason): Refusal {
  return { code: 'VerificationError', reason };
}

export function nameRefusal(name: NameStatus): Refusal | null {
  if (name === 'APPROVED') return null;
  return needed(name === 'REJECTED' ? 'ofac_PENDING_NAME' : `ofac_${name}`);
}

function breakRefusal({ selfExcluded, pausedUntil }: PayerStanding, now: number): Refusal | null {
  if (selfExcluded) {
    const until = pausedUntil === null || !Number.isFinite(pausedUntil) ? null : pausedUntil;
    return { code: 'SelfExcluded', until };
  }
  if (pausedUntil === null || pausedUntil <= now) return null;
  return { code: 'LimitReached', limit: 'time_out', amount: null, until: pausedUntil };
}

function limitRefusal(
  { lately, bounds }: Pick<PayerStanding, 'lately' | 'bounds'>,
  amount: Usdt | null,
): Refusal | null {
  const most = mostToPay(lately, bounds);
  const { least } = bounds;
  if (most < least) return { code: 'PaymentLimit', reason: 'used_up', min: least, max: most };
  return amount !== null && (amount < least || amount > most) ? { code: 'PaymentLimit', min: least, max: most } : null;
}

export function playedRefusal(
  { cash, balance }: Pick<PayerStanding, 'cash' | 'balance'>,
  amount: Usdt | null,
): Refusal | null {
  const left = leftToPlay(balance);
  const free = freeToLeave(cash, balance);
  const wanted = amount ?? usdt(1n);
  // More than there is at all is a matter of the balance.
  return left > 0n && wanted > free && wanted <= cash ? { code: 'PlayBalance', left, free } : null;
}

/** The document that holds back what leaves in the month with `amount`; null: none does. */
export function documentsRefusal(
  { documents, steps, monthOut }: Pick<PayerStanding, 'documents' | 'steps' | 'monthOut'>,
  amount: Usdt | null,
): Refusal | null {
  const missing = refusalOfDocuments(documents, usdt(monthOut + (amount ?? 0n)), steps);
  return missing === null ? null : { code: 'VerificationError', ...missing };
}
