import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What vault holds of people. */
export const VAULT_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('subject_key', {
      plain: 'made_at destroyed_at',
      hidden: 'key_id wrapped master_id',
      atEnd: 'keep',
    }),
  ],
};
