import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

export interface ExportRow {
  readonly id: string;
  readonly userId: string;
  readonly language: string;
  readonly askedAt: number;
  /** null: still being made. */
  readonly expiresAt: number | null;
}

const COLUMNS = `id, user_id AS "userId", language, (extract(epoch FROM asked_at) * 1000)::float8 AS "askedAt",
  (extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAt"`;

/** Asks for a file unless there is one. */
export async function insertExport(
  tx: Queryable,
  row: { readonly id: string; readonly userId: string; readonly language: string; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO data_export (id, user_id, language, asked_at) VALUES ($1, $2, $3, $4) ON CONFLICT (user_id) DO NOTHING',
    [row.id, row.userId, row.language, new Date(row.now)],
  );
  return rowCount === 1;
}

export async function findExport(db: Queryable, userId: string): Promise<ExportRow | null> {
  const { rows } = await db.query<ExportRow>(`SELECT ${COLUMNS} FROM data_export WHERE user_id = $1`, [userId]);
  return rows[0] ?? null;
}

export async function findExportById(db: Queryable, id: string): Promise<ExportRow | null> {
  const { rows } = await db.query<ExportRow>(`SELECT ${COLUMNS} FROM data_export WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** A file that was asked for, held; another worker's are passed over. */
export async function lockWaiting(tx: PoolClient): Promise<ExportRow | null> {
  const { rows } = await tx.query<ExportRow>(
    `SELECT ${COLUMNS} FROM data_export WHERE ready_at IS NULL ORDER BY asked_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  return rows[0] ?? null;
}

export async function insertPart(
  tx: PoolClient,
  part: { readonly exportId: string; readonly no: number; readonly name: string; readonly sealed: Buffer },
): Promise<void> {
  await tx.query('INSERT INTO export_part (export_id, no, name, sealed) VALUES ($1, $2, $3, $4)', [
    part.exportId,
    part.no,
    part.name,
    part.sealed,
  ]);
}

export async function markReady(
  tx: PoolClient,
  mark: { readonly id: string; readonly now: number; readonly expiresAt: number },
): Promise<void> {
  await tx.query('UPDATE data_export SET ready_at = $2, expires_at = $3 WHERE id = $1', [
    mark.id,
    new Date(mark.now),
    new Date(mark.expiresAt),
  ]);
}

export async function listParts(
  db: Queryable,
  exportId: string,
): Promise<readonly { readonly no: number; readonly name: string }[]> {
  const { rows } = await db.query<{ no: number; name: string }>(
    'SELECT no, name FROM export_part WHERE export_id = $1 ORDER BY no',
    [exportId],
  );
  return rows;
}

export async function findPart(
  db: Queryable,
  part: { readonly exportId: string; readonly no: number },
): Promise<{ readonly name: string; readonly sealed: Buffer } | null> {
  const { rows } = await db.query<{ name: string; sealed: Buffer }>(
    'SELECT name, sealed FROM export_part WHERE export_id = $1 AND no = $2',
    [part.exportId, part.no],
  );
  return rows[0] ?? null;
}

export async function deleteExpired(db: Queryable, now: number): Promise<void> {
  await db.query('DELETE FROM data_export WHERE expires_at <= $1', [new Date(now)]);
}
