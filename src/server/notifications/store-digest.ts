import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

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
