import type { PoolClient } from 'pg';

/** Batches of a shard after `from` up to `to`. */
interface Span {
  readonly shard: number;
  readonly from: string;
  readonly to: string;
}

/** What is told of the market; null: it is no round. */
interface OfMarket {
  readonly pair: string | null;
  readonly windowSec: number | null;
}

/** What a person held to the end of a round of real money: lots (+ Up, - Down), and 10^-6 as text. */
export interface RoundRow extends OfMarket {
  readonly userId: string;
  readonly market: string;
  readonly result: 'WON' | 'TIE' | 'VOID';
  /** Of WON: the outcome, 0 or 1. */
  readonly won: number | null;
  readonly lots: number;
  readonly cost: string;
  readonly credit: string;
  /** ms */
  readonly at: number;
}

/** Holdings that were paid out at the end of their market. */
export async function listRounds(tx: PoolClient, span: Span): Promise<readonly RoundRow[]> {
  const { rows } = await tx.query<Omit<RoundRow, 'at'> & { at: string }>(
    `SELECT f ->> 'userId' AS "userId", m.id AS market, m.pair_id AS pair, m.window_sec AS "windowSec", m.result, m.won,
            (f ->> 'lots')::int AS lots, f ->> 'cost' AS cost, f ->> 'credit' AS credit, m.ended_at::text AS at
     FROM batch b CROSS JOIN LATERAL jsonb_array_elements(b.facts -> 'exchange' -> 'realised') AS f
     JOIN market m ON m.id = (f ->> 'marketId')::uuid AND m.realm = 1
     WHERE b.shard = $1 AND b.no > $2 AND b.no <= $3 AND (f ->> 'settled')::boolean AND f ->> 'userId' <> 'HOUSE' AND m.result IS NOT NULL
     ORDER BY b.no, m.id, f ->> 'userId'`,
    [span.shard, span.from, span.to],
  );
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}

/** What was filled of a resting order of real money. */
export interface FilledRow extends OfMarket {
  readonly userId: string;
  readonly order: string;
  readonly outcome: string;
  readonly side: string;
  /** Of its outcome, thousandths. */
  readonly price: number;
  readonly lots: number;
  /** Number of its last fill in the market. */
  readonly no: string;
  /** ms */
  readonly at: number;
}

/** Orders that others met where they rested, each once with all that was filled of it in the span. */
export async function listFilled(tx: PoolClient, span: Span): Promise<readonly FilledRow[]> {
  const { rows } = await tx.query<Omit<FilledRow, 'at'> & { at: string }>(
    `SELECT x.maker_user AS "userId", x.maker_order AS "order", m.pair_id AS pair, m.window_sec AS "windowSec", x.maker_side AS side,
            CASE x.maker_outcome WHEN 0 THEN m.first_name ELSE m.second_name END AS outcome,
            CASE x.maker_outcome WHEN 0 THEN min(x.price) ELSE 1000 - min(x.price) END AS price,
            sum(x.lots)::int AS lots, max(x.no)::text AS no, max(x.at)::text AS at
     FROM batch b CROSS JOIN LATERAL jsonb_array_elements(b.facts -> 'exchange' -> 'fills') AS f
     JOIN fill x ON x.market_id = (f ->> 'marketId')::uuid AND x.no = (f ->> 'no')::bigint AND x.realm = 1
     JOIN market m ON m.id = x.market_id AND m.realm = x.realm
     WHERE b.shard = $1 AND b.no > $2 AND b.no <= $3 AND x.maker_order IS NOT NULL
     GROUP BY x.maker_user, x.maker_order, x.maker_side, x.maker_outcome, m.id, m.pair_id, m.window_sec, m.first_name, m.second_name
     ORDER BY max(x.at), x.maker_order`,
    [span.shard, span.from, span.to],
  );
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}

/** Orders of one person and market that ended in one batch for one reason. */
export interface EndedOrdersRow extends OfMarket {
  readonly userId: string;
  readonly market: string;
  readonly reason: string;
  readonly count: number;
  /** ms */
  readonly endedAt: number;
  readonly batch: string;
}

/** Ends that nobody asked for: not by the owner's hand, nor by an order of the owner's own, nor of what was never to rest. */
const BY_ITSELF = ['time', 'cut_off', 'pause', 'rules', 'void', 'netted', 'time_out', 'excluded', 'heartbeat'] as const;

/** Resting orders of real money that ended by themselves. */
export async function listEndedOrders(tx: PoolClient, span: Span): Promise<readonly EndedOrdersRow[]> {
  const { rows } = await tx.query<Omit<EndedOrdersRow, 'endedAt'> & { endedAt: string }>(
    `SELECT o.user_id AS "userId", m.id AS market, m.pair_id AS pair, m.window_sec AS "windowSec", o.end_reason AS reason,
            count(*)::int AS count, max(o.ended_at)::text AS "endedAt", b.no::text AS batch
     FROM batch b CROSS JOIN LATERAL jsonb_array_elements(b.facts -> 'exchange' -> 'orders') AS f
     JOIN market_order o ON o.id = (f ->> 'id')::uuid AND o.realm = 1
     JOIN market m ON m.id = o.market_id AND m.realm = o.realm
     WHERE b.shard = $1 AND b.no > $2 AND b.no <= $3 AND f ->> 'realm' = 'real' AND f ->> 'status' IN ('CANCELLED', 'EXPIRED')
       AND o.end_reason = ANY($4)
     GROUP BY o.user_id, m.id, m.pair_id, m.window_sec, o.end_reason, b.no
     ORDER BY b.no, m.id, o.user_id`,
    [span.shard, span.from, span.to, BY_ITSELF],
  );
  return rows.map((row) => ({ ...row, endedAt: Number(row.endedAt) }));
}
