import type { Queryable } from '#server/db/index.ts';

/** Version of the server, such as `18.4`, and who is asking. */
export async function serverOf(db: Queryable): Promise<{ readonly version: string; readonly role: string }> {
  const { rows } = await db.query<{ version: string; role: string }>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS version, current_user AS role`,
  );
  if (rows[0] === undefined) throw new Error('the version of the server gave no row');
  return rows[0];
}

/** No table of ours lies there. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ there: boolean }>(`SELECT to_regclass('schema_migration') IS NOT NULL AS there`);
  return rows[0]?.there !== true;
}

/** A role of this name is known to the server. */
export async function hasRole(db: Queryable, name: string): Promise<boolean> {
  const { rows } = await db.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  return rows.length > 0;
}
