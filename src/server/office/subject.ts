import type { Refusal } from '#domain/refusals.ts';
import type { Actor } from '#domain/identity/actor.ts';
import { realmOf } from '#domain/identity/policy.ts';
import type { BaseParts, Subject } from '#server/subject.ts';
import { createCharts, type ChartReader } from './charts.ts';
import type { ColleagueOf, Office, Teamwork } from './contract.ts';
import { createOffice } from './office.ts';
import { OFFICE_PERSONAL_DATA } from './personal-data.ts';
import { officeRoutes } from './routes.ts';
import { tagAct } from './tag-act.ts';
import { createTeamwork } from './teamwork.ts';

interface Needs extends Pick<BaseParts, 'db' | 'clock' | 'audit' | 'vault' | 'desks'> {
  readonly colleagueOf: ColleagueOf;
  readonly identity: { readonly factors: { requireStepUp(actor: Actor): Promise<Refusal | null> } };
}

interface Made {
  readonly office: Office;
  readonly teamwork: Teamwork;
  readonly charts: ChartReader;
}

export const OFFICE = {
  create: (parts: Needs): Made => {
    const teamwork = createTeamwork(parts);
    const requireStepUp = ({ userId, sessionId, role }: Pick<Actor, 'userId' | 'sessionId' | 'role'>) =>
      parts.identity.factors.requireStepUp({ userId, sessionId, role, realm: realmOf(role) });
    return { charts: createCharts(parts), teamwork, office: createOffice({ ...parts, teamwork, requireStepUp }) };
  },
  office: (parts: Pick<BaseParts, 'db' | 'audit'>) => ({ acts: [tagAct(parts)] }),
  routes: (parts: Made) => ({ office: officeRoutes(parts) }),
  personalData: OFFICE_PERSONAL_DATA,
} satisfies Subject;
