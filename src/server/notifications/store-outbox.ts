import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** A settled prediction of the real realm, as the engine's outbox tells of it. Amounts are text of 10^-6. */
export interface SettledRow {
  readonly id: string;
  readonly userId: string;
  readonly pair: string;
  readonly outcome: string;
  readonly stake: string;
  readonly credit: string;
  /** ms */
  readonly settledAt: number;
}

/** Holds the mark of how far the outbox was read, until the transaction ends; null while another process does. */
export async function lockProgress(
  tx: PoolClient,
): Promise<readonly { readonly shard: number; readonly batch: string }[]> {
  const { rows } = await tx.query<{ shard: number; batch: string }>(
    'SELECT shard, batch::text FROM notification_progress ORDER BY shard FOR UPDATE SKIP LOCKED',
  );
  return rows;
}

export async function saveProgress(
  tx: PoolClient,
  at: { readonly shard: number; readonly batch: string },
): Promise<void> {
  await tx.query('UPDATE notification_progress SET batch = $2 WHERE shard = $1', [at.shard, at.batch]);
}

/** The batch up to which the next so many go; null when there is none after `batch`. */
export async function endOfNext(
  tx: PoolClient,
  from: { readonly shard: number; readonly batch: string; readonly limit: number },
): Promise<string | null> {
  const { rows } = await tx.query<{ no: string | null }>(
    `SELECT max(no)::text AS no FROM
       (SELECT no FROM batch WHERE shard = $1 AND no > $2 ORDER BY no LIMIT $3) AS next`,
    [from.shard, from.batch, from.limit],
  );
  return rows[0]?.no ?? null;
}

/** Real predictions that were settled in batches after `from` up to `to`. */
export async function listSettled(
  tx: PoolClient,
  span: { readonly shard: number; readonly from: string; readonly to: string },
): Promise<readonly SettledRow[]> {
  const { rows } = await tx.query<Omit<SettledRow, 'settledAt'> & { settledAt: string }>(
    `SELECT p.id, p.user_id AS "userId", p.pair_id AS pair, f ->> 'outcome' AS outcome, p.stake::text AS stake,
            coalesce(f ->> 'credit', '0') AS credit, p.settled_at::text AS "settledAt"
     FROM batch b CROSS JOIN LATERAL jsonb_array_elements(b.facts -> 'finished') AS f
     JOIN prediction p ON p.id = (f ->> 'id')::uuid AND p.realm = 1
     WHERE b.shard = $1 AND b.no > $2 AND b.no <= $3 AND f ->> 'realm' = 'real' AND p.settled_at IS NOT NULL
     ORDER BY b.no, p.id`,
    [span.shard, span.from, span.to],
  );
  return rows.map((row) => ({ ...row, settledAt: Number(row.settledAt) }));
}

/** A scheduled entry of the real realm that ended otherwise than by its person's own hand. Amounts are text of 10^-6. */
export interface ScheduledRow {
  readonly id: string;
  readonly userId: string;
  readonly pair: string;
  readonly direction: string;
  readonly stake: string;
  /** Null: it was opened. */
  readonly reason: string | null;
  /** ms */
  readonly endedAt: number;
}

/** Those that ended in batches after `from` up to `to`. */
export async function listScheduled(
  tx: PoolClient,
  span: { readonly shard: number; readonly from: string; readonly to: string },
): Promise<readonly ScheduledRow[]> {
  const { rows } = await tx.query<Omit<ScheduledRow, 'endedAt'> & { endedAt: string }>(
    `SELECT e.id, e.user_id AS "userId", e.pair_id AS pair, e.direction, e.stake::text AS stake, e.reason,
            e.ended_at::text AS "endedAt"
     FROM batch b CROSS JOIN LATERAL jsonb_array_elements(b.facts -> 'scheduled') AS f
     JOIN scheduled_entry e ON e.id = (f ->> 'id')::uuid AND e.realm = 1
     WHERE b.shard = $1 AND b.no > $2 AND b.no <= $3 AND f ->> 'realm' = 'real'
       AND (f ->> 'status' IN ('TRIGGERED', 'EXPIRED', 'REFUSED_AT_TRIGGER') OR e.state = 'CANCELLED' AND e.reason IS NOT NULL)
     ORDER BY b.no, e.id`,
    [span.shard, span.from, span.to],
  );
  return rows.map((row) => ({ ...row, endedAt: Number(row.endedAt) }));
}

/** People who want no notification of a kind in the product, among these. */
export async function whoWantsNone(
  db: Queryable,
  of: { readonly kind: string; readonly userIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ userId: string }>(
    `SELECT user_id AS "userId" FROM notification_choice
     WHERE kind = $1 AND channel = 'app' AND NOT is_on AND user_id = ANY($2)`,
    [of.kind, of.userIds],
  );
  return new Set(rows.map(({ userId }) => userId));
}

/** A person's real predictions that were settled within a day. Amounts are text of 10^-6. */
export interface DayOfPerson {
  readonly userId: string;
  readonly right: number;
  readonly wrong: number;
  readonly returned: number;
  readonly result: string;
}

/** Of people who want a digest by e-mail and have none of the day yet. Times in ms. */
export async function listDigests(
  db: Queryable,
  day: { readonly from: number; readonly to: number; readonly date: string },
): Promise<readonly DayOfPerson[]> {
  const { rows } = await db.query<DayOfPerson>(
    `SELECT p.user_id AS "userId",
            count(*) FILTER (WHERE s.outcome = 'WIN' OR (s.outcome = 'SOLD' AND s.credit > p.stake))::int AS right,
            count(*) FILTER (WHERE s.outcome = 'LOSE' OR (s.outcome = 'SOLD' AND s.credit <= p.stake))::int AS wrong,
            count(*) FILTER (WHERE s.outcome IN ('TIE', 'VOID'))::int AS returned,
            sum(s.credit - p.stake)::text AS result
     FROM notification_choice c
     JOIN prediction p ON p.user_id = c.user_id AND p.realm = 1 AND p.settled_at >= $1 AND p.settled_at < $2
     JOIN settlement s ON s.prediction_id = p.id AND s.realm = p.realm
     WHERE c.kind = 'prediction_settled' AND c.channel = 'email' AND c.is_on
       AND NOT EXISTS (SELECT 1 FROM notification_digest d WHERE d.user_id = c.user_id AND d.day = $3)
     GROUP BY p.user_id`,
    [day.from, day.to, day.date],
  );
  return rows;
}

/** false: the person has had it. */
export async function claimDigest(
  tx: PoolClient,
  of: { readonly userId: string; readonly date: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO notification_digest (user_id, day) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [of.userId, of.date],
  );
  return rowCount === 1;
}
