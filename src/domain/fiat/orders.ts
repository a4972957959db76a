import { usdt, type Usdt } from '../money.ts';

/**
 * Where an order at an on-ramp stands. REVIEW: people decide. KEPT: they did, and it stays as it is. CHARGEBACK: the bank of whoever paid has
 * taken it back from the provider; WON and LOST say how that ended.
 */
export const FIAT_STATES = [
  'CREATED',
  'PENDING',
  'EXPIRED',
  'FAILED',
  'REVIEW',
  'CREDITED',
  'REFUNDED',
  'KEPT',
  'CHARGEBACK',
  'WON',
  'LOST',
] as const;
export type FiatState = (typeof FIAT_STATES)[number];

/** It may still be paid in time. */
export const OPEN_STATES = ['CREATED', 'PENDING'] as const satisfies readonly FiatState[];

/**
 * What a status of a provider means. WAITING: for whoever pays. PENDING: it is under way. CHECK: the provider asks for people. WON: a
 * chargeback that the provider got back.
 */
export const FIAT_OUTCOMES = [
  'WAITING',
  'PENDING',
  'PAID',
  'FAILED',
  'CHECK',
  'REFUNDED',
  'CHARGEBACK',
  'WON',
] as const;
export type FiatOutcome = (typeof FIAT_OUTCOMES)[number];

/**
 * What follows. credit: the money is looked at, and is theirs where all is as ordered. hold: it is there, and people decide. same: it is
 * written down, and nothing moves. States only go forward, so whatever came too late to matter is `same`.
 */
export type FiatStep = 'same' | 'pending' | 'credit' | 'fail' | 'hold' | 'check' | 'refund' | 'charge' | 'win';

/** State and outcome to step; what has no cell is `same`. */
export const FIAT_STEPS: Readonly<Record<FiatState, Partial<Record<FiatOutcome, FiatStep>>>> = {
  CREATED: {
    PENDING: 'pending',
    PAID: 'credit',
    FAILED: 'fail',
    REFUNDED: 'fail',
    CHECK: 'check',
    CHARGEBACK: 'check',
  },
  PENDING: { PAID: 'credit', FAILED: 'fail', REFUNDED: 'fail', CHECK: 'check', CHARGEBACK: 'check' },
  // Late money is never lost, and never theirs by itself.
  EXPIRED: { PAID: 'hold', CHECK: 'check', CHARGEBACK: 'check' },
  FAILED: { PAID: 'hold', CHECK: 'check', CHARGEBACK: 'check' },
  REVIEW: { PAID: 'hold', REFUNDED: 'refund', CHARGEBACK: 'charge' },
  CREDITED: { REFUNDED: 'charge', CHARGEBACK: 'charge' },
  // It may have been kept before any money came.
  KEPT: { PAID: 'hold', REFUNDED: 'refund', CHARGEBACK: 'charge' },
  CHARGEBACK: { WON: 'win' },
  REFUNDED: {},
  WON: { CHARGEBACK: 'check' },
  LOST: {},
};

export function stepOf(state: FiatState, outcome: FiatOutcome): FiatStep {
  return FIAT_STEPS[state][outcome] ?? 'same';
}

/** Why people decide. */
export const FIAT_REASONS = [
  'late',
  'amount',
  'currency',
  'rate',
  'unsaid',
  'over_limit',
  'excluded',
  'account',
  'provider',
] as const;
export type FiatReason = (typeof FIAT_REASONS)[number];

/** What was ordered, and what the provider says was paid. Fiat in hundredths, what it brings in 10^-6. */
export interface PaidOrder {
  readonly fiat: string;
  readonly amount: bigint;
  readonly receive: Usdt;
  readonly paidFiat: string | null;
  readonly paid: bigint | null;
  readonly brings: Usdt | null;
}

/** What differs from the order; null: nothing does. `gapPercent`: how far what it brings may lie from the offer, where that was no firm one. */
export function differs(
  order: PaidOrder,
  { isFirm, gapPercent }: { readonly isFirm: boolean; readonly gapPercent: bigint },
): 'currency' | 'amount' | 'rate' | 'unsaid' | null {
  const { paidFiat, paid, brings, receive } = order;
  if (paidFiat === null || paid === null || brings === null || brings <= 0n) return 'unsaid';
  if (paidFiat !== order.fiat) return 'currency';
  if (paid !== order.amount) return 'amount';
  const gap = brings > receive ? brings - receive : receive - brings;
  const most = isFirm ? 0n : (receive * gapPercent) / 100n;
  return gap > most ? 'rate' : null;
}

/** What a chargeback takes: of the cash as far as there is any, and the rest is owed. 10^-6. */
export function chargedBack(credited: Usdt, cash: Usdt): { readonly taken: Usdt; readonly owed: Usdt } {
  const taken = cash < credited ? (cash > 0n ? cash : usdt(0n)) : credited;
  return { taken, owed: usdt(credited - taken) };
}

/** A fiat currency is counted in hundredths. */
export const FIAT_DIGITS = 2;

/** Hundredths of a fiat currency as text: `12345` is `123.45`. */
export function fiatText(hundredths: bigint): string {
  const digits = hundredths.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
