import type { PoolClient } from 'pg';
import { isSettingName, type SettingName } from '#domain/settings/settings.ts';
import type { Queryable } from '#server/db/index.ts';

/** One version of a setting. Times in ms. */
export interface SettingVersion {
  readonly no: number;
  readonly name: SettingName;
  readonly value: bigint;
  readonly reason: string;
  /** null: the shell, or a request of two people. */
  readonly actor: string | null;
  readonly request: string | null;
  readonly madeAt: number;
  readonly fromAt: number;
}

interface VersionRecord extends Omit<SettingVersion, 'value' | 'name' | 'no'> {
  no: string;
  name: string;
  value: string;
}

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;
const COLUMNS = `no, name, value, reason, actor, request, ${ms('made_at')} AS "madeAt", ${ms('from_at')} AS "fromAt"`;

/** Of each name the version that holds at `now` (ms); one that still waited when another was made never does. A name that this version of the product does not know is left out. */
export async function findHolding(db: Queryable, now: number): Promise<readonly SettingVersion[]> {
  const { rows } = await db.query<VersionRecord>(
    `SELECT DISTINCT ON (name) ${COLUMNS} FROM setting_version v WHERE from_at <= $1
       AND NOT EXISTS (SELECT 1 FROM setting_version later WHERE later.name = v.name AND later.no > v.no AND later.made_at < v.from_at)
     ORDER BY name, no DESC`,
    [new Date(now)],
  );
  return rows.flatMap(toVersion);
}

/** What still waits for its time: the newest version of a name, where that time is ahead. */
export async function findWaiting(db: Queryable, now: number): Promise<readonly SettingVersion[]> {
  const { rows } = await db.query<VersionRecord>(
    `SELECT * FROM (SELECT DISTINCT ON (name) ${COLUMNS} FROM setting_version ORDER BY name, no DESC) v WHERE v."fromAt" > $1`,
    [now],
  );
  return rows.flatMap(toVersion);
}

/** Newest first, below `before`. */
export async function findHistory(
  db: Queryable,
  of: { readonly name: SettingName; readonly before: number | null; readonly limit: number },
): Promise<readonly SettingVersion[]> {
  const { rows } = await db.query<VersionRecord>(
    `SELECT ${COLUMNS} FROM setting_version WHERE name = $1 AND ($2::bigint IS NULL OR no < $2) ORDER BY no DESC LIMIT $3`,
    [of.name, of.before, of.limit],
  );
  return rows.flatMap(toVersion);
}

function toVersion({ no, name, value, ...rest }: VersionRecord): readonly SettingVersion[] {
  return isSettingName(name) ? [{ ...rest, name, no: Number(no), value: BigInt(value) }] : [];
}

/** One change at a time of what stands under this name, until the transaction ends. */
export async function lockName(tx: PoolClient, name: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`settings/${name}`]);
}

export async function insertVersion(tx: PoolClient, row: Omit<SettingVersion, 'no'>): Promise<void> {
  await tx.query(
    `INSERT INTO setting_version (name, value, reason, actor, request, made_at, from_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.name, row.value.toString(), row.reason, row.actor, row.request, new Date(row.madeAt), new Date(row.fromAt)],
  );
}
