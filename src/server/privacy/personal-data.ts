import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What privacy holds of people. */
export const PRIVACY_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('consent', { plain: 'document version choice language at', hidden: 'id hash', atEnd: 'keep' }),
    holding('closure', {
      plain: 'asked_at final_at kept_at erased_at destroy_at destroyed_at',
      hidden: 'id token_hash held_until',
      atEnd: 'keep',
    }),
    holding('personal_look', { plain: 'what at ended_at', hidden: 'id staff', atEnd: 'keep' }),
    holding('data_export', { hidden: 'id language asked_at ready_at expires_at', atEnd: 'delete' }),
  ],
};
