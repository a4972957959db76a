import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What idempotency holds of people. */
export const IDEMPOTENCY_PERSONAL_DATA: PersonalPart = {
  tables: [
    // Copies of answers, gone after a week.
    holding('idem', { hidden: 'route key body_hash status body shard batch at', atEnd: 'delete' }),
  ],
};
