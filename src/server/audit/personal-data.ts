import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What the audit log holds of people. */
export const AUDIT_PERSONAL_DATA: PersonalPart = {
  tables: [
    // Opened by the audit itself.
    holding('audit_log', { person: 'subject_id', hidden: 'log seq t body hash', atEnd: 'keep' }),
  ],
};
