import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** Acts on many people: who asked, and on whom. What was done to a person stands in the audit log too. */
export const BULK_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('bulk_act', {
      person: 'asked_by',
      hidden: 'id act fields sealed view_name role session state people request made_at ended_at',
      atEnd: 'keep',
    }),
    holding('bulk_person', {
      hidden: 'bulk no tried tried_says done done_says done_at',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
  ],
};
