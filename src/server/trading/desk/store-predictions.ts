import { firstIdAt } from '#domain/ids.ts';
import { REALM_NO, type Realm } from '#domain/realm.ts';
import { DAY_MS } from '#domain/time.ts';
import { startOf } from '#protocol/office/days.ts';
import type { Queryable } from '#server/db/index.ts';

/** A prediction as staff sees it. Money in 10^-6, times ms. */
export interface StoredPrediction {
  readonly id: string;
  readonly realm: number;
  readonly userId: string;
  readonly pair: string;
  readonly direction: string;
  readonly stake: string;
  readonly payoutBps: number;
  readonly durationMs: number;
  readonly state: string;
  readonly admittedAt: number;
  readonly expiresAt: number | null;
  readonly settledAt: number | null;
  readonly entrySeq: number | null;
  readonly batch: string;
  /** Hex. */
  readonly rules: string;
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly credit: string | null;
  readonly exitSeq: number | null;
  readonly endBatch: string | null;
}

const SELECT = `SELECT p.id, p.realm, p.user_id AS "userId", p.pair_id AS pair, p.direction, p.stake::text, p.payout_bps::int AS "payoutBps",
    p.duration_ms::float8 AS "durationMs", p.state, p.admitted_at::float8 AS "admittedAt", p.expires_at::float8 AS "expiresAt",
    p.settled_at::float8 AS "settledAt", p.entry_seq::float8 AS "entrySeq", p.batch::text, encode(p.rules_hash, 'hex') AS rules,
    s.outcome, s.void_reason AS reason, s.credit::text, s.exit_seq::float8 AS "exitSeq", s.batch::text AS "endBatch"
  FROM prediction p LEFT JOIN settlement s ON s.prediction_id = p.id AND s.realm = p.realm`;

/** Newest first: their ids begin with the time. `until`: a UTC day; what is none bounds nothing. */
export async function listPredictions(
  db: Queryable,
  asked: {
    readonly realm: Realm;
    readonly until: string | null;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<readonly StoredPrediction[]> {
  const day = asked.until === null ? Number.NaN : startOf(asked.until);
  const end = Number.isNaN(day) ? null : firstIdAt(day + DAY_MS);
  const { rows } = await db.query<StoredPrediction>(
    `${SELECT} WHERE p.realm = $1 AND ($2::uuid IS NULL OR p.id < $2) AND ($3::uuid IS NULL OR p.id < $3) ORDER BY p.id DESC LIMIT $4`,
    [REALM_NO[asked.realm], asked.after, end, asked.limit],
  );
  return rows;
}

export async function findPrediction(db: Queryable, id: string): Promise<StoredPrediction | null> {
  const { rows } = await db.query<StoredPrediction>(`${SELECT} WHERE p.id = $1`, [id]);
  return rows[0] ?? null;
}
