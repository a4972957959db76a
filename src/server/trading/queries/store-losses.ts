import type { Pool } from 'pg';
import { REALM_NO } from '#domain/realm.ts';
import { LOSSES_KEPT_MS } from '#domain/trading/losses.ts';
import type { MinuteLoss } from '#domain/trading/losses.ts';
import { uuidArray } from '../batch/arrays.ts';
import { firstIdSettledSince } from './first-id.ts';

/**
 * What was given up less what came back, in real money, of the last 30 days by person and minute: predictions by their settlement, shares by
 * their sale or the end of their market. In the order of time; who has none gets an empty list.
 */
export async function loadLosses(
  db: Pick<Pool, 'query'>,
  userIds: readonly string[],
  now: number,
): Promise<Map<string, MinuteLoss[]>> {
  const losses = new Map<string, MinuteLoss[]>(userIds.map((userId) => [userId, []]));
  const { rows } = await db.query<{ user_id: string; minute: string; net: string }>(
    `SELECT user_id, minute, sum(net)::text AS net FROM (
       SELECT p.user_id, p.settled_at / 60000 AS minute, p.stake - s.credit AS net
       FROM prediction p JOIN settlement s ON s.prediction_id = p.id AND s.realm = p.realm
       WHERE p.realm = $1 AND s.realm = $1 AND p.user_id = ANY($2::uuid[]) AND p.settled_at > $3 AND p.id >= $4::uuid
       UNION ALL
       SELECT r.user_id, r.at / 60000, r.cost - r.credit FROM realised r
       WHERE r.realm = $1 AND r.user_id = ANY($2::uuid[]) AND r.at > $3
     ) each GROUP BY 1, 2 ORDER BY 1, 2`,
    [REALM_NO.real, uuidArray(userIds), now - LOSSES_KEPT_MS, firstIdSettledSince(now - LOSSES_KEPT_MS)],
  );
  for (const row of rows) losses.get(row.user_id)?.push({ minute: Number(row.minute), net: BigInt(row.net) });
  return losses;
}
