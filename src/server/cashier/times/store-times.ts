import { QUICK_MS } from '#domain/cashier/withdrawal-times.ts';
import type { Queryable } from '#server/db/index.ts';

export interface TimesRow {
  /** null: of all coins and networks. */
  readonly coin: string | null;
  readonly network: string | null;
  readonly count: number;
  readonly sent: number;
  readonly paid: number;
  readonly underMinute: number;
  /** ms */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  readonly paidMedianMs: number | null;
  readonly paidP95Ms: number | null;
}

const ofAll = (share: number, what: string) => `percentile_disc(${share}) WITHIN GROUP (ORDER BY ${what})::float8`;

/**
 * Withdrawals that were requested after `from` until `to`, ms. What is not sent yet counts with its time so far once that is a minute; what its
 * person took back counts with the time they waited, if that was a minute. What people refused was no withdrawal.
 */
export async function timesBetween(
  db: Queryable,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly TimesRow[]> {
  const { rows } = await db.query<TimesRow>(
    `WITH waited AS (
       SELECT token, network, broadcast_at IS NOT NULL AS was_sent,
         floor(extract(epoch FROM coalesce(broadcast_at, ended_at, $2) - requested_at) * 1000) AS ms,
         CASE WHEN state = 'PAID' THEN floor(extract(epoch FROM ended_at - requested_at) * 1000) END AS paid_ms
       FROM withdrawal WHERE requested_at > $1 AND requested_at <= $2 AND state <> 'REJECTED')
     SELECT token AS coin, network, count(*)::int AS count, count(*) FILTER (WHERE was_sent)::int AS sent, count(paid_ms)::int AS paid,
       count(*) FILTER (WHERE was_sent AND ms < $3)::int AS "underMinute",
       ${ofAll(0.5, 'ms')} AS "medianMs", ${ofAll(0.95, 'ms')} AS "p95Ms",
       ${ofAll(0.5, 'paid_ms')} AS "paidMedianMs", ${ofAll(0.95, 'paid_ms')} AS "paidP95Ms"
     FROM waited WHERE was_sent OR ms >= $3
     GROUP BY GROUPING SETS ((), (token, network)) ORDER BY count DESC, token, network`,
    [new Date(from), new Date(to), QUICK_MS],
  );
  return rows;
}
