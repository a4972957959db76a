import type { Pool } from 'pg';
import type { Queryable } from '#server/db/index.ts';
import type { LedgerReport, LedgerWindow } from '../invariants.ts';

/** What the last check of one invariant found. Times in ms. */
export interface CheckFound {
  readonly name: string;
  readonly says: string;
  readonly found: number;
  readonly at: number;
  /** When every row was looked at; null: never. */
  readonly allAt: number | null;
  /** null: it finds none. */
  readonly brokenAt: number | null;
}

/** Keeps what a check found, for staff. */
export async function noteChecks(
  db: Pool,
  { invariants }: Pick<LedgerReport, 'invariants'>,
  { window, now }: { readonly window: LedgerWindow; readonly now: number },
): Promise<void> {
  await db.query(
    `INSERT INTO ledger_check AS c (invariant, says, found, at, all_at, broken_at)
     SELECT name, says, found, $4, CASE WHEN $5 THEN $4::timestamptz END, CASE WHEN found > 0 THEN $4::timestamptz END
     FROM unnest($1::text[], $2::text[], $3::int[]) one (name, says, found)
     ON CONFLICT (invariant) DO UPDATE SET says = excluded.says, found = excluded.found, at = excluded.at,
       all_at = coalesce(excluded.all_at, c.all_at),
       broken_at = CASE WHEN excluded.found > 0 THEN coalesce(c.broken_at, excluded.at) END`,
    [
      invariants.map(({ name }) => name),
      invariants.map(({ says }) => says),
      invariants.map(({ found }) => found),
      new Date(now),
      window === 'all',
    ],
  );
}

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;

export async function findChecks(db: Queryable): Promise<readonly CheckFound[]> {
  const { rows } = await db.query<CheckFound>(
    `SELECT invariant AS name, says, found, ${ms('at')} AS at, ${ms('all_at')} AS "allAt", ${ms('broken_at')} AS "brokenAt" FROM ledger_check
     ORDER BY length(invariant), invariant`,
  );
  return rows;
}
