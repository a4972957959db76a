import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What proofs holds of people. */
export const PROOFS_PERSONAL_DATA: PersonalPart = {
  tables: [
    // Receipts hold its hash: proofs that are made later need it too.
    holding('proof_user', { hidden: 'salt', atEnd: 'keep' }),
  ],
};
