import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What the back office holds of people. What colleagues wrote of a person ends with the person's key. */
export const OFFICE_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('office_note', {
      hidden: 'id desk record author text_sealed written_at',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('office_tag', { hidden: 'desk record tag', atEnd: 'keep', atDestruction: 'delete' }),
    holding('office_lock', { person: 'holder', hidden: 'desk record until', atEnd: 'delete' }),
    holding('office_view', { person: 'owner', plain: 'desk name filter made_at', hidden: 'id role', atEnd: 'delete' }),
  ],
};
