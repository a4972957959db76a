import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { usdt } from '#domain/money.ts';
import { FEED_KIND_NO, type FeedKind } from '#domain/prices/pair.ts';
import { REALM_NO, type Realm } from '#domain/realm.ts';
import type { ProofDocument } from '#domain/proofs/documents.ts';
import { TICK_RECORD_BYTES } from '#domain/proofs/tick-record.ts';
import type { Direction, Outcome, VoidReason } from '#domain/trading/prediction.ts';
import type { Usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';

/** What proofs need of a prediction: its terms, and its end where it has one. */
export interface ProvenPrediction {
  readonly id: string;
  readonly realm: Realm;
  readonly userId: string;
  /** null: this person has none yet. */
  readonly userSalt: Buffer | null;
  readonly pairId: string;
  readonly stream: number;
  readonly feed: FeedKind;
  readonly direction: Direction;
  readonly stake: Usdt;
  readonly payoutBps: number;
  readonly durationMs: number;
  readonly admittedAt: number;
  readonly kAdm: number;
  readonly hAdm: string;
  readonly salt: string;
  readonly rulesHash: string;
  readonly shard: number;
  readonly batch: number;
  readonly entrySeq: number | null;
  /** Records of e-1 (absent for the first tick) and e. */
  readonly entryRecords: readonly Buffer[];
  /** A correction has taken it back. */
  readonly corrected: boolean;
  readonly end: {
    readonly outcome: Outcome;
    readonly reason: VoidReason | null;
    readonly credit: Usdt;
    readonly exitSeq: number | null;
    /** Records of x and x+1 (sold: s-1 and s). */
    readonly records: readonly Buffer[];
    readonly settledAt: number;
    readonly batch: number;
    /** SOLD: the figures of the sale, as the receipt shows them. */
    readonly sale: ProofDocument | null;
  } | null;
}

interface PredictionRow {
  readonly id: string;
  readonly realm: number;
  readonly user_id: string;
  readonly user_salt: Buffer | null;
  readonly pair_id: string;
  readonly stream: number;
  readonly direction: Direction;
  readonly stake: string;
  readonly payout_bps: number;
  readonly duration_ms: number;
  readonly admitted_at: string;
  readonly k_adm: string;
  readonly h_adm: Buffer;
  readonly salt: Buffer;
  readonly rules_hash: Buffer;
  readonly shard: number;
  readonly batch: string;
  readonly entry_seq: string | null;
  readonly entry_records: Buffer | null;
  readonly settled_at: string | null;
  readonly corrected: boolean;
  readonly outcome: Outcome | null;
  readonly void_reason: VoidReason | null;
  readonly credit: string | null;
  readonly exit_seq: string | null;
  readonly exit_records: Buffer | null;
  readonly end_batch: string | null;
  readonly sale: ProofDocument | null;
}

const COLUMNS = `p.id, p.realm, p.user_id, u.salt AS user_salt, p.pair_id, p.stream, p.direction, p.stake, p.payout_bps, p.duration_ms,
  p.admitted_at, p.k_adm, p.h_adm, p.salt, p.rules_hash, p.shard, p.batch, p.entry_seq, p.entry_records, p.settled_at, p.state = 'CORRECTED' AS corrected,
  p.outcome, p.void_reason, p.credit, p.exit_seq, p.exit_records, p.end_batch, p.sale`;
const TABLES = `committed_prediction p LEFT JOIN proof_user u ON u.user_id = p.user_id`;

/** Predictions by id; who is not there is left out. */
export async function predictionsById(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProvenPrediction>> {
  const { rows } = await db.query<PredictionRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE p.id = ANY($1::uuid[]) AND p.realm IN (1, 2)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, predictionOf(row)]));
}

/** One prediction of a person and realm; null: there is none. */
export async function ownPrediction(
  db: Queryable,
  key: { readonly id: string; readonly userId: string; readonly realm: Realm },
): Promise<ProvenPrediction | null> {
  const { rows } = await db.query<PredictionRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE p.id = $1 AND p.realm = $2 AND p.user_id = $3`,
    [key.id, REALM_NO[key.realm], key.userId],
  );
  return rows[0] === undefined ? null : predictionOf(rows[0]);
}

/** Whose it is, and in which realm; null: there is none. */
export async function keyOf(
  db: Queryable,
  id: string,
): Promise<{ readonly userId: string; readonly realm: Realm } | null> {
  const { rows } = await db.query<{ userId: string; realm: number }>(
    'SELECT user_id AS "userId", realm FROM committed_prediction WHERE id = $1',
    [id],
  );
  const [row] = rows;
  return row === undefined ? null : { userId: row.userId, realm: row.realm === REALM_NO.real ? 'real' : 'demo' };
}

/** Settled predictions whose entry or exit stands in a range of a stream. */
export async function settledOn(
  db: Queryable,
  range: { readonly stream: number; readonly fromSeq: number; readonly toSeq: number },
): Promise<readonly ProvenPrediction[]> {
  const { rows } = await db.query<PredictionRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE p.stream = $1 AND p.settled_at IS NOT NULL
       AND (p.entry_seq BETWEEN $2 AND $3 OR p.exit_seq BETWEEN $2 AND $3) ORDER BY p.id`,
    [range.stream, range.fromSeq, range.toSeq],
  );
  return rows.map(predictionOf);
}

function predictionOf(row: PredictionRow): ProvenPrediction {
  return {
    id: row.id,
    realm: row.realm === REALM_NO.real ? 'real' : 'demo',
    userId: row.user_id,
    userSalt: row.user_salt,
    pairId: row.pair_id,
    stream: row.stream,
    feed: feedOf(row.stream),
    direction: row.direction,
    stake: usdt(BigInt(row.stake)),
    payoutBps: row.payout_bps,
    durationMs: row.duration_ms,
    admittedAt: Number(row.admitted_at),
    kAdm: Number(row.k_adm),
    hAdm: row.h_adm.toString('hex'),
    salt: row.salt.toString('hex'),
    rulesHash: row.rules_hash.toString('hex'),
    shard: row.shard,
    batch: Number(row.batch),
    entrySeq: row.entry_seq === null ? null : Number(row.entry_seq),
    entryRecords: recordsOf(row.entry_records),
    corrected: row.corrected,
    end: endOf(row),
  };
}

function endOf(row: PredictionRow): ProvenPrediction['end'] {
  const { outcome, credit, settled_at: settledAt, end_batch: batch } = row;
  if (outcome === null || credit === null || settledAt === null || batch === null) return null;
  return {
    outcome,
    reason: row.void_reason,
    credit: usdt(BigInt(credit)),
    exitSeq: row.exit_seq === null ? null : Number(row.exit_seq),
    records: recordsOf(row.exit_records),
    settledAt: Number(settledAt),
    batch: Number(batch),
    sale: row.sale,
  };
}

function recordsOf(bytes: Buffer | null): readonly Buffer[] {
  if (bytes === null) return [];
  return Array.from({ length: bytes.length / TICK_RECORD_BYTES }, (_, i) =>
    bytes.subarray(i * TICK_RECORD_BYTES, (i + 1) * TICK_RECORD_BYTES),
  );
}

function feedOf(stream: number): FeedKind {
  if (stream % 4 === FEED_KIND_NO.live) return 'live';
  return stream % 4 === FEED_KIND_NO.replay ? 'replay' : 'simulated';
}

const USER_SALT_BYTES = 16;

/** Draws the salts of people who have none; gives all of them. */
export async function ensureUserSalts(
  tx: PoolClient,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  await tx.query(
    `INSERT INTO proof_user (user_id, salt) SELECT * FROM unnest($1::uuid[], $2::bytea[]) ON CONFLICT DO NOTHING`,
    [userIds, userIds.map(() => randomBytes(USER_SALT_BYTES))],
  );
  const { rows } = await tx.query<{ user_id: string; salt: Buffer }>(
    'SELECT user_id, salt FROM proof_user WHERE user_id = ANY($1::uuid[])',
    [userIds],
  );
  return new Map(rows.map((row) => [row.user_id, row.salt]));
}

/** A rules document by its hash (hex). Throws when it is not stored: no prediction can name it then. */
export async function rulesByHash(db: Queryable, hash: string): Promise<ProofDocument> {
  const { rows } = await db.query<{ body: ProofDocument }>('SELECT body FROM committed_rules WHERE hash = $1', [
    Buffer.from(hash, 'hex'),
  ]);
  if (rows[0] === undefined) throw new Error(`rules ${hash} are not stored`);
  return rows[0].body;
}

export async function allRules(
  db: Queryable,
): Promise<readonly { readonly hash: Buffer; readonly body: ProofDocument }[]> {
  const { rows } = await db.query<{ hash: Buffer; body: ProofDocument }>('SELECT hash, body FROM committed_rules');
  return rows;
}
