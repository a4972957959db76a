import type { SimDb } from './sim-db.ts';

/** The entries that wait, as a room reads them back, from the tables of the simulation. */
export async function loadWaiting(db: SimDb) {
  return [...db.scheduled.values()].filter(({ endedAt }) => endedAt === null);
}
