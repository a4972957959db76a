import type { BaseParts, Subject } from '#server/subject.ts';
import { running } from '#server/upkeep/upkeep.ts';
import { createMail, type MailParts } from './mail.ts';
import type { Mail } from './contract.ts';
import { MAIL_PERSONAL_DATA } from './personal-data.ts';
import { mailRoutes } from './routes.ts';

export const MAIL = {
  create: (parts: BaseParts & Pick<MailParts, 'keepsAway'>) => ({ mail: createMail(parts) }),
  routes: (parts: { readonly mail: Mail }) => ({ mail: mailRoutes(parts) }),
  upkeep: ({ mail }: { readonly mail: Mail }) => [
    running('mail', mail),
    { name: 'old mails', work: () => mail.forgetOld() },
  ],
  personalData: MAIL_PERSONAL_DATA,
} satisfies Subject;
