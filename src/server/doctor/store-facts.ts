import { readFitness, readRights, type Fitness, type Rights } from '#server/db/fit.ts';
import type { Queryable } from '#server/db/index.ts';

/** What PostgreSQL says of itself and of how we are connected. */
export interface DatabaseFacts extends Fitness, Rights {
  readonly isSuperuser: boolean;
  readonly isEncrypted: boolean;
  /** A standby: nothing can be written there. */
  readonly inRecovery: boolean;
  readonly isReadOnly: boolean;
  readonly maxConnections: number;
  readonly sizeBytes: number;
  /** Wall ms. */
  readonly now: number;
}

export async function databaseFacts(db: Queryable): Promise<DatabaseFacts> {
  const known = { ...(await readFitness(db)), ...(await readRights(db)) };
  const { rows } = await db.query<Omit<DatabaseFacts, keyof (Fitness & Rights)> & { readonly size: string }>(
    `SELECT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuperuser",
       COALESCE((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "isEncrypted",
       pg_is_in_recovery() AS "inRecovery",
       current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
       current_setting('max_connections')::int AS "maxConnections",
       pg_database_size(current_database())::text AS size,
       (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
  );
  const row = rows[0];
  if (row === undefined) throw new Error('The database says nothing of itself.');
  return { ...known, ...row, sizeBytes: Number(row.size) };
}
