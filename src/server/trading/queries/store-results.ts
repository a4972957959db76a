import { usdt, type Usdt } from '#domain/money.ts';
import { REALM_NO } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';
import { firstIdSettledSince } from './first-id.ts';
import { DAY_MS } from '#domain/time.ts';

/** Won less lost of real money, 10^-6: of predictions that were settled and of shares that were given up; what limits asks for. */
interface Results {
  readonly playSession: Usdt;
  readonly day: Usdt;
  readonly week: Usdt;
  readonly month: Usdt;
  /** By day UTC, days without any left out. */
  readonly days: readonly { readonly day: string; readonly result: Usdt }[];
}

/**
 * What a person won or lost with real money until `now`: predictions by their settlement, shares by their sale or the end of their market, as the
 * loss limits count them. `since` (ms): the begin of the play session.
 */
export async function readResults(
  db: Queryable,
  userId: string,
  span: { readonly since: number | null; readonly now: number },
): Promise<Results> {
  const { now, since } = span;
  const from = now - 30 * DAY_MS;
  const { rows } = await db.query<{ day: string; result: string; today: string; week: string; playSession: string }>(
    `SELECT to_char(to_timestamp(at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
       sum(net)::text AS result,
       coalesce(sum(net) FILTER (WHERE at > $5), 0)::text AS today,
       coalesce(sum(net) FILTER (WHERE at > $6), 0)::text AS week,
       coalesce(sum(net) FILTER (WHERE at >= $7), 0)::text AS "playSession"
     FROM (
       SELECT p.settled_at AS at, s.credit - p.stake AS net
       FROM prediction p JOIN settlement s ON s.prediction_id = p.id AND s.realm = p.realm
       WHERE p.realm = $2 AND s.realm = $2 AND p.user_id = $1 AND p.settled_at > $3 AND p.id >= $4::uuid
       UNION ALL
       SELECT r.at, r.credit - r.cost FROM realised r WHERE r.realm = $2 AND r.user_id = $1 AND r.at > $3
     ) each GROUP BY 1 ORDER BY 1`,
    [userId, REALM_NO.real, from, firstIdSettledSince(from), now - DAY_MS, now - 7 * DAY_MS, since ?? now + 1],
  );
  const total = (of: (row: (typeof rows)[number]) => string) =>
    usdt(rows.reduce((sum, row) => sum + BigInt(of(row)), 0n));
  return {
    playSession: total((row) => row.playSession),
    day: total((row) => row.today),
    week: total((row) => row.week),
    month: total((row) => row.result),
    days: rows.map((row) => ({ day: row.day, result: usdt(BigInt(row.result)) })),
  };
}
