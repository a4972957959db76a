import type { Pool } from 'pg';
import { REALM_NO } from '#domain/realm.ts';
import type { Realm } from '#domain/realm.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import { readCursor, writeCursor } from '#protocol/cursors.ts';
import { pageLimit, pageOf } from '#server/routing/page.ts';
import { predictionOf } from '../predictions/row.ts';
import type { PredictionRow } from '../predictions/row.ts';
import { LOOKED_AT, searchFloor, searchPatterns } from './store-search.ts';

/** Own predictions only; all filters are optional. Times in ms. */
export interface PredictionFilter {
  readonly userId: string;
  readonly realm: Realm;
  /** open = ADMITTED, OPEN, EXPIRED; settled = the rest. */
  readonly status?: 'open' | 'settled' | null;
  /** Admitted at or after. */
  readonly from?: number | null;
  /** Admitted before. */
  readonly to?: number | null;
  /** Beginning or end of an id, or a part of a pair. */
  readonly search?: string | null;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | null;
  /** 1 to 200; 50 unless said. */
  readonly limit?: number;
}

export interface PredictionPage {
  readonly items: readonly Prediction[];
  /** A search may find nothing on a page and still lead on: each looks at a bounded number of rows. */
  readonly nextCursor: string | null;
}

export interface PredictionQueries {
  /** Newest first. */
  list(filter: PredictionFilter): Promise<PredictionPage>;
  /** Null: there is none of this person and realm. */
  one(key: { readonly userId: string; readonly realm: Realm; readonly id: string }): Promise<Prediction | null>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

// EXPIRED is told, not stored: nobody would see it before the settlement that follows within a second.
const COLUMNS = `p.id, p.realm, p.user_id, p.pair_id, p.stream, p.direction, p.stake, p.payout_bps, p.duration_ms,
  CASE WHEN p.state = 'OPEN' AND p.expires_at <= floor(extract(epoch FROM clock_timestamp()) * 1000) THEN 'EXPIRED' ELSE p.state END AS state,
  p.admitted_at, p.k_adm, p.h_adm, p.salt, p.rules_hash, p.shard, p.batch, p.entry_seq, p.entry_t, p.entry_price, p.entry_row,
  p.entry_ts, p.expires_at, p.settled_at, s.outcome, s.void_reason, s.credit, s.exit_seq, s.exit_t, s.exit_price, s.exit_row, s.exit_ts`;
const TABLES = `prediction p LEFT JOIN settlement s ON s.prediction_id = p.id AND s.realm = p.realm`;

/** What the web thread reads of predictions: committed truth, by owner and realm. `lookedAt`: rows a search looks at on one page. */
export function predictionQueries(db: Pool, lookedAt = LOOKED_AT): PredictionQueries {
  return {
    async list(filter) {
      const limit = pageLimit(filter.limit);
      const before = readCursor('predictions', filter.cursor)?.[0] ?? null;
      const floor = await floorOf(db, { ...filter, cursor: before }, lookedAt);
      const { where, values } = conditions(filter, { before, floor });
      const { rows } = await db.query<PredictionRow>(
        `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${where} ORDER BY p.id DESC LIMIT ${limit + 1}`,
        values,
      );
      return pageOf(rows, limit, {
        cursor: ({ id }) => writeCursor('predictions', [id]),
        item: predictionOf,
        floor: floor === null ? null : writeCursor('predictions', [floor]),
      });
    },
    async one({ userId, realm, id }) {
      if (!UUID.test(id)) return null;
      const { rows } = await db.query<PredictionRow>(
        `SELECT ${COLUMNS} FROM ${TABLES} WHERE p.id = $1 AND p.realm = $2 AND p.user_id = $3`,
        [id, REALM_NO[realm], userId],
      );
      const row = rows[0];
      return row === undefined ? null : predictionOf(row);
    },
  };
}

/** Where the rows of a search end; null: nothing is searched for, or it sees all there is. */
async function floorOf(
  db: Pool,
  filter: Pick<PredictionFilter, 'userId' | 'realm' | 'search'> & { readonly cursor: string | null },
  most: number,
): Promise<string | null> {
  const { userId, realm, search, cursor } = filter;
  if (searchPatterns(search) === null) return null;
  return searchFloor(db, { table: 'prediction', userId, realm, cursor, most });
}

/** `before`, `floor`: ids that the rows lie between, where there is such a bound. */
function conditions(
  filter: PredictionFilter,
  { before, floor }: { readonly before: string | null; readonly floor: string | null },
): { where: string; values: unknown[] } {
  const values: unknown[] = [filter.userId, REALM_NO[filter.realm]];
  const parts = ['p.user_id = $1', 'p.realm = $2'];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    values.push(value);
    parts.push(condition(`$${values.length}`));
  };
  if (filter.status === 'open') parts.push('p.settled_at IS NULL');
  if (filter.status === 'settled') parts.push('p.settled_at IS NOT NULL');
  if (typeof filter.from === 'number') add(filter.from, (value) => `p.admitted_at >= ${value}`);
  if (typeof filter.to === 'number') add(filter.to, (value) => `p.admitted_at < ${value}`);
  if (before !== null) add(before, (value) => `p.id < ${value}`);
  if (floor !== null) add(floor, (value) => `p.id >= ${value}`);
  const search = searchPatterns(filter.search);
  if (search !== null) {
    values.push(search.starts, search.ends, search.pair);
    const [starts, ends, pair] = [values.length - 2, values.length - 1, values.length];
    parts.push(`(p.id::text LIKE $${starts} OR p.id::text LIKE $${ends} OR p.pair_id LIKE $${pair})`);
  }
  return { where: parts.join(' AND '), values };
}
