import type { BaseParts, Subject } from '#server/subject.ts';
import type { LegalNames } from './contract.ts';
import { createLegalNames } from './legal-names.ts';
import { VERIFICATION_PERSONAL_DATA } from './personal-data.ts';

export const VERIFICATION = {
  offers: (parts: Pick<BaseParts, 'vault'>): { readonly legalNames: LegalNames } => ({
    legalNames: createLegalNames(parts),
  }),
  personalData: VERIFICATION_PERSONAL_DATA,
} satisfies Subject;
