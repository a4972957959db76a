import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What proofs holds of people. */
export const PROOFS_PERSONAL_DATA: PersonalPart = {
  tables: [
    // Receipts hold its hash: proofs that are made later need it too.
    holding('proof_user', { hidden: 'salt', atEnd: 'keep' }),
    // What they were owed stays in the published total; whose it was ends with what opens their leaves.
    holding('liability_entry', { plain: 'snapshot', sealed: 'entry', atEnd: 'keep', atDestruction: 'delete' }),
  ],
};
