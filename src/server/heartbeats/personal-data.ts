import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What heartbeats holds of people. */
export const HEARTBEATS_PERSONAL_DATA: PersonalPart = {
  tables: [
    // Runs for minutes at most.
    holding('heartbeat', { hidden: 'placed_by realm seconds due_at lapsed', atEnd: 'delete' }),
  ],
};
