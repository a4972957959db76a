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
  if (eligibility.blocked || eligibility.restricted) return { code: 'VerificationError', reason: 'account_problem' };
  return (
    pauseGate(eligibility, now) ??
    limitGates(losses, { ...wish, eligibility }, now) ??
    nameGate(eligibility.name) ??
    (eligibility.emailConfirmed ? null : { code: 'VerificationError', reason: 'email' })
  );
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
  const { limits, sessionEndsAt } = wish.eligibility;
  if (sessionEndsAt !== null && sessionEndsAt <= now) {
    return { code: 'LimitReached', limit: 'session', amount: null, until: null };
  }
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
