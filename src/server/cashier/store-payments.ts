import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';
import type { Payment } from './contract.ts';

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;
const COLUMNS = `id, user_id AS payer, payee, amount, note AS "noteSealed", state, ${ms('made_at')} AS "madeAt", ${ms('due_at')} AS "dueAt"`;

interface Row extends Omit<Payment, 'amount'> {
  readonly amount: string;
}
const readRow = (row: Row): Payment => ({ ...row, amount: BigInt(row.amount) });

export async function insertPayment(tx: PoolClient, payment: Payment): Promise<void> {
  await tx.query(
    `INSERT INTO payment (id, user_id, payee, amount, note, state, made_at, due_at) VALUES ($1, $2, $3, $4, $5, 'HELD', $6, $7)`,
    [
      payment.id,
      payment.payer,
      payment.payee,
      payment.amount.toString(),
      payment.noteSealed,
      new Date(payment.madeAt),
      new Date(payment.dueAt),
    ],
  );
}

/** Held until the transaction ends. */
export async function lockPayment(tx: PoolClient, id: string): Promise<Payment | null> {
  const { rows } = await tx.query<Row>(`SELECT ${COLUMNS} FROM payment WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  return rows[0] === undefined ? null : readRow(rows[0]);
}

export async function setEnded(
  tx: PoolClient,
  { id, state, now }: { readonly id: string; readonly state: 'DONE' | 'RECALLED'; readonly now: number },
): Promise<void> {
  await tx.query('UPDATE payment SET state = $2, ended_at = $3 WHERE id = $1', [id, state, new Date(now)]);
}

export async function findPayments(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Payment>> {
  const { rows } = await db.query<Row>(`SELECT ${COLUMNS} FROM payment WHERE id = ANY($1::uuid[])`, [ids]);
  return new Map(rows.map((row) => [row.id, readRow(row)]));
}

/** Payments that a person made or got before a moment (ms; of two at one moment, by id), newest first. */
export async function pagePayments(
  db: Queryable,
  asked: {
    readonly userId: string;
    readonly before: { readonly madeAt: number; readonly id: string } | null;
    readonly limit: number;
  },
): Promise<readonly Payment[]> {
  const before = asked.before;
  const side = (column: 'user_id' | 'payee') =>
    `(SELECT * FROM payment WHERE ${column} = $1 AND ($2::timestamptz IS NULL OR made_at <= $2)
       AND ($2::timestamptz IS NULL OR (made_at, id) < ($2, $3)) ORDER BY made_at DESC, id DESC LIMIT $4)`;
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM (${side('user_id')} UNION ALL ${side('payee')}) p ORDER BY made_at DESC, id DESC LIMIT $4`,
    [asked.userId, before === null ? null : new Date(before.madeAt), before?.id ?? null, asked.limit],
  );
  return rows.map(readRow);
}

/** Has the person paid this payee before? */
export async function hasPaid(
  db: Queryable,
  { payer, payee }: { readonly payer: string; readonly payee: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT 1 FROM payment WHERE user_id = $1 AND payee = $2 AND state <> 'RECALLED' LIMIT 1`,
    [payer, payee],
  );
  return rowCount === 1;
}

/** Whom the person has paid, who was paid last first. */
export async function paidPeople(db: Queryable, payer: string, most: number): Promise<string[]> {
  const { rows } = await db.query<{ payee: string }>(
    `SELECT payee FROM payment WHERE user_id = $1 AND state <> 'RECALLED'
     GROUP BY payee ORDER BY max(made_at) DESC LIMIT $2`,
    [payer, most],
  );
  return rows.map(({ payee }) => payee);
}

/** A payment in the same terms since `since` (ms) that was not recalled. */
export async function findSame(
  tx: PoolClient,
  same: { readonly payer: string; readonly payee: string; readonly amount: bigint; readonly since: number },
): Promise<Payment | null> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM payment
     WHERE user_id = $1 AND payee = $2 AND amount = $3 AND made_at > $4 AND state <> 'RECALLED' ORDER BY made_at DESC LIMIT 1`,
    [same.payer, same.payee, same.amount.toString(), new Date(same.since)],
  );
  return rows[0] === undefined ? null : readRow(rows[0]);
}
