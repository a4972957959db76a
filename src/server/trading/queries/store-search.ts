import type { Pool } from 'pg';
import { REALM_NO } from '#domain/realm.ts';
import type { Realm } from '#domain/realm.ts';

/** Own rows that one search looks at, the newest first; where it has not found enough its cursor leads on. */
export const LOOKED_AT = 20_000;
/** With fewer characters too many ids have that end. */
const LEAST_END = 4;

/** Patterns of LIKE for what a person searches. */
export interface SearchPatterns {
  /** Beginning of an id. */
  readonly starts: string;
  /** End of an id, by which screens show it; null: the text is too short for one. */
  readonly ends: string | null;
  /** Part of a pair. */
  readonly pair: string;
}

/** Null: nothing is searched for. The dots that screens show before the end of an id are not part of it. */
export function searchPatterns(search: string | null | undefined): SearchPatterns | null {
  const words = (search ?? '').trim().replace(/^(?:…|\.{3})\s*/, '');
  if (words === '') return null;
  const text = words.replace(/[\\%_]/g, '\\$&');
  return {
    starts: `${text.toLowerCase()}%`,
    ends: words.length < LEAST_END ? null : `%${text.toLowerCase()}`,
    pair: `%${text.toUpperCase()}%`,
  };
}

/** The last row that a search from `cursor` on looks at, so that its cost is bounded; null: it sees all there is. */
export async function searchFloor(
  db: Pick<Pool, 'query'>,
  rows: {
    readonly table: 'prediction' | 'market_order' | 'scheduled_entry';
    readonly userId: string;
    readonly realm: Realm;
    readonly cursor: string | null;
    readonly most: number;
  },
): Promise<string | null> {
  const { table, userId, realm, cursor, most } = rows;
  const found = await db.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE user_id = $1 AND realm = $2 AND ($3::uuid IS NULL OR id < $3)
     ORDER BY id DESC OFFSET $4 LIMIT 1`,
    [userId, REALM_NO[realm], cursor, most],
  );
  return found.rows[0]?.id ?? null;
}

/** The same of fills, which are read by time (ms), those taken and those made each. */
export async function searchFloorOfFills(
  db: Pick<Pool, 'query'>,
  rows: { readonly userId: string; readonly realm: Realm; readonly before: string | null; readonly most: number },
): Promise<string | null> {
  const { userId, realm, before, most } = rows;
  const side = (role: 'taker' | 'maker') =>
    `(SELECT at FROM fill WHERE ${role}_user = $1 AND realm = $2 AND ($3::bigint IS NULL OR at <= $3)
      ORDER BY at DESC OFFSET $4 LIMIT 1)`;
  const found = await db.query<{ at: string | null }>(
    `SELECT max(at) AS at FROM (${side('taker')} UNION ALL ${side('maker')}) AS side`,
    [userId, REALM_NO[realm], before, most],
  );
  return found.rows[0]?.at ?? null;
}
