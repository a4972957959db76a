import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** One screening of everybody. Times in ms. */
export interface Sheet {
  readonly id: string;
  readonly listNo: string;
  readonly threshold: number;
  /** It counts, and opens no case. */
  readonly shadow: boolean;
  readonly begunAt: number;
  readonly endedAt: number | null;
  readonly afterUser: string | null;
  readonly screened: number;
  readonly hits: number;
}

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;
const SHEET = `id, list_no::text AS "listNo", threshold::float8, shadow, ${ms('begun_at')} AS "begunAt", ${ms('ended_at')} AS "endedAt",
  after_user AS "afterUser", screened, hits`;

export async function insertSheet(
  tx: PoolClient,
  sheet: {
    readonly id: string;
    readonly listNo: string;
    readonly threshold: number;
    readonly shadow: boolean;
    readonly now: number;
  },
): Promise<void> {
  await tx.query('INSERT INTO screening_sheet (id, list_no, threshold, shadow, begun_at) VALUES ($1, $2, $3, $4, $5)', [
    sheet.id,
    sheet.listNo,
    sheet.threshold,
    sheet.shadow,
    new Date(sheet.now),
  ]);
}

export async function findSheet(db: Queryable, id: string): Promise<Sheet | null> {
  const { rows } = await db.query<Sheet>(`SELECT ${SHEET} FROM screening_sheet WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** The newest first. */
export async function listSheets(db: Queryable, most: number): Promise<readonly Sheet[]> {
  const { rows } = await db.query<Sheet>(
    `SELECT ${SHEET} FROM screening_sheet ORDER BY begun_at DESC, id DESC LIMIT $1`,
    [most],
  );
  return rows;
}

/** One page for the desk, the newest first, with the name of the list. */
export async function pageSheets(
  db: Queryable,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly (Sheet & { readonly listName: string })[]> {
  const { rows } = await db.query<Sheet & { listName: string }>(
    `SELECT ${SHEET}, (SELECT name FROM sanctions_list WHERE no = list_no) AS "listName" FROM screening_sheet
     WHERE $1::uuid IS NULL OR id < $1 ORDER BY id DESC LIMIT $2`,
    [after, limit],
  );
  return rows;
}

/** Notes how far a screening has come; false: another try of it was there first. */
export async function moveSheet(
  tx: PoolClient,
  sheet: Pick<Sheet, 'id' | 'afterUser'> & { readonly to: string; readonly screened: number; readonly hits: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE screening_sheet SET after_user = $3, screened = screened + $4, hits = hits + $5
     WHERE id = $1 AND after_user IS NOT DISTINCT FROM $2 AND ended_at IS NULL`,
    [sheet.id, sheet.afterUser, sheet.to, sheet.screened, sheet.hits],
  );
  return rowCount === 1;
}

export async function endSheet(db: Queryable, id: string, now: number): Promise<void> {
  await db.query('UPDATE screening_sheet SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL', [id, new Date(now)]);
}

/** People who have given a name, behind one of them. */
export async function findNamed(db: Queryable, after: string | null, most: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ userId: string }>(
    `SELECT user_id AS "userId" FROM legal_name WHERE sealed IS NOT NULL AND status IN ('PENDING_APPROVE', 'APPROVED')
     AND ($1::uuid IS NULL OR user_id > $1) ORDER BY user_id LIMIT $2`,
    [after, most],
  );
  return rows.map(({ userId }) => userId);
}
