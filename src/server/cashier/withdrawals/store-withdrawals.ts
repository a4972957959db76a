import type { PoolClient } from 'pg';
import type { WithdrawalState } from '#domain/cashier/withdrawals.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import type { Queryable } from '#server/db/index.ts';

export interface Withdrawal {
  readonly id: string;
  readonly userId: string;
  readonly network: string;
  readonly token: string;
  readonly address: string;
  readonly tag: string;
  /** What arrives, 10^-6. */
  readonly amount: Usdt;
  readonly fee: Usdt;
  readonly rule: string;
  readonly people: number;
  readonly state: WithdrawalState;
  /** ms */
  readonly requestedAt: number;
}

const COLUMNS = `id, user_id AS "userId", network, token, address, tag, amount, fee, rule, people, state,
  floor(extract(epoch FROM requested_at) * 1000)::float8 AS "requestedAt"`;
/** Those whose money came back count in no sum. */
const COUNTS = `state NOT IN ('CANCELLED', 'REJECTED')`;

type Row = Omit<Withdrawal, 'amount' | 'fee'> & { readonly amount: string; readonly fee: string };
const readRow = (row: Row): Withdrawal => ({ ...row, amount: usdt(BigInt(row.amount)), fee: usdt(BigInt(row.fee)) });

export async function insertWithdrawal(tx: PoolClient, row: Withdrawal): Promise<void> {
  await tx.query(
    `INSERT INTO withdrawal (id, user_id, network, token, address, tag, amount, fee, rule, people, state, requested_at, decided_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, CASE WHEN $11 = 'APPROVED' THEN $12::timestamptz END)`,
    [
      row.id,
      row.userId,
      row.network,
      row.token,
      row.address,
      row.tag,
      row.amount.toString(),
      row.fee.toString(),
      row.rule,
      row.people,
      row.state,
      new Date(row.requestedAt),
    ],
  );
}

/** Held until the transaction ends. */
export async function lockWithdrawal(tx: PoolClient, id: string): Promise<Withdrawal | null> {
  const { rows } = await tx.query<Row>(`SELECT ${COLUMNS} FROM withdrawal WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  return rows[0] === undefined ? null : readRow(rows[0]);
}

export async function endWithdrawal(
  tx: PoolClient,
  { id, state, now }: { readonly id: string; readonly state: 'CANCELLED' | 'REJECTED' | 'PAID'; readonly now: number },
): Promise<void> {
  await tx.query('UPDATE withdrawal SET state = $2, ended_at = $3 WHERE id = $1', [id, state, new Date(now)]);
}

export async function findWithdrawals(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Withdrawal>> {
  const { rows } = await db.query<Row>(`SELECT ${COLUMNS} FROM withdrawal WHERE id = ANY($1::uuid[])`, [ids]);
  return new Map(rows.map((row) => [row.id, readRow(row)]));
}

/** A withdrawal in the same terms since `since` (ms) whose money did not come back. */
export async function findSameWithdrawal(
  tx: PoolClient,
  same: Pick<Withdrawal, 'userId' | 'network' | 'token' | 'address' | 'tag' | 'amount'> & { readonly since: number },
): Promise<Withdrawal | null> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM withdrawal WHERE user_id = $1 AND network = $2 AND token = $3 AND address = $4 AND tag = $5
       AND amount = $6 AND requested_at > $7 AND ${COUNTS} ORDER BY requested_at DESC LIMIT 1`,
    [same.userId, same.network, same.token, same.address, same.tag, same.amount.toString(), new Date(same.since)],
  );
  return rows[0] === undefined ? null : readRow(rows[0]);
}

/** What a person has withdrawn, with fees: in the calendar month (UTC), the 24 h and the hour before `now` (ms). */
export async function withdrawnLately(
  db: Queryable,
  userId: string,
  now: number,
): Promise<{ readonly ofMonth: Usdt; readonly ofDay: Usdt; readonly countOfHour: number }> {
  const { rows } = await db.query<{ ofMonth: string; ofDay: string; countOfHour: number }>(
    `SELECT coalesce(sum(amount + fee) FILTER (WHERE requested_at >= $2), 0) AS "ofMonth",
       coalesce(sum(amount + fee) FILTER (WHERE requested_at > $3), 0) AS "ofDay",
       count(*) FILTER (WHERE requested_at > $4)::int AS "countOfHour"
     FROM withdrawal WHERE user_id = $1 AND requested_at >= least($2, $3) AND ${COUNTS}`,
    [userId, monthStart(now), new Date(now - DAY_MS), new Date(now - HOUR_MS)],
  );
  const row = rows[0];
  const money = (text: string | undefined) => usdt(BigInt(text ?? '0'));
  return { ofMonth: money(row?.ofMonth), ofDay: money(row?.ofDay), countOfHour: row?.countOfHour ?? 0 };
}

function monthStart(now: number): Date {
  const at = new Date(now);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

/** Is a network paid out: is there a wallet for it? */
export async function hasWallet(db: Queryable, network: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT 1 FROM payout_wallet WHERE network = $1', [network]);
  return rowCount === 1;
}
