import { ConfigError } from '../config/config.ts';
import type { Queryable } from './pool.ts';

const OLDEST_VERSION = 150_000;
/** Settings without which a commit may be lost, with the values that keep it (docs/rules/reliability.md#rules). */
const DURABLE: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  // The other one waits for a standby besides.
  synchronous_commit: ['on', 'remote_apply'],
  full_page_writes: ['on'],
};

/** What a database must be for the product to run on it at all. */
export interface Fitness {
  /** `server_version_num`: 150018 is 15.18. */
  readonly version: number;
  readonly database: string;
  /** `UTF8`: any other holds names and texts of some languages only, or does not know what it holds. */
  readonly encoding: string;
  /** Settings without which a commit may be lost, with their values. */
  readonly durability: Readonly<Record<string, string>>;
}

export async function readFitness(db: Queryable): Promise<Fitness> {
  const { rows } = await db.query<Fitness>(
    `SELECT current_setting('server_version_num')::int AS version,
       current_database() AS database,
       current_setting('server_encoding') AS encoding,
       (SELECT jsonb_object_agg(name, current_setting(name)) FROM unnest($1::text[]) name) AS durability`,
    [Object.keys(DURABLE)],
  );
  if (rows[0] === undefined) throw new Error('The database says nothing of itself.');
  return rows[0];
}

/** What keeps the product from running on this database, a sentence each with what to do. */
export function unfitnessOf({ version, database, encoding, durability }: Fitness): readonly string[] {
  const loose = Object.entries(durability).filter(([name, value]) => !DURABLE[name]?.includes(value));
  return [
    ...(version < OLDEST_VERSION
      ? [`The database is PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}: 15 or newer is needed.`]
      : []),
    ...(encoding === 'UTF8'
      ? []
      : [
          `The database ${database} is encoded as ${encoding} and cannot hold every name and text: make it with CREATE DATABASE ${database} ENCODING 'UTF8' TEMPLATE template0.`,
        ]),
    ...loose.map(
      ([name, value]) => `${name} of the database is ${value}: what is acknowledged may be lost in a crash. Set it on.`,
    ),
  ];
}

/** Throws ConfigError where the product does not run on this database as it is now. */
export async function assertFit(db: Queryable): Promise<void> {
  const mistakes = unfitnessOf(await readFitness(db));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
}

/** May this role make tables, and the schema of the jobs where it is not there? */
export interface Rights {
  readonly role: string;
  readonly mayCreate: boolean;
}

export async function readRights(db: Queryable): Promise<Rights> {
  const { rows } = await db.query<Rights>(
    `SELECT current_user AS role,
       has_schema_privilege('public', 'CREATE') AND (to_regnamespace('graphile_worker') IS NOT NULL
         OR has_database_privilege(current_database(), 'CREATE')) AS "mayCreate"`,
  );
  if (rows[0] === undefined) throw new Error('The database says nothing of its role.');
  return rows[0];
}

/** What the role wants before it can make tables. */
export function noTablesText(role: string, database: string): string {
  return `${role} may not make tables: ALTER DATABASE ${database} OWNER TO ${role}; ALTER SCHEMA public OWNER TO ${role}.`;
}

/** Throws ConfigError where the role may not make the tables that are missing. */
export async function assertMayMakeTables(db: Queryable): Promise<void> {
  const { role, mayCreate } = await readRights(db);
  if (!mayCreate) throw new ConfigError([noTablesText(role, (await readFitness(db)).database)]);
}
