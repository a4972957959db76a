import type { Queryable } from '#server/db/index.ts';

/** A round that has ended, with the runs of ticks that its averages come from. Times ms; sums of price x ms as decimal text. */
export interface EndedRound {
  readonly market: string;
  readonly realm: number;
  readonly pairId: string;
  readonly stream: number;
  readonly windowSec: number;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly rulesHash: string;
  readonly result: 'WON' | 'TIE' | 'VOID';
  /** 0: the first outcome, UP. */
  readonly won: number | null;
  readonly reason: string | null;
  readonly endedAt: number;
  readonly start: Run | null;
  readonly end: Run | null;
  /** The tick that shows why it was void, after the one before it; null: no tick does. */
  readonly faultSeq: number | null;
}

/** A run of ticks, both ends in it. */
export interface Run {
  readonly sum: string;
  readonly first: number;
  readonly last: number;
}

interface RoundRow {
  readonly id: string;
  readonly realm: number;
  readonly pair_id: string;
  readonly stream: number;
  readonly window_sec: number;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly rules_hash: Buffer;
  readonly result: EndedRound['result'];
  readonly won: number | null;
  readonly void_reason: string | null;
  readonly ended_at: string | null;
  readonly start_sum: string | null;
  readonly start_first: string | null;
  readonly start_last: string | null;
  readonly end_sum: string | null;
  readonly end_first: string | null;
  readonly end_last: string | null;
  readonly fault_seq: string | null;
}

const COLUMNS = `id, realm, pair_id, stream, window_sec, starts_at, ends_at, rules_hash, result, won, void_reason, ended_at,
  start_sum, start_first, start_last, end_sum, end_first, end_last, fault_seq`;
const ENDED = `shard = 0 AND result IS NOT NULL AND kind = 'round'`;

/** Ended rounds with an end at or after `since` (ms), by end. */
export async function endedRounds(db: Queryable, since: number): Promise<readonly EndedRound[]> {
  const { rows } = await db.query<RoundRow>(
    `SELECT ${COLUMNS} FROM committed_market WHERE ${ENDED} AND ends_at >= $1 ORDER BY ends_at, id`,
    [since],
  );
  return rows.map(roundOf);
}

/** Rounds that ended in [since, before) (ms) and stand in no hour root, by id. */
export async function unpublishedRounds(
  tx: Queryable,
  { since, before }: { readonly since: number; readonly before: number },
): Promise<readonly EndedRound[]> {
  const { rows } = await tx.query<RoundRow>(
    `SELECT ${COLUMNS} FROM committed_market m WHERE ${ENDED} AND ends_at >= $1 AND coalesce(ended_at, ends_at) < $2
       AND NOT EXISTS (SELECT FROM proof_event WHERE name = 'round/' || m.id) ORDER BY id`,
    [since, before],
  );
  return rows.map(roundOf);
}

function roundOf(row: RoundRow): EndedRound {
  return {
    market: row.id,
    realm: row.realm,
    pairId: row.pair_id,
    stream: row.stream,
    windowSec: row.window_sec,
    startsAt: Number(row.starts_at),
    endsAt: Number(row.ends_at),
    rulesHash: row.rules_hash.toString('hex'),
    result: row.result,
    won: row.won,
    reason: row.void_reason,
    endedAt: Number(row.ended_at ?? row.ends_at),
    start: runOf(row.start_sum, row.start_first, row.start_last),
    end: runOf(row.end_sum, row.end_first, row.end_last),
    faultSeq: row.fault_seq === null ? null : Number(row.fault_seq),
  };
}

function runOf(sum: string | null, first: string | null, last: string | null): Run | null {
  return sum === null || first === null || last === null ? null : { sum, first: Number(first), last: Number(last) };
}
