import type { PoolClient } from 'pg';
import type { NotificationKind } from '#protocol/notification-kinds.ts';
import type { Queryable } from '#server/db/index.ts';

export type DigestSpan = 'day' | 'week';

/** A person's real predictions that were settled within a span. Amounts are text of 10^-6. */
export interface SpanOfPerson {
  readonly userId: string;
  readonly right: number;
  readonly wrong: number;
  readonly returned: number;
  readonly result: string;
}

/** Of people who want a digest of this kind by e-mail and have none of the span yet. Times in ms; `date` is its first day. */
export async function listDigests(
  db: Queryable,
  asked: {
    readonly kind: NotificationKind;
    readonly span: DigestSpan;
    readonly from: number;
    readonly to: number;
    readonly date: string;
  },
): Promise<readonly SpanOfPerson[]> {
  const { rows } = await db.query<SpanOfPerson>(
    `SELECT p.user_id AS "userId",
            count(*) FILTER (WHERE s.outcome = 'WIN' OR (s.outcome = 'SOLD' AND s.credit > p.stake))::int AS right,
            count(*) FILTER (WHERE s.outcome = 'LOSE' OR (s.outcome = 'SOLD' AND s.credit <= p.stake))::int AS wrong,
            count(*) FILTER (WHERE s.outcome IN ('TIE', 'VOID'))::int AS returned,
            sum(s.credit - p.stake)::text AS result
     FROM notification_choice c
     JOIN prediction p ON p.user_id = c.user_id AND p.realm = 1 AND p.settled_at >= $1 AND p.settled_at < $2
     JOIN settlement s ON s.prediction_id = p.id AND s.realm = p.realm
     WHERE c.kind = $4 AND c.channel = 'email' AND c.is_on
       AND NOT EXISTS (SELECT 1 FROM notification_digest d WHERE d.user_id = c.user_id AND d.day = $3 AND d.span = $5)
     GROUP BY p.user_id`,
    [asked.from, asked.to, asked.date, asked.kind, asked.span],
  );
  return rows;
}

/** false: the person has had it. */
export async function claimDigest(
  tx: PoolClient,
  of: { readonly userId: string; readonly date: string; readonly span: DigestSpan },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO notification_digest (user_id, day, span) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [of.userId, of.date, of.span],
  );
  return rowCount === 1;
}
