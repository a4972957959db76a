import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { crashAt } from '#server/crash-points.ts';
import type { Queryable } from './pool.ts';

/** Beside this file in the sources; beside the bundle once built. */
const MIGRATIONS = new URL('./migrations/', import.meta.url);
/** Any fixed number: only one process migrates a database at a time. */
const LOCK = 7_345_001;

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** What a run of the migrations did. */
export interface Migrated {
  /** Names, in order. */
  readonly applied: readonly string[];
}

interface MigrateOptions {
  readonly folder?: URL;
  /** Told of each migration when it is done, with its time in ms: a long one is a long start. */
  readonly log?: Pick<Logger, 'info'>;
}

/**
 * Brings the database to the newest schema: numbered plain SQL files, forward only, each in its own transaction,
 * under an advisory lock. Throws when a file that was applied has changed since, or the database is of a newer version than this one.
 */
export async function migrate(pool: Pool, { folder = MIGRATIONS, log }: MigrateOptions = {}): Promise<Migrated> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    try {
      return await applyMissing(client, migrations, log);
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    client.release();
  }
}

/** Number of the newest migration that this version knows. */
export async function newestMigration(folder: URL = MIGRATIONS): Promise<number> {
  return (await readMigrations(folder)).at(-1)?.number ?? 0;
}

/** What sets a schema apart from the one of this version, by names of migrations. */
export interface MigrationsLeft {
  /** The next start applies them. */
  readonly pending: readonly string[];
  /** Of a newer version. */
  readonly unknown: readonly string[];
}

/** Compares the schema with this version and changes nothing; null: it has no tables yet. */
export async function migrationsLeft(db: Queryable, folder: URL = MIGRATIONS): Promise<MigrationsLeft | null> {
  const found = await db.query<{ name: string | null }>(`SELECT to_regclass('schema_migration')::text AS name`);
  if (found.rows[0]?.name === null) return null;
  const { rows } = await db.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY number');
  const [done, known] = [rows.map(({ name }) => name), (await readMigrations(folder)).map(({ name }) => name)];
  return {
    pending: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  };
}

async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const names = (await readdir(fileURLToPath(folder))).filter((name) => name.endsWith('.sql')).toSorted();
  const migrations: Migration[] = [];
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (number === undefined) throw new Error(`The migration ${name} is not named like 0001_ledger.sql.`);
    const sql = await readFile(new URL(name, folder), 'utf8');
    migrations.push({ number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') });
  }
  const twice = migrations.find((one, at) => migrations[at - 1]?.number === one.number);
  if (twice !== undefined) throw new Error(`Two migrations have the number of ${twice.name}.`);
  return migrations;
}

async function applyMissing(
  client: PoolClient,
  migrations: readonly Migration[],
  log: MigrateOptions['log'],
): Promise<Migrated> {
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
    number int PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  const { rows } = await client.query<{ number: number; checksum: string }>(
    'SELECT number, checksum FROM schema_migration',
  );
  const applied = new Map(rows.map((row) => [row.number, row.checksum]));
  const [newest, known] = [Math.max(0, ...applied.keys()), migrations.at(-1)?.number ?? 0];
  if (newest > known) {
    throw new Error(
      `A newer version was here: the database has migration ${newest}, and this version knows ${known}. ` +
        'Use that version or a later one, or restore a backup from before it.',
    );
  }
  const done: string[] = [];
  for (const migration of migrations) {
    const checksum = applied.get(migration.number);
    if (checksum === migration.checksum) continue;
    if (checksum !== undefined) {
      throw new Error(`The migration ${migration.name} was changed after it was applied to this database.`);
    }
    const begun = performance.now();
    await applyOne(client, migration);
    log?.info({ migration: migration.name, ms: Math.round(performance.now() - begun) }, 'a migration was applied');
    done.push(migration.name);
  }
  return { applied: done };
}

async function applyOne(client: PoolClient, { number, name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    crashAt('migration.applied');
    await client.query('INSERT INTO schema_migration (number, name, checksum) VALUES ($1, $2, $3)', [
      number,
      name,
      checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Number of the newest migration of a database; 0: it has none. */
export async function schemaOf(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ number: number }>(
    'SELECT coalesce(max(number), 0) AS number FROM schema_migration',
  );
  return rows[0]?.number ?? 0;
}
