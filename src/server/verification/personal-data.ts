import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What verification holds of people. */
export const VERIFICATION_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('legal_name', {
      plain: 'status',
      sealed: 'sealed',
      atEnd: 'keep',
      atDestruction: { empty: 'sealed' },
    }),
  ],
};
