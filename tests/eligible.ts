import type { PlayLimits, TradingEligibility } from '#domain/identity/trading-eligibility.ts';

export const NO_LIMITS: PlayLimits = { stakeMax: null, lossDay: null, lossWeek: null, lossMonth: null };

/** Of a person whom nothing holds back. */
export const ELIGIBLE: TradingEligibility = {
  emailConfirmed: true,
  name: 'APPROVED',
  pausedUntil: null,
  selfExcluded: false,
  sessionEndsAt: null,
  limits: NO_LIMITS,
  houseStakeMax: null,
  blocked: false,
  restricted: false,
};
