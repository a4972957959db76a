import type { PoolClient } from 'pg';
import type { WithdrawalState } from '#domain/cashier/withdrawals.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';

export async function setApproved(tx: PoolClient, { id, now }: { id: string; now: number }): Promise<void> {
  await tx.query(`UPDATE withdrawal SET state = 'APPROVED', decided_at = $2 WHERE id = $1`, [id, new Date(now)]);
}

export async function insertReview(
  tx: PoolClient,
  of: {
    readonly id: string;
    readonly userId: string;
    readonly decision: 'APPROVED' | 'REFUSED';
    readonly told: string | null;
    readonly decidedBy: string | null;
    readonly now: number;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO withdrawal_review (withdrawal, user_id, decision, told, decided_by, decided_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [of.id, of.userId, of.decision, of.told, of.decidedBy, new Date(of.now)],
  );
}

export async function countInReview(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM withdrawal WHERE state = 'REVIEW'`);
  return rows[0]?.n ?? 0;
}

/** Moments of a withdrawal, ms, and who decided it. */
export interface Moments {
  readonly requestedAt: number;
  readonly decidedAt: number | null;
  readonly broadcastAt: number | null;
  readonly endedAt: number | null;
  readonly state: WithdrawalState;
  readonly decidedBy: string | null;
}

export async function momentsOf(db: Queryable, id: string): Promise<Moments | null> {
  const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;
  const { rows } = await db.query<Moments>(
    `SELECT ${ms('w.requested_at')} AS "requestedAt", ${ms('coalesce(r.decided_at, w.decided_at)')} AS "decidedAt",
       ${ms('w.broadcast_at')} AS "broadcastAt", ${ms('w.ended_at')} AS "endedAt", w.state, r.decided_by AS "decidedBy"
     FROM withdrawal w LEFT JOIN withdrawal_review r ON r.withdrawal = w.id
     WHERE w.id = $1 ORDER BY r.decided_at DESC LIMIT 1`,
    [id],
  );
  return rows[0] ?? null;
}

/** How the earlier withdrawals of a person ended, and what was paid to them in all, 10^-6. */
export async function earlierOf(
  db: Queryable,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<{ readonly paid: number; readonly refused: number; readonly cancelled: number; readonly sum: Usdt }> {
  const { rows } = await db.query<{ paid: number; refused: number; cancelled: number; sum: string }>(
    `SELECT count(*) FILTER (WHERE state = 'PAID')::int AS paid, count(*) FILTER (WHERE state = 'REJECTED')::int AS refused,
       count(*) FILTER (WHERE state = 'CANCELLED')::int AS cancelled, coalesce(sum(amount) FILTER (WHERE state = 'PAID'), 0) AS sum
     FROM withdrawal WHERE user_id = $1 AND id <> $2`,
    [userId, id],
  );
  const { paid = 0, refused = 0, cancelled = 0, sum = '0' } = rows[0] ?? {};
  return { paid, refused, cancelled, sum: usdt(BigInt(sum)) };
}
