import type { DepositLimits } from '#domain/deposits/rules.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { DAY_MS } from '#domain/time.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { Queryable } from '#server/db/index.ts';
import { ORDER, readOrder, type FiatOrder, type OrderRow } from './store.ts';

/** Open orders whose time is over. `now`: ms. */
export async function overdueOrders(db: Queryable, now: number): Promise<readonly { readonly id: string }[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM fiat_order WHERE state IN ('CREATED', 'PENDING') AND expires_at <= to_timestamp($1 / 1000.0)
     ORDER BY expires_at LIMIT 100`,
    [now],
  );
  return rows;
}

/**
 * Orders whose provider is asked again, and notes that it is: open ones of which nothing was heard since `quiet`, and of the last `late` ms
 * those that ended unpaid or may yet be charged back, since `seldom`. Times in ms.
 */
export async function takeToLookAt(
  db: Queryable,
  at: { readonly now: number; readonly quiet: number; readonly seldom: number; readonly late: number },
): Promise<readonly FiatOrder[]> {
  const { rows } = await db.query<{ id: string }>(
    `UPDATE fiat_order SET looked_at = to_timestamp($1 / 1000.0) WHERE id IN (
       SELECT id FROM fiat_order WHERE
         (state IN ('CREATED', 'PENDING') AND greatest(changed_at, looked_at) <= to_timestamp($2 / 1000.0))
         OR (state IN ('EXPIRED', 'FAILED', 'REVIEW', 'CREDITED', 'CHARGEBACK') AND made_at > to_timestamp($4 / 1000.0)
           AND greatest(changed_at, looked_at) <= to_timestamp($3 / 1000.0))
       ORDER BY looked_at NULLS FIRST LIMIT 20 FOR NO KEY UPDATE SKIP LOCKED)
     RETURNING id`,
    [at.now, at.quiet, at.seldom, at.late],
  );
  const found = await db.query<OrderRow>(`${ORDER} WHERE id = ANY($1)`, [rows.map(({ id }) => id)]);
  return found.rows.map(readOrder);
}

const SPANS_MS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;

/** What orders brought a person within the windows of their deposit limits, 10^-6: gross. `now`: ms. */
export async function orderedWithin(db: Queryable, userId: string, now: number): Promise<DepositLimits<Usdt>> {
  const { rows } = await db.query<Readonly<Record<keyof typeof SPANS_MS, string>>>(
    `SELECT coalesce(sum(credited) FILTER (WHERE credited_at > to_timestamp($2 / 1000.0)), 0) AS day,
       coalesce(sum(credited) FILTER (WHERE credited_at > to_timestamp($3 / 1000.0)), 0) AS week, coalesce(sum(credited), 0) AS month
     FROM fiat_order WHERE user_id = $1 AND credited_at IS NOT NULL AND credited_at > to_timestamp($4 / 1000.0)`,
    [userId, now - SPANS_MS.day, now - SPANS_MS.week, now - SPANS_MS.month],
  );
  const sum = (span: keyof typeof SPANS_MS) => usdt(BigInt(rows[0]?.[span] ?? '0'));
  return { day: sum('day'), week: sum('week'), month: sum('month') };
}

/** What our books say of a provider's orders since then (ms): all in which money moved. */
export async function bookedOrders(db: Queryable, provider: string, since: number): Promise<readonly FiatOrder[]> {
  const { rows } = await db.query<OrderRow>(
    `${ORDER} WHERE provider = $1 AND changed_at >= to_timestamp($2 / 1000.0) AND (credited > 0 OR held > 0) ORDER BY id`,
    [provider, since],
  );
  return rows.map(readOrder);
}

/** The orders of a provider's statement, by our ids. */
export async function findOrders(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, FiatOrder>> {
  const { rows } = await db.query<OrderRow>(`${ORDER} WHERE id = ANY($1::uuid[])`, [ids.filter(isRowId)]);
  return new Map(rows.map((row) => [row.id, readOrder(row)]));
}

/** What all orders of a provider leave with it by our own rows, 10^-6: what it owes us, before it pays. */
export async function owedByProvider(db: Queryable, provider: string): Promise<bigint> {
  const { rows } = await db.query<{ sum: string }>(
    `SELECT coalesce(sum(CASE WHEN state IN ('CHARGEBACK', 'LOST') THEN 0 ELSE credited END + held), 0) AS sum FROM fiat_order WHERE provider = $1`,
    [provider],
  );
  return BigInt(rows[0]?.sum ?? '0');
}
