import { usdt } from '#domain/money.ts';
import { REALM_NO } from '#domain/realm.ts';
import type { Realm } from '#domain/realm.ts';
import { moneyPair } from '#protocol/codecs.ts';
import type { StatisticsWire } from '#protocol/statistics.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import { firstIdSettledSince } from './first-id.ts';
import { DAY_MS } from '#domain/time.ts';

/** What became of a person's predictions and rounds in the last `days`. */
export type StatisticsQuery = (of: {
  readonly userId: string;
  readonly realm: Realm;
  readonly days: number;
}) => Promise<StatisticsWire>;

export function statisticsQuery(db: Queryable, clock: Pick<Clock, 'now'>): StatisticsQuery {
  return async ({ userId, realm, days }) => {
    const since = clock.now() - days * DAY_MS;
    const of = [userId, REALM_NO[realm], since] as const;
    const [tallies, rounds, roundDays] = await Promise.all([readTallies(db, of), readRounds(db, of), readDays(db, of)]);
    return {
      days,
      total: tallyOf(tallies.find(({ of: kind }) => kind === 'all')),
      pairs: tallies
        .filter((row) => row.of === 'pair')
        .map((row) => ({ pair: row.pair_id ?? '', ...tallyOf(row) }))
        .toSorted((a, b) => b.count - a.count || a.pair.localeCompare(b.pair)),
      durations: tallies
        .filter((row) => row.of === 'duration')
        .map((row) => ({ durationSec: Number(row.duration_ms) / 1_000, ...tallyOf(row) }))
        .toSorted((a, b) => a.durationSec - b.durationSec),
      rounds,
      byDay: daysOf([...tallies.filter((row) => row.of === 'day'), ...roundDays]),
    };
  };
}

/** Person, realm number, since when (ms). */
type Of = readonly [string, number, number];

interface TallyRow {
  readonly of: 'all' | 'pair' | 'duration' | 'day';
  readonly pair_id: string | null;
  readonly duration_ms: number | null;
  readonly day: string | null;
  readonly count: string;
  readonly won: string;
  readonly lost: string;
  readonly sold: string;
  readonly stake: string;
  readonly net: string;
  readonly edge: string;
}

const DAY = (column: string) => `to_char(to_timestamp(${column} / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

/** Predictions by their settlement: all of them, and by pair, duration and day. What is void has no stake and no edge. */
async function readTallies(db: Queryable, [userId, realm, since]: Of): Promise<TallyRow[]> {
  const { rows } = await db.query<TallyRow>(
    `SELECT CASE grouping(pair_id, duration_ms, day) WHEN 3 THEN 'pair' WHEN 5 THEN 'duration' WHEN 6 THEN 'day' ELSE 'all' END AS of,
       pair_id, duration_ms, day, count(*),
       count(*) FILTER (WHERE outcome = 'WIN') AS won,
       count(*) FILTER (WHERE outcome = 'LOSE') AS lost,
       count(*) FILTER (WHERE outcome = 'SOLD') AS sold,
       coalesce(sum(stake) FILTER (WHERE outcome <> 'VOID'), 0)::text AS stake,
       coalesce(sum(net), 0)::text AS net,
       coalesce(sum(edge), 0)::text AS edge
     FROM (
       SELECT p.pair_id, p.duration_ms, ${DAY('p.settled_at')} AS day, s.outcome, p.stake, s.credit - p.stake AS net,
         CASE WHEN s.outcome IN ('WIN', 'LOSE') THEN p.stake * (10000 - p.payout_bps) / 20000 ELSE 0 END AS edge
       FROM prediction p JOIN settlement s ON s.prediction_id = p.id AND s.realm = p.realm
       WHERE p.realm = $2 AND s.realm = $2 AND p.user_id = $1 AND p.settled_at > $3 AND p.id >= $4::uuid
     ) each GROUP BY GROUPING SETS ((), (pair_id), (duration_ms), (day))`,
    [userId, realm, since, firstIdSettledSince(since)],
  );
  return rows;
}

/** Markets in which shares were sold or paid, and the fees of fills that the person took. */
async function readRounds(db: Queryable, of: Of): Promise<StatisticsWire['rounds']> {
  const { rows } = await db.query<{ count: string; won: string; cost: string; net: string; fee: string }>(
    `SELECT count(*), count(*) FILTER (WHERE net > 0) AS won, coalesce(sum(cost), 0)::text AS cost, coalesce(sum(net), 0)::text AS net,
       (SELECT coalesce(sum(fee), 0)::text FROM fill f WHERE taker_user = $1 AND realm = $2 AND at > $3
          AND NOT EXISTS (SELECT FROM undone_fill u WHERE u.fill_id = f.id AND u.realm = f.realm)) AS fee
     FROM (
       SELECT coalesce(sum(cost) FILTER (WHERE batch > 0), 0) AS cost, sum(credit - cost) AS net FROM realised
       WHERE user_id = $1 AND realm = $2 AND at > $3 GROUP BY market_id
     ) each`,
    [...of],
  );
  const { count = '0', won = '0', cost = '0', net = '0', fee = '0' } = rows[0] ?? {};
  return {
    count: Number(count),
    won: Number(won),
    ...moneyPair('cost', usdt(BigInt(cost))),
    ...moneyPair('result', usdt(BigInt(net))),
    ...moneyPair('fee', usdt(BigInt(fee))),
  };
}

type DayRow = Pick<TallyRow, 'day' | 'count' | 'net'>;

async function readDays(db: Queryable, of: Of): Promise<DayRow[]> {
  const { rows } = await db.query<DayRow>(
    `SELECT ${DAY('at')} AS day, count(DISTINCT market_id), sum(credit - cost)::text AS net FROM realised
     WHERE user_id = $1 AND realm = $2 AND at > $3 GROUP BY 1`,
    [...of],
  );
  return rows;
}

function tallyOf(row: TallyRow | undefined) {
  const [count, won, lost, sold] = [row?.count, row?.won, row?.lost, row?.sold].map((value) => Number(value ?? 0));
  const [stake, net, edge] = [row?.stake, row?.net, row?.edge].map((value) => usdt(BigInt(value ?? 0)));
  return {
    count: count ?? 0,
    won: won ?? 0,
    lost: lost ?? 0,
    sold: sold ?? 0,
    refunded: (count ?? 0) - (won ?? 0) - (lost ?? 0) - (sold ?? 0),
    ...moneyPair('stake', stake ?? usdt(0n)),
    ...moneyPair('result', net ?? usdt(0n)),
    ...moneyPair('edge', edge ?? usdt(0n)),
  };
}

/** Rows of one day are added up. */
function daysOf(rows: readonly DayRow[]): StatisticsWire['byDay'] {
  const days = new Map<string, { count: number; net: bigint }>();
  for (const { day, count, net } of rows) {
    if (day === null) continue;
    const known = days.get(day) ?? { count: 0, net: 0n };
    days.set(day, { count: known.count + Number(count), net: known.net + BigInt(net) });
  }
  return [...days]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([day, { count, net }]) => ({ day, count, ...moneyPair('result', usdt(net)) }));
}
