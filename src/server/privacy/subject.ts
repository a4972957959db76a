import type { PoolClient } from 'pg';
import { workOn } from '#server/jobs/index.ts';
import { running } from '#server/upkeep/upkeep.ts';
import type { BaseParts, Subject } from '#server/subject.ts';
import { recordSignUp } from './consents.ts';
import type { Privacy } from './contract.ts';
import { erasedAct } from './erasure-act.ts';
import { privacySeat, type PrivacySeatParts } from './office-seat.ts';
import type { PrivacyParts } from './parts.ts';
import { PRIVACY_PERSONAL_DATA } from './personal-data.ts';
import { createPrivacy } from './privacy.ts';
import { MAKE_EXPORTS } from './jobs.ts';
import { privacyRoutes } from './routes.ts';
import { endLook, insertLook } from './store-looks.ts';

interface Made {
  readonly privacy: Privacy;
}

export const PRIVACY = {
  offers: (parts: Pick<BaseParts, 'clock'>) => ({
    /** Keeps for the person that staff saw what is masked otherwise; the id of the look. */
    noteLook: (tx: PoolClient, look: Omit<Parameters<typeof insertLook>[1], 'now'>) =>
      insertLook(tx, { ...look, now: parts.clock.now() }),
    endLook: (tx: PoolClient, id: string) => endLook(tx, { id, now: parts.clock.now() }),
    /** Records what a person agreed to with their sign-up. */
    onSignedUp: recordSignUp(parts),
  }),
  create: (parts: PrivacyParts) => ({ privacy: createPrivacy(parts) }),
  twoPeople: (parts: Pick<BaseParts, 'audit' | 'clock'> & Pick<PrivacyParts, 'accounts'>) => [erasedAct(parts)],
  routes: (parts: Made) => ({ privacy: privacyRoutes(parts) }),
  // Each hour too: what has passed its time goes, and what an older version was asked for is made.
  jobs: ({ privacy }: Made) => [workOn(MAKE_EXPORTS, () => () => privacy.makeExports(), { schedule: '7 * * * *' })],
  upkeep: ({ privacy }: Made) => [running('privacy', privacy)],
  office: (parts: PrivacySeatParts) => privacySeat(parts),
  personalData: PRIVACY_PERSONAL_DATA,
} satisfies Subject;
