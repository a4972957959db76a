import { firstIdAt } from '#domain/ids.ts';
import type { Queryable } from '#server/db/index.ts';
import { firstIdSettledSince } from '../queries/first-id.ts';

/** A prediction that was settled within an incident. Money in 10^-6, times ms. */
export interface Settled {
  readonly id: string;
  readonly realm: number;
  readonly userId: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly stake: string;
  readonly credit: string;
  readonly at: number;
}

/** What waits for a tick in vain is void a while after the incident ends, ms. */
const DECIDED_MS = 60_000;

/** Predictions that were settled while a stream had no price that can be trusted, or a minute after it: by the ids they can have. */
export async function settledWithin(
  db: Queryable,
  of: {
    readonly stream: number;
    readonly from: number;
    readonly now: number;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<readonly Settled[]> {
  const { rows } = await db.query<Settled>(
    `SELECT p.id, p.realm, p.user_id AS "userId", s.outcome, s.void_reason AS reason, p.stake::text, s.credit::text, p.settled_at::float8 AS at
     FROM prediction p JOIN settlement s ON s.prediction_id = p.id AND s.realm = p.realm,
       (SELECT coalesce(max(to_at), $3) + ${DECIDED_MS} AS until FROM incident_record WHERE stream = $1 AND from_at = $2 AND to_at IS NOT NULL) ends
     WHERE p.stream = $1 AND p.settled_at BETWEEN $2 AND ends.until AND p.id >= $4::uuid AND p.id < $5::uuid
       AND ($6::uuid IS NULL OR p.id > $6) ORDER BY p.id LIMIT $7`,
    [of.stream, of.from, of.now, firstIdSettledSince(of.from), firstIdAt(of.now), of.after, of.limit],
  );
  return rows;
}
