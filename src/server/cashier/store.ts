import type { PoolClient } from 'pg';
import { usdt, type Usdt } from '#domain/money.ts';
import type { PaidLately } from '#domain/cashier/payments.ts';
import type { Queryable } from '#server/db/index.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';

export interface PayerRow {
  readonly payId: string;
  /** 10^-6 */
  readonly played: Usdt;
  readonly lost: Usdt;
}

const COLUMNS = 'pay_id AS "payId", played, lost';
interface Row {
  readonly payId: string;
  readonly played: string;
  readonly lost: string;
}
const readRow = ({ payId, played, lost }: Row): PayerRow => ({
  payId,
  played: usdt(BigInt(played)),
  lost: usdt(BigInt(lost)),
});

export async function findPayer(db: Queryable, userId: string): Promise<PayerRow | null> {
  const { rows } = await db.query<Row>(`SELECT ${COLUMNS} FROM payer WHERE user_id = $1`, [userId]);
  return rows[0] === undefined ? null : readRow(rows[0]);
}

/** The row of a person, held until the transaction ends: their payments are made one after another. null: there is none yet. */
export async function lockPayer(tx: PoolClient, userId: string): Promise<PayerRow | null> {
  const { rows } = await tx.query<Row>(`SELECT ${COLUMNS} FROM payer WHERE user_id = $1 FOR NO KEY UPDATE`, [userId]);
  return rows[0] === undefined ? null : readRow(rows[0]);
}

/** false: the pay ID is taken, or the person has one. */
export async function insertPayer(
  db: Queryable,
  { userId, payId }: { readonly userId: string; readonly payId: string },
): Promise<boolean> {
  const { rowCount } = await db.query('INSERT INTO payer (user_id, pay_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    userId,
    payId,
  ]);
  return rowCount === 1;
}

/** Adds what was played, 10^-6. */
export async function addPlayed(tx: PoolClient, userId: string, played: Usdt): Promise<void> {
  await tx.query('UPDATE payer SET played = played + $2 WHERE user_id = $1', [userId, played.toString()]);
}

/** What was deposited so far, 10^-6, is lost: nothing of it is left to be played. */
export async function beginAnew(tx: PoolClient, userId: string, deposited: Usdt): Promise<void> {
  await tx.query('UPDATE payer SET played = 0, lost = $2 WHERE user_id = $1', [userId, deposited.toString()]);
}

export async function findByPayId(db: Queryable, payId: string): Promise<string | null> {
  const { rows } = await db.query<{ userId: string }>('SELECT user_id AS "userId" FROM payer WHERE pay_id = $1', [
    payId,
  ]);
  return rows[0]?.userId ?? null;
}

/** What a person has paid in the 24 h and in the hour before `now` (ms), without what was recalled. */
export async function paidLately(db: Queryable, userId: string, now: number): Promise<PaidLately> {
  const { rows } = await db.query<{ ofDay: string; countOfHour: number }>(
    `SELECT coalesce(sum(amount), 0) AS "ofDay", count(*) FILTER (WHERE made_at > $3)::int AS "countOfHour"
     FROM payment WHERE user_id = $1 AND made_at > $2 AND state <> 'RECALLED'`,
    [userId, new Date(now - DAY_MS), new Date(now - HOUR_MS)],
  );
  const row = rows[0];
  return { ofDay: usdt(BigInt(row?.ofDay ?? '0')), countOfHour: row?.countOfHour ?? 0 };
}

/** What has left or is leaving in the calendar month (UTC) of `now` (ms): withdrawals with their fees, and payments; without what came back. 10^-6 */
export async function leftInMonth(db: Queryable, userId: string, now: number): Promise<Usdt> {
  const at = new Date(now);
  const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  const { rows } = await db.query<{ left: string }>(
    `SELECT (SELECT coalesce(sum(amount + fee), 0) FROM withdrawal
         WHERE user_id = $1 AND requested_at >= $2 AND state NOT IN ('CANCELLED', 'REJECTED'))
       + (SELECT coalesce(sum(amount), 0) FROM payment WHERE user_id = $1 AND made_at >= $2 AND state <> 'RECALLED') AS "left"`,
    [userId, month],
  );
  return usdt(BigInt(rows[0]?.left ?? '0'));
}
