import type { SimDb } from './sim-db.ts';

/** What the engine's memory reads back at a start, from the tables of the simulation. */
export async function loadOpen(db: SimDb) {
  return db.open();
}

export async function loadMarks(db: SimDb) {
  return [...db.marks.values()];
}
