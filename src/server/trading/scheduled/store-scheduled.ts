import type { Pool } from 'pg';
import { usdt } from '#domain/money.ts';
import { REALM_NO } from '#domain/realm.ts';
import type { Direction } from '#domain/trading/prediction.ts';
import type { ScheduledEntry, ScheduledStatus, Trigger } from '#domain/trading/scheduled/entry.ts';
import { readCursor, writeCursor } from '#protocol/cursors.ts';
import { loadPairs } from '#server/prices/index.ts';
import { pageLimit, pageOf } from '#server/routing/page.ts';
import type { ScheduledQueries } from '../scheduled-contract.ts';
import { LOOKED_AT, searchFloor, searchPatterns } from '../queries/store-search.ts';
import { toScheduledWire } from './wire.ts';

type Db = Pick<Pool, 'query'>;

interface Row {
  readonly id: string;
  readonly realm: number;
  readonly user_id: string;
  readonly pair_id: string;
  readonly stream: number;
  readonly direction: Direction;
  readonly stake: string;
  readonly duration_sec: number;
  readonly min_payout_bps: number;
  readonly at: string | null;
  readonly price: string | null;
  readonly crosses: Direction | null;
  readonly placed_at: string;
  readonly expires_at: string;
  readonly k_placed: string;
  readonly state: ScheduledStatus;
  readonly reason: string | null;
  readonly prediction_id: string | null;
  readonly mark_seq: string | null;
  readonly mark_t: string | null;
  readonly mark_price: string | null;
  readonly ended_at: string | null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** All entries of a shard that wait, the oldest first. */
export async function loadWaiting(db: Db, shard: number): Promise<ScheduledEntry[]> {
  const { rows } = await db.query<Row>(
    'SELECT * FROM scheduled_entry WHERE shard = $1 AND ended_at IS NULL ORDER BY placed_at, id',
    [shard],
  );
  return rows.map(entryOf);
}

/** Committed entries, by owner and realm. A row of a pair that is not there any more is left out. */
export function scheduledQueries(db: Db): ScheduledQueries {
  const known = new Map(loadPairs().map((pair) => [pair.id, pair]));
  const wiresOf = (rows: readonly Row[]) =>
    rows.flatMap((row) => {
      const pair = known.get(row.pair_id);
      return pair === undefined ? [] : [toScheduledWire(entryOf(row), pair)];
    });
  return {
    async list({ userId, realm, status = null, from = null, to = null, search = null, cursor = null, limit: wanted }) {
      const limit = pageLimit(wanted);
      const asked = searchPatterns(search);
      const before = readCursor('scheduled', cursor)?.[0] ?? null;
      const rowsOf = { table: 'scheduled_entry', userId, realm, cursor: before, most: LOOKED_AT } as const;
      const floor = asked === null ? null : await searchFloor(db, rowsOf);
      const { rows } = await db.query<Row>(
        `SELECT * FROM scheduled_entry
         WHERE user_id = $1 AND realm = $2 AND ($3::text IS NULL OR ($3 = 'waiting') = (ended_at IS NULL))
           AND ($4::uuid IS NULL OR id < $4)
           AND ($5::bigint IS NULL OR placed_at >= $5) AND ($6::bigint IS NULL OR placed_at < $6)
           AND ($7::uuid IS NULL OR id >= $7)
           AND ($8::text IS NULL OR id::text LIKE $8 OR prediction_id::text LIKE $8 OR id::text LIKE $9 OR prediction_id::text LIKE $9
             OR pair_id LIKE $10)
         ORDER BY id DESC LIMIT $11`,
        [
          userId,
          REALM_NO[realm],
          status,
          before,
          from,
          to,
          floor,
          asked?.starts ?? null,
          asked?.ends ?? null,
          asked?.pair ?? null,
          limit + 1,
        ],
      );
      return pageOf(wiresOf(rows), limit, {
        cursor: ({ id }) => writeCursor('scheduled', [id]),
        item: (entry) => entry,
        floor: floor === null ? null : writeCursor('scheduled', [floor]),
      });
    },
    async one({ userId, realm, id }) {
      if (!UUID.test(id)) return null;
      const { rows } = await db.query<Row>(
        'SELECT * FROM scheduled_entry WHERE id = $1 AND realm = $2 AND user_id = $3',
        [id, REALM_NO[realm], userId],
      );
      return wiresOf(rows)[0] ?? null;
    },
  };
}

function entryOf(row: Row): ScheduledEntry {
  return {
    id: row.id,
    realm: row.realm === REALM_NO.real ? 'real' : 'demo',
    userId: row.user_id,
    pairId: row.pair_id,
    stream: row.stream,
    direction: row.direction,
    stake: usdt(BigInt(row.stake)),
    durationSec: row.duration_sec,
    minPayoutBps: row.min_payout_bps,
    trigger: triggerOf(row),
    placedAt: Number(row.placed_at),
    expiresAt: Number(row.expires_at),
    kPlaced: Number(row.k_placed),
    status: row.state,
    // The column's CHECK and the engine, its only writer, hold it to these words.
    reason: row.reason as ScheduledEntry['reason'],
    predictionId: row.prediction_id,
    mark: markOf(row),
    endedAt: row.ended_at === null ? null : Number(row.ended_at),
  };
}

function triggerOf({ id, at, price, crosses }: Row): Trigger {
  if (at !== null) return { kind: 'time', at: Number(at) };
  if (price === null || crosses === null) throw new Error(`scheduled entry ${id} waits for nothing`);
  return { kind: 'price', price: Number(price), crosses };
}

function markOf({ mark_seq: seq, mark_t: t, mark_price: price }: Row): ScheduledEntry['mark'] {
  if (seq === null || t === null || price === null) return null;
  return { seq: Number(seq), t: Number(t), price: Number(price) };
}
