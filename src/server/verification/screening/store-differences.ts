import type { Queryable } from '#server/db/index.ts';

/** Somebody for whom a screening in the shadow came to something else than what counts. */
export interface Difference {
  readonly userId: string;
  /** new: a hit that nobody has seen. gone: an open case would have none. */
  readonly kind: 'new' | 'gone';
  /** Of the likeliest hit; null: there is none. */
  readonly score: number | null;
}

export async function insertDifference(tx: Queryable, sheetId: string, found: Difference): Promise<void> {
  await tx.query(
    `INSERT INTO screening_difference (sheet_id, user_id, kind, score) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [sheetId, found.userId, found.kind, found.score],
  );
}

/** Those of a sheet behind a person. */
export async function pageDifferences(
  db: Queryable,
  { sheetId, after, limit }: { readonly sheetId: string; readonly after: string | null; readonly limit: number },
): Promise<readonly Difference[]> {
  const { rows } = await db.query<Difference>(
    `SELECT user_id AS "userId", kind, score::float8 FROM screening_difference
     WHERE sheet_id = $1 AND ($2::uuid IS NULL OR user_id > $2) ORDER BY user_id LIMIT $3`,
    [sheetId, after, limit],
  );
  return rows;
}

export async function countDifferences(
  db: Queryable,
  sheetId: string,
): Promise<Readonly<Record<Difference['kind'], number>>> {
  const { rows } = await db.query<{ fresh: number; gone: number }>(
    `SELECT count(*) FILTER (WHERE kind = 'new')::int AS fresh, count(*) FILTER (WHERE kind = 'gone')::int AS gone
     FROM screening_difference WHERE sheet_id = $1`,
    [sheetId],
  );
  return { new: rows[0]?.fresh ?? 0, gone: rows[0]?.gone ?? 0 };
}

/** Whom the trials of a version found, the likeliest first. */
export async function newlyFound(db: Queryable, listNo: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ userId: string }>(
    `SELECT d.user_id AS "userId" FROM screening_difference d JOIN screening_sheet s ON s.id = d.sheet_id
     WHERE s.list_no = $1 AND s.shadow AND d.kind = 'new' GROUP BY d.user_id ORDER BY max(d.score) DESC LIMIT 10000`,
    [listNo],
  );
  return rows.map(({ userId }) => userId);
}
