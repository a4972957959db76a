import type { BaseParts, Subject } from '#server/subject.ts';
import { atStart } from '#server/upkeep/upkeep.ts';
import { createMail, type MailParts } from './mail.ts';
import type { Mail } from './contract.ts';
import { mailSeat } from './office-seat.ts';
import { MAIL_PERSONAL_DATA } from './personal-data.ts';
import { mailRoutes } from './routes.ts';

export const MAIL = {
  create: (parts: BaseParts & Pick<MailParts, 'keepsAway'>) => ({ mail: createMail(parts) }),
  routes: (parts: { readonly mail: Mail }) => ({ mail: mailRoutes(parts) }),
  jobs: ({ mail }: { readonly mail: Mail }) => mail.jobs,
  upkeep: ({ mail }: { readonly mail: Mail }) => [
    // A wrong password is told at the start, not when the first mail has waited for hours.
    atStart('mail relay', () => mail.checkRelay()),
    { name: 'old mails', work: () => mail.forgetOld() },
  ],
  office: (parts: Pick<BaseParts, 'db'>) => mailSeat(parts),
  personalData: MAIL_PERSONAL_DATA,
} satisfies Subject;
