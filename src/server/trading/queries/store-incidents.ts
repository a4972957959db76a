import type { Pool } from 'pg';
import type { IncidentCause } from '#domain/prices/incident.ts';
import { usdt } from '#domain/money.ts';
import type { FeedKind } from '#domain/prices/pair.ts';
import { moneyPair, toIso, toIsoOrNull } from '#protocol/codecs.ts';
import { readCursor, writeCursor } from '#protocol/cursors.ts';
import type { IncidentWire, VoidsWire } from '#protocol/feed.ts';
import { pageOf, type Page } from '#server/routing/page.ts';
import { DAY_MS } from '#domain/time.ts';
import { HOUSE_IDS } from '../exchange/effects.ts';

/** Which incidents; times ms. */
export interface IncidentFilter {
  readonly pair: string | null;
  /** Not over at this time. */
  readonly from: number | null;
  /** Begun before. */
  readonly to: number | null;
  readonly cursor: string | null;
  readonly limit: number;
}

export type IncidentQueries = (filter: IncidentFilter) => Promise<Page<IncidentWire>>;

interface IncidentRow {
  readonly stream: string;
  readonly pair: string;
  readonly kind: FeedKind;
  readonly from_at: string;
  readonly to_at: string | null;
  readonly cause: IncidentCause;
  readonly real_predictions: number;
  readonly real_stakes: string;
  readonly demo_predictions: number;
  readonly demo_stakes: string;
  readonly real_rounds: number;
  readonly real_paid: string;
  readonly demo_rounds: number;
  readonly demo_paid: string;
}

/** A moment this long after the end still belongs to it: what the last tick of it decided waits for its batch, ms. */
const SLACK_MS = 60_000;
/** The clock voids what waits for a tick in vain at most this long after, ms. */
const DECIDED_MS = 15 * 60_000;
const LONGEST_ROUND_MS = DAY_MS;
const FAULTS = "('NO_ENTRY', 'STALE_EXIT')";

/** Is `moment` (ms) in the incident l? The latest one that had begun counts. */
const within = (
  moment: string,
): string => `${moment} >= l.from_at AND (l.to_at IS NULL OR ${moment} <= l.to_at + ${SLACK_MS})
  AND NOT EXISTS (SELECT FROM incident_record j WHERE j.stream = l.stream AND j.from_at > l.from_at AND j.from_at <= ${moment})`;

/** What a fault void is about: its expiry, or the void itself where that came sooner. */
const PREDICTION_MOMENT = 'least(coalesce(p.expires_at, p.settled_at), p.settled_at)';

/** Voids of predictions in the batches of the time, by realm. */
const PREDICTIONS = `SELECT (count(*) FILTER (WHERE p.realm = 1))::int AS real_predictions,
    coalesce(sum(s.credit) FILTER (WHERE p.realm = 1), 0) AS real_stakes,
    (count(*) FILTER (WHERE p.realm = 2))::int AS demo_predictions,
    coalesce(sum(s.credit) FILTER (WHERE p.realm = 2), 0) AS demo_stakes
  FROM settlement s JOIN prediction p ON p.id = s.prediction_id AND p.realm = s.realm
  WHERE s.outcome = 'VOID' AND s.void_reason IN ${FAULTS} AND p.stream = l.stream
    AND s.batch >= (SELECT b.no FROM batch b WHERE b.at >= l.from_at ORDER BY b.at, b.no LIMIT 1)
    AND s.batch <= (SELECT b.no FROM batch b WHERE b.at <= coalesce(l.to_at + ${DECIDED_MS}, 9e15) ORDER BY b.at DESC, b.no DESC LIMIT 1)
    AND ${within(PREDICTION_MOMENT)}`;

/** Void rounds that somebody had ordered on; what came back to people, not to the house maker. */
const ROUNDS = `SELECT (count(DISTINCT m.id) FILTER (WHERE m.realm = 1))::int AS real_rounds,
    coalesce(sum(r.credit) FILTER (WHERE m.realm = 1), 0) AS real_paid,
    (count(DISTINCT m.id) FILTER (WHERE m.realm = 2))::int AS demo_rounds,
    coalesce(sum(r.credit) FILTER (WHERE m.realm = 2), 0) AS demo_paid
  FROM market m LEFT JOIN realised r ON r.market_id = m.id AND r.realm = m.realm AND r.settled AND r.user_id NOT IN ${HOUSE_IDS}
  WHERE m.kind = 'round' AND m.result = 'VOID' AND m.void_reason IN ${FAULTS} AND m.pair_id = l.pair AND m.stream = l.stream
    AND m.ends_at >= l.from_at AND (l.to_at IS NULL OR m.ends_at <= l.to_at + ${SLACK_MS + LONGEST_ROUND_MS})
    AND ${within('least(m.ends_at, m.ended_at)')}`;

/** The incidents of the feeds with what they cost, newest first: sums over everybody, no figures of single people. */
export function incidentQueries(db: Pick<Pool, 'query'>): IncidentQueries {
  return async (filter) => {
    const [at, stream] = readCursor('incidents', filter.cursor) ?? [null, null];
    const { rows } = await db.query<IncidentRow>(
      `WITH listed AS (
         SELECT * FROM incident_record i
         WHERE ($1::text IS NULL OR i.pair = $1) AND ($2::bigint IS NULL OR i.to_at IS NULL OR i.to_at >= $2)
           AND ($3::bigint IS NULL OR i.from_at < $3)
           AND ($4::bigint IS NULL OR (i.from_at, i.stream) < ($4::bigint, $5::bigint))
         ORDER BY i.from_at DESC, i.stream DESC LIMIT $6
       )
       SELECT * FROM listed l, LATERAL (${PREDICTIONS}) predictions, LATERAL (${ROUNDS}) rounds
       ORDER BY l.from_at DESC, l.stream DESC`,
      [filter.pair, filter.from, filter.to, at, stream, filter.limit + 1],
    );
    return pageOf(rows, filter.limit, {
      cursor: (row) => writeCursor('incidents', [row.from_at, row.stream]),
      item: incidentOf,
    });
  };
}

function incidentOf(row: IncidentRow): IncidentWire {
  return {
    id: `${row.stream}.${row.from_at}`,
    pair: row.pair,
    feed: row.kind,
    cause: row.cause,
    from: toIso(Number(row.from_at)),
    to: toIsoOrNull(row.to_at === null ? null : Number(row.to_at)),
    real: voids({
      predictions: row.real_predictions,
      stakes: row.real_stakes,
      rounds: row.real_rounds,
      paid: row.real_paid,
    }),
    demo: voids({
      predictions: row.demo_predictions,
      stakes: row.demo_stakes,
      rounds: row.demo_rounds,
      paid: row.demo_paid,
    }),
  };
}

function voids(found: {
  readonly predictions: number;
  readonly stakes: string;
  readonly rounds: number;
  readonly paid: string;
}): VoidsWire {
  return {
    predictions: found.predictions,
    ...moneyPair('stakes', usdt(BigInt(found.stakes))),
    rounds: found.rounds,
    ...moneyPair('paid', usdt(BigInt(found.paid))),
  };
}
