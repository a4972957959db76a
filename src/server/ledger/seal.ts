import type { PoolClient } from 'pg';

/**
 * A journal's number may be taken long before it commits only within one transaction; none of ours lasts this long, so that all
 * journals below a mark of this age are in. A straggler would be reported by I2, not lost. At the same time the shortest window.
 */
const SEAL_AGE_SQL = `interval '1 hour'`;

/**
 * Moves the seal forward: folds the transfers below the newest mark of an hour ago into `ledger_seal`, and leaves a new mark.
 * What is checked each minute is then `sealed sums + transfers since`, at the cost of the last hours' rows alone.
 * Returns whether a mark was sealed.
 */
export async function advanceSeal(tx: PoolClient): Promise<boolean> {
  await tx.query('LOCK TABLE ledger_seal_mark IN SHARE ROW EXCLUSIVE MODE');
  await tx.query(`INSERT INTO ledger_seal_mark (upto)
    SELECT (CASE WHEN is_called THEN last_value + 1 ELSE last_value END) << 16 FROM ledger_block
    ON CONFLICT DO NOTHING`);
  const { rows } = await tx.query<{ upto: string; below: string }>(
    `SELECT upto, (SELECT coalesce(max(upto), 0) FROM ledger_seal_mark WHERE sealed) AS below
     FROM ledger_seal_mark WHERE NOT sealed AND at < now() - ${SEAL_AGE_SQL} ORDER BY upto DESC LIMIT 1`,
  );
  const next = rows[0];
  if (next === undefined) return false;
  await tx.query(
    `INSERT INTO ledger_seal AS s (account, debits, credits)
     SELECT id, sum(debits), sum(credits) FROM (
       SELECT debit_account AS id, amount AS debits, 0 AS credits FROM transfer
       WHERE realm IN (1, 2) AND journal >= $1 AND journal < $2
       UNION ALL
       SELECT credit_account, 0, amount FROM transfer WHERE realm IN (1, 2) AND journal >= $1 AND journal < $2
     ) side GROUP BY id ORDER BY id
     ON CONFLICT (account) DO UPDATE SET debits = s.debits + excluded.debits, credits = s.credits + excluded.credits`,
    [next.below, next.upto],
  );
  await tx.query('DELETE FROM ledger_seal_mark WHERE upto < $1', [next.upto]);
  await tx.query('UPDATE ledger_seal_mark SET sealed = true WHERE upto = $1', [next.upto]);
  return true;
}
