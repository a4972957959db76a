import type { PoolClient } from 'pg';
import type { PaymentState } from '#domain/cashier/payments.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';

export interface PaymentRequest {
  readonly id: string;
  readonly asker: string;
  /** null: whoever has the link. */
  readonly asked: string | null;
  readonly split: string | null;
  /** 10^-6 */
  readonly amount: Usdt;
  readonly noteSealed: Buffer | null;
  /** ms */
  readonly madeAt: number;
  readonly expiresAt: number;
  readonly ended: 'DECLINED' | 'CANCELLED' | null;
  readonly payment: string | null;
  readonly paymentState: PaymentState | null;
}

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;
const SELECT = `SELECT r.id, r.user_id AS asker, r.asked, r.split, r.amount, r.note AS "noteSealed", ${ms('r.made_at')} AS "madeAt",
  ${ms('r.expires_at')} AS "expiresAt", r.ended, r.payment,
  (SELECT p.state FROM payment p WHERE p.id = r.payment) AS "paymentState" FROM payment_request r`;

type Row = Omit<PaymentRequest, 'amount'> & { readonly amount: string };
const readRow = (row: Row): PaymentRequest => ({ ...row, amount: usdt(BigInt(row.amount)) });

export async function insertRequest(tx: PoolClient, row: PaymentRequest): Promise<void> {
  await tx.query(
    `INSERT INTO payment_request (id, user_id, asked, split, amount, note, made_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      row.id,
      row.asker,
      row.asked,
      row.split,
      row.amount.toString(),
      row.noteSealed,
      new Date(row.madeAt),
      new Date(row.expiresAt),
    ],
  );
}

export async function findRequest(db: Queryable, id: string): Promise<PaymentRequest | null> {
  const { rows } = await db.query<Row>(`${SELECT} WHERE r.id = $1`, [id]);
  return rows[0] === undefined ? null : readRow(rows[0]);
}

/** Held until the transaction ends. */
export async function lockRequest(tx: PoolClient, id: string): Promise<PaymentRequest | null> {
  const { rows } = await tx.query<Row>(`${SELECT} WHERE r.id = $1 FOR NO KEY UPDATE OF r`, [id]);
  return rows[0] === undefined ? null : readRow(rows[0]);
}

/** Those of a person, newest first: what they ask for, or are asked for. */
export async function pageRequests(
  db: Queryable,
  asked: {
    readonly userId: string;
    readonly direction: 'in' | 'out';
    readonly before: string | null;
    readonly limit: number;
  },
): Promise<readonly PaymentRequest[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} WHERE r.${asked.direction === 'out' ? 'user_id' : 'asked'} = $1 AND ($2::uuid IS NULL OR r.id < $2) ORDER BY r.id DESC LIMIT $3`,
    [asked.userId, asked.before, asked.limit],
  );
  return rows.map(readRow);
}

/** Those that a person has made and that may still be paid at `now` (ms). */
export async function countOpen(tx: PoolClient, userId: string, now: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM payment_request WHERE user_id = $1 AND expires_at > $2 AND ended IS NULL AND payment IS NULL',
    [userId, new Date(now)],
  );
  return rows[0]?.count ?? 0;
}

export async function endRequest(
  tx: PoolClient,
  { id, ended, now }: { readonly id: string; readonly ended: 'DECLINED' | 'CANCELLED'; readonly now: number },
): Promise<void> {
  await tx.query('UPDATE payment_request SET ended = $2, ended_at = $3, payment = NULL WHERE id = $1', [
    id,
    ended,
    new Date(now),
  ]);
}

export async function setAnswered(tx: PoolClient, id: string, payment: string): Promise<void> {
  await tx.query('UPDATE payment_request SET payment = $2 WHERE id = $1', [id, payment]);
}
