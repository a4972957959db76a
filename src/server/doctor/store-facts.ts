import type { Queryable } from '#server/db/index.ts';

/** What PostgreSQL says of itself and of how we are connected. */
export interface DatabaseFacts {
  /** `server_version_num`: 150018 is 15.18. */
  readonly version: number;
  readonly database: string;
  readonly role: string;
  readonly isSuperuser: boolean;
  readonly mayCreate: boolean;
  readonly isEncrypted: boolean;
  /** A standby: nothing can be written there. */
  readonly inRecovery: boolean;
  readonly isReadOnly: boolean;
  /** Settings without which a commit may be lost, with their values. */
  readonly durability: Readonly<Record<string, string>>;
  readonly maxConnections: number;
  readonly sizeBytes: number;
  /** Wall ms. */
  readonly now: number;
}

export async function databaseFacts(db: Queryable): Promise<DatabaseFacts> {
  const { rows } = await db.query<DatabaseFacts & { readonly size: string }>(
    `SELECT current_setting('server_version_num')::int AS version,
       current_database() AS database,
       current_user AS role,
       (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuperuser",
       has_schema_privilege('public', 'CREATE') AS "mayCreate",
       COALESCE((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "isEncrypted",
       pg_is_in_recovery() AS "inRecovery",
       current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
       jsonb_build_object('fsync', current_setting('fsync'), 'synchronous_commit', current_setting('synchronous_commit'),
         'full_page_writes', current_setting('full_page_writes')) AS durability,
       current_setting('max_connections')::int AS "maxConnections",
       pg_database_size(current_database())::text AS size,
       (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
  );
  const row = rows[0];
  if (row === undefined) throw new Error('The database says nothing of itself.');
  return { ...row, sizeBytes: Number(row.size) };
}
