import { FEED_KIND_NO } from '#domain/prices/pair.ts';
import type { FeedKind } from '#domain/prices/pair.ts';
import { usdt } from '#domain/money.ts';
import { REALM_NO } from '#domain/realm.ts';
import type {
  Direction,
  Outcome,
  Prediction,
  PredictionStatus,
  TickMark,
  VoidReason,
} from '#domain/trading/prediction.ts';

/** Bytes as the driver gives them, or their hex where a query encodes them: for many rows that is cheaper. */
type Bytes = Buffer | string;

/** A row of prediction, with its settlement where it has one. bigint columns arrive as text. */
export interface PredictionRow {
  readonly id: string;
  readonly realm: number;
  readonly user_id: string;
  readonly pair_id: string;
  readonly stream: number;
  readonly direction: Direction;
  readonly stake: string;
  readonly payout_bps: number;
  readonly duration_ms: number;
  readonly state: PredictionStatus;
  readonly admitted_at: string;
  readonly k_adm: string;
  readonly h_adm: Bytes;
  readonly salt: Bytes;
  readonly rules_hash: Bytes;
  readonly shard: number;
  readonly batch: string;
  readonly entry_seq: string | null;
  readonly entry_t: string | null;
  readonly entry_price: string | null;
  readonly entry_row: number | null;
  readonly entry_ts: string | null;
  readonly expires_at: string | null;
  readonly settled_at: string | null;
  readonly outcome: Outcome | null;
  readonly void_reason: VoidReason | null;
  readonly credit: string | null;
  readonly exit_seq: string | null;
  readonly exit_t: string | null;
  readonly exit_price: string | null;
  readonly exit_row: number | null;
  readonly exit_ts: string | null;
}

/** What the engine reads of a prediction that is open, every column as text. */
export type OpenRow = { readonly [K in OpenText]: string } & { readonly [K in OpenOrNull]: string | null } & Pick<
    PredictionRow,
    'direction' | 'state'
  >;
type OpenText =
  | 'id'
  | 'realm'
  | 'user_id'
  | 'pair_id'
  | 'stream'
  | 'stake'
  | 'payout_bps'
  | 'duration_ms'
  | 'admitted_at'
  | 'k_adm'
  | 'h_adm'
  | 'salt'
  | 'rules_hash'
  | 'shard'
  | 'batch';
type OpenOrNull = 'entry_seq' | 'entry_t' | 'entry_price' | 'entry_row' | 'entry_ts' | 'expires_at';

/** The kind of feed in a stream number. */
export function kindOfStream(stream: number): FeedKind {
  const no = stream % 4;
  if (no === FEED_KIND_NO.live) return 'live';
  return no === FEED_KIND_NO.replay ? 'replay' : 'simulated';
}

export function predictionOf(row: PredictionRow): Prediction {
  return {
    id: row.id,
    realm: row.realm === REALM_NO.real ? 'real' : 'demo',
    userId: row.user_id,
    pairId: row.pair_id,
    feed: kindOfStream(row.stream),
    direction: row.direction,
    stake: usdt(BigInt(row.stake)),
    payoutBps: row.payout_bps,
    durationMs: row.duration_ms,
    status: row.state,
    ...endOf(row),
    admittedAt: Number(row.admitted_at),
    kAdm: Number(row.k_adm),
    hAdm: hexOf(row.h_adm),
    salt: hexOf(row.salt),
    rulesHash: hexOf(row.rules_hash),
    shard: row.shard,
    batch: Number(row.batch),
    entry: markOf([row.entry_seq, row.entry_t, row.entry_price], row.entry_row, row.entry_ts),
    expiresAt: numberOrNull(row.expires_at),
    exit: markOf([row.exit_seq, row.exit_t, row.exit_price], row.exit_row, row.exit_ts),
    settledAt: numberOrNull(row.settled_at),
  };
}

/** The same of one that is open. */
export function openPredictionOf(row: OpenRow): Prediction {
  return {
    id: row.id,
    realm: Number(row.realm) === REALM_NO.real ? 'real' : 'demo',
    userId: row.user_id,
    pairId: row.pair_id,
    feed: kindOfStream(Number(row.stream)),
    direction: row.direction,
    stake: usdt(BigInt(row.stake)),
    payoutBps: Number(row.payout_bps),
    durationMs: Number(row.duration_ms),
    status: row.state,
    outcome: null,
    voidReason: null,
    credit: null,
    admittedAt: Number(row.admitted_at),
    kAdm: Number(row.k_adm),
    hAdm: row.h_adm,
    salt: row.salt,
    rulesHash: row.rules_hash,
    shard: Number(row.shard),
    batch: Number(row.batch),
    entry: markOf([row.entry_seq, row.entry_t, row.entry_price], row.entry_row, row.entry_ts),
    expiresAt: numberOrNull(row.expires_at),
    exit: null,
    settledAt: null,
  };
}

const hexOf = (bytes: Bytes) => (typeof bytes === 'string' ? bytes : bytes.toString('hex'));

/** How it ended. What a correction of ticks took back counts as void, whatever the settlement says: the stake came back. */
function endOf(row: PredictionRow): Pick<Prediction, 'outcome' | 'voidReason' | 'credit'> {
  if (row.state === 'CORRECTED') {
    return { outcome: 'VOID', voidReason: 'SOURCE_CORRECTION', credit: usdt(BigInt(row.stake)) };
  }
  const credit = row.credit === null ? null : usdt(BigInt(row.credit));
  return { outcome: row.outcome, voidReason: row.void_reason, credit };
}

function markOf(
  [seq, t, price]: readonly [string | null, string | null, string | null],
  row: number | string | null,
  ts: string | null,
): TickMark | null {
  if (seq === null || t === null || price === null) return null;
  return {
    seq: Number(seq),
    t: Number(t),
    price: Number(price),
    recorded: row === null || ts === null ? null : { row: Number(row), ts: Number(ts) },
  };
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}
