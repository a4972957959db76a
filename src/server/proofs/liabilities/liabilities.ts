import type { ProofDocument } from '#domain/proofs/documents.ts';
import { isDrawn, slotOf } from '#domain/proofs/liabilities/due.ts';
import type { Queryable } from '#server/db/index.ts';
import { proofOf } from './own-proof.ts';
import { SNAPSHOTS_KEPT, type LiabilityParts } from './parts.ts';
import { isTaken, lastSnapshots, type SnapshotRow } from './store-liabilities.ts';
import { take } from './take.ts';

export interface Liabilities {
  /** Takes the snapshot of this month (in a sandbox: hour) where this is its hour and there is none. `again`: it was begun before. Its number, or null. */
  takeDue(again: boolean): Promise<number | null>;
  /** Newest first: those in which people can still find themselves. */
  list(): Promise<readonly SnapshotRow[]>;
  /** The newest snapshot with the way from each leaf of this person to its root, without leaves where it owes them nothing; null: there is none. */
  proofOf(userId: string): Promise<ProofDocument | null>;
}

export function createLiabilities(parts: LiabilityParts): Liabilities {
  return {
    takeDue: (again) => takeDue(parts, again),
    list: () => lastSnapshots(parts.db, SNAPSHOTS_KEPT),
    proofOf: (userId) => proofOf(parts, userId),
  };
}

async function takeDue(parts: LiabilityParts, again: boolean): Promise<number | null> {
  const { db, clock, pace, draw } = parts;
  const now = clock.now();
  const slot = slotOf(new Date(now).toISOString(), pace);
  if (await isTaken(db, slot)) return null;
  if (pace === 'month' && !again) {
    const today = new Date(now);
    const monthEnd = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1);
    if (!(await isOverdue(db, today)) && !isDrawn({ now, monthEnd }, draw)) return null;
  }
  return take(parts, slot);
}

/** Did the last month pass without its snapshot, although there was one before? It is made up for at once. */
async function isOverdue(db: Queryable, today: Date): Promise<boolean> {
  const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1));
  const [last] = await lastSnapshots(db, 1);
  return last !== undefined && last.slot < slotOf(before.toISOString(), 'month');
}
