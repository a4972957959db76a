import { firstIdAt } from '#domain/ids.ts';
import { REALM_NO } from '#domain/realm.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Queryable } from '#server/db/index.ts';

/** How far back people are compared, ms. */
const LOOKED_AT_MS = 30 * DAY_MS;
/** Two predictions on the same pair within this are looked at together, ms. */
const TOGETHER_MS = 60_000;

interface Asked {
  readonly people: readonly string[];
  readonly now: number;
  readonly after: string | null;
  readonly limit: number;
}

/** A fill between two of several people, real money. Money in 10^-6, times ms. */
export interface FillBetween {
  readonly id: string;
  readonly marketId: string;
  readonly buyer: string;
  readonly seller: string;
  /** Of the first outcome, in thousandths. */
  readonly price: number;
  readonly lots: string;
  readonly at: number;
  /** The same two also traded the other way round in this market. */
  readonly isRound: boolean;
}

const LONG = (fill: string) =>
  `CASE WHEN (${fill}.taker_outcome = 0) = (${fill}.taker_side = 'BUY') THEN ${fill}.taker_user ELSE ${fill}.maker_user END`;

/** Newest first; `after`: `<at>.<order>_<n>` of the last one shown: its id is `<order>/<n>`. */
async function fills(db: Queryable, { people, now, after, limit }: Asked): Promise<readonly FillBetween[]> {
  const dot = after?.indexOf('.') ?? -1;
  const { rows } = await db.query<FillBetween>(
    `SELECT f.id, f.market_id AS "marketId", ${LONG('f')} AS buyer,
       CASE WHEN ${LONG('f')} = f.taker_user THEN f.maker_user ELSE f.taker_user END AS seller,
       f.price, f.lots::text, f.at::float8 AS at,
       EXISTS (SELECT FROM fill g WHERE g.market_id = f.market_id AND g.realm = f.realm AND g.id <> f.id
         AND g.taker_user IN (f.taker_user, f.maker_user) AND g.maker_user IN (f.taker_user, f.maker_user)
         AND ${LONG('g')} <> ${LONG('f')}) AS "isRound"
     FROM fill f WHERE f.realm = ${REALM_NO.real} AND f.taker_user = ANY($1::uuid[]) AND f.maker_user = ANY($1::uuid[]) AND f.at >= $2
       AND ($3::bigint IS NULL OR (f.at, f.id) < ($3, $4)) ORDER BY f.at DESC, f.id DESC LIMIT $5`,
    [
      people,
      now - LOOKED_AT_MS,
      after === null ? null : after.slice(0, dot),
      after?.slice(dot + 1).replace('_', '/') ?? null,
      limit,
    ],
  );
  return rows;
}

/** Two predictions of two of several people that lie against one another, real money. */
export interface OppositePair {
  readonly up: string;
  readonly upBy: string;
  readonly upStake: string;
  readonly upAt: number;
  readonly down: string;
  readonly downBy: string;
  readonly downStake: string;
  readonly downAt: number;
  readonly pair: string;
  /** They end alike, and neither stake is a tenth above the other. */
  readonly isMirror: boolean;
}

/** Newest first; `after`: `<id>.<id>` of the last one shown. */
async function opposites(db: Queryable, { people, now, after, limit }: Asked): Promise<readonly OppositePair[]> {
  const [up, down] = after?.split('.') ?? [];
  const { rows } = await db.query<OppositePair>(
    `SELECT p.id AS up, p.user_id AS "upBy", p.stake::text AS "upStake", p.admitted_at::float8 AS "upAt",
       q.id AS down, q.user_id AS "downBy", q.stake::text AS "downStake", q.admitted_at::float8 AS "downAt", p.pair_id AS pair,
       p.duration_ms = q.duration_ms AND 10 * abs(p.stake - q.stake) <= least(p.stake, q.stake) AS "isMirror"
     FROM prediction p JOIN prediction q ON q.user_id = ANY($1::uuid[]) AND q.user_id <> p.user_id AND q.realm = p.realm
       AND q.pair_id = p.pair_id AND q.direction = 'DOWN' AND q.id >= $2::uuid AND abs(q.admitted_at - p.admitted_at) <= ${TOGETHER_MS}
     WHERE p.user_id = ANY($1::uuid[]) AND p.realm = ${REALM_NO.real} AND p.direction = 'UP' AND p.id >= $2::uuid
       AND ($3::uuid IS NULL OR (p.id, q.id) < ($3, $4::uuid)) ORDER BY p.id DESC, q.id DESC LIMIT $5`,
    [people, firstIdAt(now - LOOKED_AT_MS), up ?? null, down ?? null, limit],
  );
  return rows;
}

/** What people who may belong together did with one another in the last 30 days: asked of a few people, by their own indexes. */
export const tradesBetween = { fills, opposites };
