import { HOUR_MS } from '#domain/time.ts';
import type { Queryable } from '#server/db/index.ts';
import type { BaseParts, Subject } from '#server/subject.ts';
import type { Limits } from './contract.ts';
import { houseLimitAct } from './house-act.ts';
import type { HouseParts } from './house.ts';
import { createLimits, type LimitsParts } from './limits.ts';
import { limitsSeat, type LimitsSeatParts } from './office-seat.ts';
import { linksSeat, type LinksSeatParts } from './links/links-seat.ts';
import { LIMITS_PERSONAL_DATA } from './personal-data.ts';
import { payoutsReleasedAct } from './restriction-act.ts';
import { playDays, playersChart } from './play-days.ts';
import { chasesDesk, markoutsDesk } from './risk-desks.ts';
import { limitsRoutes } from './routes.ts';
import { takeSteps, type SignParts } from './signs/signs.ts';
import { signsSeat } from './signs/signs-seat.ts';
import { findRestrictions } from './store-restrictions.ts';
import { isExcluded, keepExcluded } from './store.ts';
import { eligibilityOf } from './trading-eligibility.ts';

interface Made {
  readonly limits: Limits;
}

export const LIMITS = {
  offers: (parts: Pick<BaseParts, 'clock' | 'settings'>) => ({
    /** What holds a person back from real play now. */
    standingOf: (db: Queryable, userId: string) => eligibilityOf(db, userId, parts),
    /** Does the person keep away from trading, by a time-out or a self-exclusion? */
    keepsAway: async (db: Queryable, userId: string) => {
      const { selfExcluded, pausedUntil } = await eligibilityOf(db, userId, parts);
      return selfExcluded || (pausedUntil !== null && pausedUntil > parts.clock.now());
    },
    /** Is one of these addresses kept out by a self-exclusion? */
    isExcluded: (db: Queryable, blinds: readonly Buffer[]) => isExcluded(db, blinds, parts.clock.now()),
    keepExcluded,
    /** Does staff keep the person's money from leaving? */
    payoutsHeld: async (db: Queryable, userId: string) => (await findRestrictions(db, userId)).has('payouts'),
  }),
  create: (parts: LimitsParts) => ({ limits: createLimits(parts) }),
  twoPeople: (parts: HouseParts) => [houseLimitAct(parts), payoutsReleasedAct(parts)],
  routes: (parts: Pick<BaseParts, 'bus'> & Made) => ({ limits: limitsRoutes(parts) }),
  upkeep: ({ limits, ...parts }: Made & SignParts) => [
    { name: 'limits', start: () => ({ stop: async () => limits.stop() }) },
    { name: 'old play sessions', work: () => limits.forgetOld() },
    { name: 'signs of harm', everyMs: HOUR_MS, work: () => takeSteps(parts) },
  ],
  followers: () => [playDays],
  office: (parts: LimitsSeatParts & LinksSeatParts & SignParts) => {
    const [ofPeople, links, signs] = [limitsSeat(parts), linksSeat(parts), signsSeat(parts)];
    return {
      ...ofPeople,
      parts: [...(ofPeople.parts ?? []), ...(links.parts ?? []), ...(signs.parts ?? [])],
      acts: [...(ofPeople.acts ?? []), ...(signs.acts ?? [])],
      desks: [markoutsDesk(parts), chasesDesk(parts), ...(links.desks ?? []), ...(signs.desks ?? [])],
      charts: [playersChart(parts)],
    };
  },
  personalData: LIMITS_PERSONAL_DATA,
} satisfies Subject;
