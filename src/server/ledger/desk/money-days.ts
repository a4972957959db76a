import type { Pool } from 'pg';
import { REALM_NO } from '#domain/realm.ts';
import { transaction, type Queryable } from '#server/db/index.ts';

/** Journals below a number that old are all committed, as for the seal: none of our transactions lasts this long. */
const AGE_SQL = `interval '1 hour'`;
const BESIDE_TRADING = '(t.code < 180 OR t.code = 240 OR t.code > 280)';
const FLOWS_SQL = `
  SELECT (j.at AT TIME ZONE 'UTC')::date AS day, t.code, d.kind AS debit_kind, c.kind AS credit_kind, count(*) AS count, sum(t.amount) AS amount
  FROM transfer_real t JOIN journal_real j ON j.realm = ${REALM_NO.real} AND j.id = t.journal
  JOIN account d ON d.id = t.debit_account JOIN account c ON c.id = t.credit_account
  WHERE ${BESIDE_TRADING} AND t.journal >= $1`;

/** Money that moved on a UTC day by one code between two kinds of account, 10^-6. */
export interface MoneyDay {
  readonly day: string;
  readonly code: number;
  readonly debitKind: string;
  readonly creditKind: string;
  readonly count: number;
  readonly amount: bigint;
}

/** Takes the journals of before an hour ago into the sums of days. */
export async function foldMoneyDays(db: Pool): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ upto: string; next: string; is_old: boolean }>(
      `SELECT upto, next_upto AS next, next_at < now() - ${AGE_SQL} OR next_upto = 0 AS is_old FROM money_day_mark FOR UPDATE`,
    );
    const mark = rows[0];
    if (mark?.is_old !== true) return;
    await tx.query(
      `INSERT INTO money_day AS m (day, code, debit_kind, credit_kind, count, amount) ${FLOWS_SQL} AND t.journal < $2 GROUP BY 1, 2, 3, 4
       ON CONFLICT (day, code, debit_kind, credit_kind) DO UPDATE SET count = m.count + excluded.count, amount = m.amount + excluded.amount`,
      [mark.upto, mark.next],
    );
    await tx.query(
      `UPDATE money_day_mark SET upto = next_upto, next_at = now(),
         next_upto = (SELECT (CASE WHEN is_called THEN last_value + 1 ELSE last_value END) << 16 FROM ledger_block)`,
    );
  });
}

/** The sums of days, with what is in none of them yet: that is found by its own index, an hour or two of it. */
export async function moneyDays(
  db: Queryable,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly MoneyDay[]> {
  const { rows: marks } = await db.query<{ upto: string }>('SELECT upto FROM money_day_mark');
  // The mark of the question itself counts, of the same moment as the sums. One that was read before is never higher, and tells the planner how few
  // journals are above it: it guesses a third of all for a mark that it does not know, and reads the whole ledger.
  const young = '(SELECT upto FROM money_day_mark) AND t.journal >= $3 AND j.id >= $3';
  const { rows } = await db.query<Omit<MoneyDay, 'amount'> & { amount: string }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, code::int AS code, debit_kind AS "debitKind", credit_kind AS "creditKind",
       sum(count)::float8 AS count, sum(amount)::text AS amount
     FROM (SELECT day, code, debit_kind, credit_kind, count, amount FROM money_day
           UNION ALL ${FLOWS_SQL.replace('$1', young)} GROUP BY 1, 2, 3, 4) of_all
     WHERE day >= $1 AND day <= $2 GROUP BY 1, 2, 3, 4`,
    [from, to, marks[0]?.upto ?? '0'],
  );
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }));
}
