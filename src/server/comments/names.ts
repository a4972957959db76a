import type { Queryable } from '#server/db/index.ts';
import type { CommentsParts } from './contract.ts';

/** A name stands so long after it was read: a page of comments is drawn for many, and each name is sealed. */
const KEPT_MS = 30_000;
const MOST_KEPT = 5_000;

/** What people are called in public. */
export interface Names {
  of(db: Queryable, userId: string): Promise<string>;
}

export function createNames({ payees, clock }: Pick<CommentsParts, 'payees' | 'clock'>): Names {
  const kept = new Map<string, { readonly name: string; readonly until: number }>();
  return {
    of: async (db, userId) => {
      const now = clock.now();
      const known = kept.get(userId);
      if (known !== undefined && now < known.until) return known.name;
      const { name } = await payees.faceOf(db, userId);
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(userId, { name, until: now + KEPT_MS });
      return name;
    },
  };
}
