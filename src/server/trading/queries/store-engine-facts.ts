import { ENGINE_KINDS, type EngineKind, type FactKind } from '#domain/facts.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Queryable } from '#server/db/index.ts';
import { HOUSE_IDS } from '../exchange/effects.ts';
import type { FactSource, NextFacts, Told } from '#server/facts/index.ts';

const OWN: ReadonlySet<FactKind> = new Set(ENGINE_KINDS);

/** Ends that nobody asked for: not by the owner's hand, nor by an order of the owner's own, nor of what was never to rest. */
const BY_ITSELF = [
  'time',
  'cut_off',
  'pause',
  'rules',
  'void',
  'netted',
  'time_out',
  'excluded',
  'heartbeat',
  'restricted',
]
  .map((reason) => `'${reason}'`)
  .join(', ');

const OF_SPAN = 'FROM batch b CROSS JOIN LATERAL jsonb_array_elements';
const WITHIN = 'b.shard = $1 AND b.no > $2 AND b.no <= (SELECT no FROM span)';

/**
 * What each kind is read from: the row of the batch names it, and the rows that the same batch stored say the rest. Columns are named as
 * the fact has them; `at` in ms as text. Of real money alone: what happens in practice shows where it is made, and nobody follows it.
 */
const DECODERS: Readonly<Record<EngineKind, string>> = {
  'scheduled.opened': scheduledSql("f ->> 'status' = 'TRIGGERED'", ''),
  'scheduled.ended': scheduledSql(
    "(f ->> 'status' IN ('EXPIRED', 'REFUSED_AT_TRIGGER') OR e.state = 'CANCELLED') AND e.reason IS NOT NULL",
    'e.reason, ',
  ),
  'order.ended': `SELECT o.user_id AS "userId", m.id AS "marketId", m.pair_id AS pair, m.window_sec AS "windowSec", o.end_reason AS reason,
            count(*)::int AS count, b.no::text AS batch, max(o.ended_at)::text AS at
     ${OF_SPAN}(b.facts -> 'exchange' -> 'orders') AS f
     JOIN market_order o ON o.id = (f ->> 'id')::uuid AND o.realm = 1
     JOIN market m ON m.id = o.market_id AND m.realm = o.realm
     WHERE ${WITHIN} AND f ->> 'realm' = 'real' AND f ->> 'status' IN ('CANCELLED', 'EXPIRED') AND o.end_reason IN (${BY_ITSELF})
     GROUP BY o.user_id, m.id, m.pair_id, m.window_sec, o.end_reason, b.no
     ORDER BY b.no, m.id, o.user_id`,
  // Each order once, with all that was filled of it in the span.
  'order.filled': `SELECT x.maker_user AS "userId", x.maker_order AS "orderId", m.id AS "marketId", m.pair_id AS pair, m.window_sec AS "windowSec",
            x.maker_side AS side, CASE x.maker_outcome WHEN 0 THEN m.first_name ELSE m.second_name END AS "outcomeName",
            CASE x.maker_outcome WHEN 0 THEN min(x.price) ELSE 1000 - min(x.price) END AS price,
            sum(x.lots)::int AS lots, max(x.no)::text AS no, max(x.at)::text AS at
     ${OF_SPAN}(b.facts -> 'exchange' -> 'fills') AS f
     JOIN fill x ON x.market_id = (f ->> 'marketId')::uuid AND x.no = (f ->> 'no')::bigint AND x.realm = 1
     JOIN market m ON m.id = x.market_id AND m.realm = x.realm
     WHERE ${WITHIN} AND x.maker_order IS NOT NULL
     GROUP BY x.maker_user, x.maker_order, x.maker_side, x.maker_outcome, m.id, m.pair_id, m.window_sec, m.first_name, m.second_name
     ORDER BY max(x.at), x.maker_order`,
  'fill.undone': `SELECT w.id AS "userId", m.id AS "marketId", m.pair_id AS pair, m.window_sec AS "windowSec", count(*)::int AS count,
            b.no::text AS batch, b.at::text AS at
     ${OF_SPAN}(b.facts -> 'exchange' -> 'undone') AS f
     JOIN fill x ON x.market_id = (f ->> 'marketId')::uuid AND x.no = (f ->> 'no')::bigint AND x.realm = 1
     JOIN market m ON m.id = x.market_id AND m.realm = x.realm
     CROSS JOIN LATERAL (VALUES (x.taker_user), (x.maker_user)) AS w (id)
     WHERE ${WITHIN} AND w.id NOT IN ${HOUSE_IDS}
     GROUP BY w.id, m.id, m.pair_id, m.window_sec, b.no, b.at
     ORDER BY b.no, m.id, w.id`,
  // Who had NO has grown in every book that was there, who had YES in the new ones alone.
  'outcome.split': `SELECT h.user_id AS "userId", s.market_id AS "marketId", NULL AS pair, NULL AS "windowSec", s.id AS "splitId",
            max(h.lots)::int AS lots, NOT bool_or(h.market_id = s.market_id) AS "hadYes", s.at::text AS at
     ${OF_SPAN}(b.facts -> 'exchange' -> 'splits') AS f
     JOIN outcome_split s ON s.id = (f ->> 'id')::uuid AND s.realm = 1
     JOIN split_holding h ON h.split_id = s.id AND h.realm = s.realm
     WHERE ${WITHIN} AND f ->> 'realm' = 'real' AND h.user_id NOT IN ${HOUSE_IDS}
     GROUP BY h.user_id, s.market_id, s.id, s.at, b.no
     ORDER BY b.no, h.user_id`,
  'prediction.settled': `SELECT p.user_id AS "userId", p.id AS "predictionId", p.pair_id AS pair, f ->> 'outcome' AS outcome, p.stake::text AS stake,
            coalesce(f ->> 'credit', '0') AS credit, p.settled_at::text AS at
     ${OF_SPAN}(b.facts -> 'finished') AS f
     JOIN prediction p ON p.id = (f ->> 'id')::uuid AND p.realm = 1
     WHERE ${WITHIN} AND f ->> 'realm' = 'real' AND p.settled_at IS NOT NULL
     ORDER BY b.no, p.id`,
  'round.settled': `SELECT f ->> 'userId' AS "userId", m.id AS "marketId", m.pair_id AS pair, m.window_sec AS "windowSec", m.result, m.won,
            (f ->> 'lots')::int AS lots, f ->> 'cost' AS cost, f ->> 'credit' AS credit, coalesce(m.ended_at, b.at)::text AS at
     ${OF_SPAN}(b.facts -> 'exchange' -> 'realised') AS f
     JOIN market m ON m.id = (f ->> 'marketId')::uuid AND m.realm = 1
     WHERE ${WITHIN} AND (f ->> 'settled')::boolean AND f ->> 'userId' NOT IN ('HOUSE', 'LEFT') AND (m.result IS NOT NULL OR m.kind = 'event')
     ORDER BY b.no, m.id, f ->> 'userId'`,
};

function scheduledSql(ended: string, more: string): string {
  return `SELECT e.user_id AS "userId", e.id AS "entryId", e.pair_id AS pair, e.direction, e.stake::text AS stake, ${more}e.ended_at::text AS at
     ${OF_SPAN}(b.facts -> 'scheduled') AS f
     JOIN scheduled_entry e ON e.id = (f ->> 'id')::uuid AND e.realm = 1
     WHERE ${WITHIN} AND f ->> 'realm' = 'real' AND ${ended}
     ORDER BY b.no, e.id`;
}

/** The engine's one row a batch, as facts: kinds come one after the other, each in the order of the batches. */
export function createEngineFacts({ bus, shard }: { readonly bus: Bus; readonly shard: number }): FactSource {
  return {
    name: `engine ${shard}`,
    owns: (kind) => OWN.has(kind),
    head: (db) => lastBatch(db, shard),
    read: (tx, next) => readNext(tx, { ...next, shard }),
    lag: (db, after) => lagOf(db, { shard, after }),
    watch: (wake) => wakeOn(bus, wake),
  };
}

/** One statement for all that somebody follows: a round of a follower is a transaction, and each question in it is a wait. */
function statementOf(kinds: readonly EngineKind[]): { readonly name: string; readonly text: string } {
  const parts = kinds.map((kind) => {
    const place = ENGINE_KINDS.indexOf(kind);
    return `SELECT '${kind}' AS kind, ${place} AS place, row_number() OVER () AS row, to_jsonb(q) AS body
     FROM (${DECODERS[kind]}) AS q`;
  });
  // Prepared once a connection: to plan it takes longer than to run it.
  const name = `engine facts ${kinds.map((kind) => ENGINE_KINDS.indexOf(kind)).join('')}`;
  const text = `WITH span AS MATERIALIZED (SELECT max(no) AS no FROM
       (SELECT no FROM batch WHERE shard = $1 AND no > $2
          AND ($4::bigint = 0 OR at <= extract(epoch FROM clock_timestamp()) * 1000 - $4::bigint) ORDER BY no LIMIT $3) AS next)
     SELECT span.no::text AS "upTo", f.kind, f.body FROM span LEFT JOIN (${parts.join(' UNION ALL ')}) AS f ON true
     ORDER BY f.place, f.row`;
  return { name, text };
}

/** The next facts of these kinds, and the batch up to which they go. */
async function readNext(
  tx: Queryable,
  { shard, after, kinds, limit, afterMs }: NextFacts & { readonly shard: number },
): Promise<{ readonly facts: readonly Told[]; readonly upTo: string }> {
  const asked = ENGINE_KINDS.filter((kind) => kinds.includes(kind));
  const { rows } = await tx.query<{ upTo: string | null; kind: EngineKind | null; body: { at: string } }>({
    ...statementOf(asked),
    values: [shard, after, limit, afterMs],
  });
  const facts = rows.flatMap(({ kind, body }) =>
    kind === null ? [] : [{ ...body, kind, at: Number(body.at) } as unknown as Told],
  );
  return { facts, upTo: rows[0]?.upTo ?? after };
}

async function lastBatch(db: Queryable, shard: number): Promise<string> {
  const { rows } = await db.query<{ no: string }>('SELECT last_batch::text AS no FROM shard_lease WHERE shard = $1', [
    shard,
  ]);
  return rows[0]?.no ?? '0';
}

async function lagOf(
  db: Queryable,
  at: { readonly shard: number; readonly after: string },
): Promise<{ readonly rows: number; readonly seconds: number }> {
  const { rows } = await db.query<{ rows: number; seconds: number }>(
    `SELECT count(*)::int AS rows, coalesce(extract(epoch FROM clock_timestamp()) - min(at) / 1000.0, 0)::float8 AS seconds
     FROM batch WHERE shard = $1 AND no > $2`,
    [at.shard, at.after],
  );
  return rows[0] ?? { rows: 0, seconds: 0 };
}

/** The engine tells the bus of what it has committed: a notice in the database would be one more thing that its commits wait for. */
function wakeOn(bus: Bus, wake: () => void): () => void {
  const ends = [
    bus.subscribe('trading.prediction', ({ realm, prediction }) => {
      if (realm === 'real' && prediction.settledAt !== null) wake();
    }),
    bus.subscribe('trading.scheduled', ({ realm, entry }) => {
      if (realm === 'real' && entry.endedAt !== null) wake();
    }),
    bus.subscribe('exchange.order', ({ realm, order }) => {
      if (realm === 'real' && order.endedAt !== null) wake();
    }),
    bus.subscribe('exchange.fill', ({ realm }) => {
      if (realm === 'real') wake();
    }),
    bus.subscribe('exchange.position', ({ realm, position }) => {
      if (realm === 'real' && position.credit !== null) wake();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
