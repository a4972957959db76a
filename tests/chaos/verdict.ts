import type { Pool } from 'pg';
import { checkLedger } from '#server/ledger/index.ts';
import { reportLines } from '#server/ledger/report.ts';
import { historyFaults } from './history.ts';
import type { Load } from './load.ts';

/** What clients asked and were told. */
export type Told = Pick<Load, 'acknowledged' | 'contradictions' | 'errands'>;

/** Everything that must not be in a database after any fault; each entry is a sentence about what was found. */
export async function faultsOf(db: Pool, load: Told): Promise<readonly string[]> {
  const faults: string[] = [...load.contradictions, ...(await historyFaults(db, [...load.errands.values()]))];
  for (const { says, sql, values } of questions(load.acknowledged())) {
    const { rows } = await db.query<{ found: string }>(sql, [...values]);
    const found = Number(rows[0]?.found);
    if (found !== 0) faults.push(`${found} ${says}`);
  }
  const report = await checkLedger(db, { window: 'all' });
  return report.healthy ? faults : [...faults, ...reportLines(report)];
}

interface Asked {
  readonly says: string;
  readonly sql: string;
  readonly values: readonly unknown[];
}

function questions(acknowledged: readonly string[]): readonly Asked[] {
  const count = (says: string, from: string, values: readonly unknown[] = []): Asked => ({
    says,
    sql: `SELECT count(*) AS found FROM ${from}`,
    values,
  });
  return [
    count(
      'acknowledged predictions are lost',
      `unnest($1::uuid[]) AS told(id) LEFT JOIN prediction p ON p.id = told.id WHERE p.id IS NULL`,
      [acknowledged],
    ),
    count(
      'predictions have no stored answer',
      `prediction p WHERE NOT EXISTS (SELECT FROM idem i WHERE i.body LIKE '%' || p.id || '%' AND i.user_id = p.user_id)`,
    ),
    count(
      'answers name one prediction twice',
      `(SELECT substring(body FROM '[0-9a-f-]{36}') AS id FROM idem WHERE route = 'trade.predictions.place'
        GROUP BY 1 HAVING count(*) > 1) twice`,
    ),
    count(
      'predictions have not exactly one placing journal of their stake',
      `(SELECT p.id FROM prediction p
        LEFT JOIN journal j ON j.realm = p.realm AND j.kind = 'prediction_placed' AND j.ref_id = p.id::text
        LEFT JOIN transfer t ON t.realm = j.realm AND t.journal = j.id
        GROUP BY p.id, p.stake HAVING count(t.id) <> 1 OR sum(t.amount) <> p.stake) wrong`,
    ),
    count(
      'settlements paid another sum than they say',
      `(SELECT s.prediction_id FROM settlement s JOIN prediction p ON p.id = s.prediction_id AND p.realm = s.realm
        LEFT JOIN journal j ON j.realm = s.realm AND j.kind = 'prediction_settled' AND j.ref_id = s.prediction_id::text
        LEFT JOIN transfer t ON t.realm = j.realm AND t.journal = j.id
        LEFT JOIN account a ON a.id = t.credit_account
        GROUP BY s.prediction_id, s.credit
        HAVING count(t.id) = 0 OR coalesce(sum(t.amount) FILTER (WHERE a.kind = 'user_cash'), 0) <> s.credit) wrong`,
    ),
    count(
      'outcomes disagree with their entry and exit prices',
      `settlement s JOIN prediction p ON p.id = s.prediction_id AND p.realm = s.realm
       WHERE s.outcome NOT IN ('VOID', 'SOLD') AND s.outcome <> CASE
         WHEN s.exit_price = p.entry_price THEN 'TIE'
         WHEN (s.exit_price > p.entry_price) = (p.direction = 'UP') THEN 'WIN' ELSE 'LOSE' END`,
    ),
    count(
      'settled predictions break the rule of entry or expiry',
      `settlement s JOIN prediction p ON p.id = s.prediction_id AND p.realm = s.realm
       WHERE s.outcome <> 'VOID' AND (p.entry_seq <= p.k_adm OR p.expires_at <> p.entry_t + p.duration_ms
         OR s.exit_seq < p.entry_seq OR s.exit_t > p.expires_at)`,
    ),
    count(
      'voids have a reason outside the rule',
      `settlement WHERE outcome = 'VOID' AND void_reason NOT IN ('NO_ENTRY', 'STALE_EXIT')`,
    ),
    count(
      'batches have an epoch below the one before',
      `(SELECT epoch < lag(epoch) OVER (PARTITION BY shard ORDER BY no) AS back FROM batch) b WHERE back`,
    ),
  ];
}

/** How many predictions still hold a stake. */
export async function openStakes(db: Pool): Promise<number> {
  const { rows } = await db.query<{ open: string }>('SELECT count(*) AS open FROM prediction WHERE settled_at IS NULL');
  return Number(rows[0]?.open);
}

/** How predictions ended, for the report. */
export async function endings(db: Pool): Promise<Record<string, number>> {
  const { rows } = await db.query<{ how: string; n: string }>(
    `SELECT outcome || coalesce(' ' || void_reason, '') AS how, count(*) AS n FROM settlement GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.how, Number(row.n)]));
}
