import type { NameStatus, TradingEligibility } from '../identity/trading-eligibility.ts';
import type { Usdt } from '../money.ts';
import type { Refusal, VerificationReason } from '../refusals.ts';
import { lossGate } from './losses.ts';
import type { Losses } from './losses.ts';

/** A prediction with real money, as the gates that look at the person see it. */
export interface RealWish {
  readonly userId: string;
  readonly stake: Usdt;
  readonly eligibility: TradingEligibility | null;
}

/**
 * The gates before those of the market (docs/rules/predictions.md#gates), in their order: session, self-exclusion and limits, legal name, e-mail.
 * Whoever comes without an eligibility was not asked about and is not let in.
 */
export function standingGates(losses: Losses, wish: RealWish, now: number): Refusal | null {
  const { eligibility } = wish;
  if (eligibility === null) return { code: 'NotSignedIn' };
  return (
    accountGate(eligibility) ??
    pauseGate(eligibility, now) ??
    limitGates(losses, { ...wish, eligibility }, now) ??
    nameGate(eligibility.name) ??
    emailGate(eligibility)
  );
}

export type PersonGate = 'account' | 'pause' | 'session' | 'name' | 'email';

/** What each gate that needs no stake says of a person, in the order of `standingGates`; null: it lets them through. */
export function personGates(
  eligibility: TradingEligibility,
  now: number,
): readonly { readonly gate: PersonGate; readonly refusal: Refusal | null }[] {
  return [
    { gate: 'account', refusal: accountGate(eligibility) },
    { gate: 'pause', refusal: pauseGate(eligibility, now) },
    { gate: 'session', refusal: sessionGate(eligibility, now) },
    { gate: 'name', refusal: nameGate(eligibility.name) },
    { gate: 'email', refusal: emailGate(eligibility) },
  ];
}

function accountGate({ blocked, restricted }: TradingEligibility): Refusal | null {
  return blocked || restricted ? { code: 'VerificationError', reason: 'account_problem' } : null;
}

function emailGate({ emailConfirmed }: TradingEligibility): Refusal | null {
  return emailConfirmed ? null : { code: 'VerificationError', reason: 'email' };
}

function sessionGate({ sessionEndsAt }: TradingEligibility, now: number): Refusal | null {
  if (sessionEndsAt === null || sessionEndsAt > now) return null;
  return { code: 'LimitReached', limit: 'session', amount: null, until: null };
}

function pauseGate({ selfExcluded, pausedUntil }: TradingEligibility, now: number): Refusal | null {
  if (selfExcluded) return { code: 'SelfExcluded', until: pausedUntil === Infinity ? null : pausedUntil };
  if (pausedUntil === null || pausedUntil <= now) return null;
  return { code: 'LimitReached', limit: 'time_out', amount: null, until: pausedUntil };
}

function limitGates(
  losses: Losses,
  wish: RealWish & { readonly eligibility: TradingEligibility },
  now: number,
): Refusal | null {
  const { limits } = wish.eligibility;
  const refusal = sessionGate(wish.eligibility, now);
  if (refusal !== null) return refusal;
  if (limits.stakeMax !== null && wish.stake > limits.stakeMax) {
    return { code: 'LimitReached', limit: 'stake', amount: limits.stakeMax, until: null };
  }
  return lossGate(losses, { userId: wish.userId, stake: wish.stake, limits }, now);
}

/** What each status of the legal name answers; null: it holds nobody back. */
const NAME_ANSWERS: Readonly<Record<NameStatus, VerificationReason | null>> = {
  PENDING_NAME: 'ofac_PENDING_NAME',
  PENDING_APPROVE: 'ofac_PENDING_APPROVE',
  APPROVED: null,
  REJECTED: 'ofac_PENDING_NAME',
  BLOCKED: 'ofac_BLOCKED',
};

function nameGate(name: NameStatus): Refusal | null {
  const reason = NAME_ANSWERS[name];
  return reason === null ? null : { code: 'VerificationError', reason };
}
