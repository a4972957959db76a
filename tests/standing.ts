import type { PlayLimits, Standing } from '#domain/identity/standing.ts';

export const NO_LIMITS: PlayLimits = { stakeMax: null, lossDay: null, lossWeek: null, lossMonth: null };

/** Of a person whom nothing holds back. */
export const GOOD_STANDING: Standing = {
  emailConfirmed: true,
  name: 'APPROVED',
  pausedUntil: null,
  selfExcluded: false,
  sessionEndsAt: null,
  limits: NO_LIMITS,
  houseStakeMax: null,
  blocked: false,
};
