import type { DepositLimits } from '#domain/deposits/rules.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Queryable } from '#server/db/index.ts';

const SPANS_MS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;

/** What was credited to a person within the windows of their limits, 10^-6: gross, whatever was withdrawn meanwhile. `now`: ms. */
export async function creditedWithin(db: Queryable, userId: string, now: number): Promise<DepositLimits<Usdt>> {
  const { rows } = await db.query<Readonly<Record<keyof typeof SPANS_MS, string>>>(
    `SELECT coalesce(sum(got) FILTER (WHERE at > $2), 0) AS day, coalesce(sum(got) FILTER (WHERE at > $3), 0) AS week,
       coalesce(sum(got), 0) AS month
     FROM (SELECT amount - held AS got, extract(epoch FROM changed_at) * 1000 AS at FROM deposit
       WHERE user_id = $1 AND changed_at > to_timestamp($4 / 1000.0) AND (state = 'CREDITED' OR reason = 'over_limit')) AS lately`,
    [userId, now - SPANS_MS.day, now - SPANS_MS.week, now - SPANS_MS.month],
  );
  const sum = (span: keyof typeof SPANS_MS) => usdt(BigInt(rows[0]?.[span] ?? '0'));
  return { day: sum('day'), week: sum('week'), month: sum('month') };
}
