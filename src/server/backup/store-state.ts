import type { Queryable } from '#server/db/index.ts';
import type { DatabaseState } from './manifest.ts';

/** What a database holds at this moment, in numbers that only grow (besides `open`). */
export async function readState(db: Queryable): Promise<DatabaseState> {
  const { rows } = await db.query<{
    batch: number;
    seq: string;
    head: string;
    real: string;
    demo: string;
    people: number;
    predictions: number;
    open: number;
  }>(
    `SELECT (SELECT coalesce(max(last_batch), 0) FROM shard_lease)::float8 AS batch,
       (SELECT seq::text FROM audit_head WHERE log = 'people') AS seq,
       (SELECT encode(hash, 'hex') FROM audit_head WHERE log = 'people') AS head,
       (SELECT coalesce(max(id), 0) FROM journal_real)::text AS real,
       (SELECT coalesce(max(id), 0) FROM journal_demo)::text AS demo,
       (SELECT count(*) FROM app_user)::float8 AS people,
       (SELECT count(*) FROM prediction)::float8 AS predictions,
       (SELECT count(*) FROM prediction WHERE settled_at IS NULL)::float8 AS open`,
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the state of the database gave no row');
  const { real, demo, seq, head, ...counts } = row;
  return { ...counts, journals: { real, demo }, audit: `${seq}:${head}` };
}

/** Number of the newest migration; 0: it has none. */
export async function schemaOf(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ number: number }>(
    'SELECT coalesce(max(number), 0) AS number FROM schema_migration',
  );
  return rows[0]?.number ?? 0;
}

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
