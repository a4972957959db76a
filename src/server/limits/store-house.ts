import type { PoolClient } from 'pg';
import type { Usdt } from '#domain/money.ts';
import { usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';
import type { MarkoutFlag } from '#domain/trading/markout-monitor.ts';
import type { Queryable } from '#server/db/index.ts';

/** What the house takes of a person at most in one quick prediction, 10^-6, and since when (ms). */
export interface HouseLimit {
  readonly value: Usdt;
  readonly setAt: number;
}

/** The limit that holds now; null: none. */
export async function findHouseLimit(db: Queryable, userId: string): Promise<HouseLimit | null> {
  const { rows } = await db.query<{ value: string | null; setAt: Date }>(
    'SELECT value::text, set_at AS "setAt" FROM house_limit WHERE user_id = $1 ORDER BY no DESC LIMIT 1',
    [userId],
  );
  const row = rows[0];
  return row === undefined || row.value === null
    ? null
    : { value: usdt(BigInt(row.value)), setAt: row.setAt.getTime() };
}

/** What holds from now on; null: none. */
export async function insertHouseLimit(
  tx: PoolClient,
  limit: { readonly userId: string; readonly value: Usdt | null; readonly now: number },
): Promise<void> {
  await tx.query('INSERT INTO house_limit (user_id, value, set_at) VALUES ($1, $2, $3)', [
    limit.userId,
    limit.value?.toString() ?? null,
    new Date(limit.now),
  ]);
}

const REALM_NO: Readonly<Record<Realm, number>> = { real: 1, demo: 2 };

/** Keeps a flag, `at` wall ms. One of the same person, realm and UTC day stays as it is. */
export async function insertFlag(db: Queryable, flag: MarkoutFlag & { readonly at: number }): Promise<void> {
  const at = new Date(flag.at);
  const [soon, later] = flag.measured;
  await db.query(
    `INSERT INTO markout_flag (user_id, realm, day, at, predictions, mean_1s, within_1s, mean_5s, within_5s)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (user_id, realm, day) DO NOTHING`,
    [
      flag.userId,
      REALM_NO[flag.realm],
      at.toISOString().slice(0, 10),
      at,
      flag.predictions,
      soon?.mean,
      soon?.within,
      later?.mean,
      later?.within,
    ],
  );
}

/** A flag as staff see it. `at` ms; means in basis points of the price at the admission, each with half of its 95 % interval. */
export interface FlagRow {
  readonly userId: string;
  readonly realm: Realm;
  readonly at: number;
  readonly predictions: number;
  readonly mean1s: number;
  readonly within1s: number;
  readonly mean5s: number;
  readonly within5s: number;
  /** The highest stake that the house takes of the person now; null: none but the pair's. */
  readonly limit: Usdt | null;
}

/** Newest first, after one that has been shown. */
export async function listFlags(
  db: Queryable,
  most: number,
  after: Pick<FlagRow, 'userId' | 'at'> | null = null,
): Promise<readonly FlagRow[]> {
  const { rows } = await db.query<
    Omit<FlagRow, 'realm' | 'at' | 'limit'> & { realm: number; at: Date; limit: string | null }
  >(
    `SELECT f.user_id AS "userId", f.realm, f.at, f.predictions, f.mean_1s AS "mean1s", f.within_1s AS "within1s",
       f.mean_5s AS "mean5s", f.within_5s AS "within5s",
       (SELECT h.value::text FROM house_limit h WHERE h.user_id = f.user_id ORDER BY h.no DESC LIMIT 1) AS "limit"
     FROM markout_flag f WHERE $2::timestamptz IS NULL OR f.at < $2 OR (f.at = $2 AND f.user_id > $3::uuid)
     ORDER BY f.at DESC, f.user_id LIMIT $1`,
    [most, after === null ? null : new Date(after.at), after?.userId ?? null],
  );
  return rows.map(({ realm, at, limit, ...row }) => ({
    ...row,
    realm: realm === REALM_NO.real ? 'real' : 'demo',
    at: at.getTime(),
    limit: limit === null ? null : usdt(BigInt(limit)),
  }));
}
