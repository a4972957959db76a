import type { Pool } from 'pg';

/** What ends by the clock: predictions, scheduled entries, orders at the cut-off, markets. */
const BY_THEMSELVES = [
  'prediction_settled',
  'scheduled_ended',
  'order_ended',
  'market_paid',
  'market_fees_earned',
  'maker_bonus_paid',
];

/** Where the journals end, by realm, and how many scheduled entries have placed their prediction. */
export type Mark = readonly [real: string, demo: string, triggered: string];

export async function markOfJournals(db: Pool): Promise<Mark> {
  const { rows } = await db.query<{ mark: Mark }>(
    `SELECT ARRAY[coalesce((SELECT max(id) FROM journal_real), 0), coalesce((SELECT max(id) FROM journal_demo), 0),
       (SELECT count(*) FROM scheduled_entry WHERE prediction_id IS NOT NULL)]::text[] AS mark`,
  );
  return rows[0]!.mark;
}

/** Journals behind a mark that requests cause; a triggered entry places its prediction by itself. To count all of them took longer than the requests. */
export async function journalsSince(db: Pool, mark: Mark): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `SELECT (SELECT count(*) FROM journal WHERE (realm = 1 AND id > $2::bigint OR realm = 2 AND id > $3::bigint) AND kind <> ALL($1))
       - (SELECT count(*) FROM scheduled_entry WHERE prediction_id IS NOT NULL) + $4::bigint AS count`,
    [BY_THEMSELVES, ...mark],
  );
  return Number(rows[0]?.count);
}
