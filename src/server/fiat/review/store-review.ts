import type { FiatState } from '#domain/fiat/orders.ts';
import type { Queryable } from '#server/db/index.ts';
import { ORDER, readOrder, type FiatOrder, type OrderRow } from '../store.ts';

/** Newest first, after a row. */
export async function pageOrders(
  db: Queryable,
  asked: { readonly state: FiatState; readonly after: string | null; readonly limit: number },
): Promise<readonly FiatOrder[]> {
  const { rows } = await db.query<OrderRow>(
    `${ORDER} WHERE state = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [asked.state, asked.after, asked.limit],
  );
  return rows.map(readOrder);
}

/** Those of a person, newest first, after a row. */
export async function pageOrdersOf(
  db: Queryable,
  asked: { readonly userId: string; readonly after: string | null; readonly limit: number },
): Promise<readonly FiatOrder[]> {
  const { rows } = await db.query<OrderRow>(
    `${ORDER} WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [asked.userId, asked.after, asked.limit],
  );
  return rows.map(readOrder);
}

/** Those that wait for people. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM fiat_order WHERE state IN ('REVIEW', 'CHARGEBACK')`,
  );
  return rows[0]?.count ?? 0;
}

export async function setOrderOwner(db: Queryable, id: string, owner: string): Promise<void> {
  await db.query('UPDATE fiat_order SET owner = $2 WHERE id = $1', [id, owner]);
}
