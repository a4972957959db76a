import { firstIdAt } from '#domain/ids.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import type { Queryable } from '#server/db/index.ts';

/** No prediction lives longer, ms: its id was drawn at most so long before its end. */
const LONGEST_LIFE_MS = 8 * DAY_MS;
/** A range that is in no segment yet is of the hours that are not sealed. */
const UNSEALED_MS = 3 * HOUR_MS;

/** A proposal as the desk shows it. Times ms. */
export interface ProposalRow {
  readonly id: string;
  readonly stream: number;
  readonly name: string;
  readonly pair: string;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly clause: string;
  /** Hex. */
  readonly evidence: string;
  readonly proposedBy: string;
  readonly proposedAt: number;
  /** null: it waits. */
  readonly approved: { readonly no: number; readonly by: string; readonly at: number } | null;
}

interface ProposalRecord extends Omit<ProposalRow, 'approved'> {
  readonly no: number | null;
  readonly by: string | null;
  readonly at: number | null;
}

const PROPOSALS = `SELECT p.id, p.stream::float8 AS stream, t.name, t.pair, p.from_seq::float8 AS "fromSeq", p.to_seq::float8 AS "toSeq",
    p.clause, encode(p.evidence, 'hex') AS evidence, p.proposed_by AS "proposedBy", p.proposed_at::float8 AS "proposedAt",
    c.no, c.approved_by AS by, c.at::float8 AS at
  FROM correction_proposal p JOIN price_stream t ON t.stream = p.stream LEFT JOIN proof_correction c ON c.proposal = p.id`;

function proposalOf({ no, by, at, ...row }: ProposalRecord): ProposalRow {
  return { ...row, approved: no === null || by === null || at === null ? null : { no, by, at } };
}

/** Newest first, after one that has been shown. */
export async function listProposals(
  db: Queryable,
  asked: {
    readonly after: { readonly at: number; readonly id: string } | null;
    readonly waits: boolean | null;
    readonly limit: number;
  },
): Promise<readonly ProposalRow[]> {
  const { rows } = await db.query<ProposalRecord>(
    `${PROPOSALS} WHERE ($1::bigint IS NULL OR (p.proposed_at, p.id) < ($1, $2::uuid)) AND ($3::boolean IS NULL OR (c.no IS NULL) = $3)
     ORDER BY p.proposed_at DESC, p.id DESC LIMIT $4`,
    [asked.after?.at ?? null, asked.after?.id ?? null, asked.waits, asked.limit],
  );
  return rows.map(proposalOf);
}

export async function findProposal(db: Queryable, id: string): Promise<ProposalRow | null> {
  const { rows } = await db.query<ProposalRecord>(`${PROPOSALS} WHERE p.id = $1`, [id]);
  return rows[0] === undefined ? null : proposalOf(rows[0]);
}

export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM correction_proposal p WHERE NOT EXISTS (SELECT FROM proof_correction c WHERE c.proposal = p.id)',
  );
  return rows[0]?.count ?? 0;
}

/** What a range does, or did, to a prediction. Money in 10^-6. */
export interface EffectRow {
  readonly id: string;
  readonly realm: number;
  readonly userId: string;
  readonly direction: string;
  readonly stake: bigint;
  readonly outcome: string;
  readonly credit: bigint;
  /** It is void, or was taken back by another correction: it stays as it is. */
  readonly stays: boolean;
  /** What the house bears of it; null: it was not taken back by this one. */
  readonly shortfall: bigint | null;
}

interface Range {
  readonly stream: number;
  readonly fromSeq: number;
  readonly toSeq: number;
}

/** The ids that predictions on a range can have, by the hours its ticks came in: without them every prediction there is would be read. */
async function idsOn(
  db: Queryable,
  { stream, fromSeq, toSeq }: Range,
  now: number,
): Promise<readonly [string, string]> {
  const { rows } = await db.query<{ first: number | null; last: number | null }>(
    `SELECT (SELECT hour::float8 FROM sealed_segment WHERE stream = $1 AND first_seq <= $2 AND last_seq >= $2) AS first,
       (SELECT hour::float8 FROM sealed_segment WHERE stream = $1 AND first_seq <= $3 AND last_seq >= $3) AS last`,
    [stream, fromSeq, toSeq],
  );
  const { first = null, last = null } = rows[0] ?? {};
  const from = first === null ? now - UNSEALED_MS : first * HOUR_MS;
  const to = last === null ? now : (last + 2) * HOUR_MS;
  return [firstIdAt(from - LONGEST_LIFE_MS), firstIdAt(to)];
}

const TOUCHED = `committed_prediction p LEFT JOIN correction_settlement c ON c.prediction_id = p.id AND c.realm = p.realm
  WHERE p.stream = $1 AND p.settled_at IS NOT NULL AND p.id >= $4::uuid AND p.id < $5::uuid
    AND (p.entry_seq BETWEEN $2 AND $3 OR p.exit_seq BETWEEN $2 AND $3)`;
/** `$6`: number of the correction; null: it is no correction yet. */
const STAYS = `(p.outcome = 'VOID' OR (c.correction IS NOT NULL AND c.correction IS DISTINCT FROM $6::int))`;

interface Touching extends Range {
  readonly no: number | null;
  readonly now: number;
}

/** Predictions that a range touches, by id, with what becomes of each. */
export async function listEffects(
  db: Queryable,
  { no, now, after, limit, ...range }: Touching & { readonly after: string | null; readonly limit: number },
): Promise<readonly EffectRow[]> {
  const [first, last] = await idsOn(db, range, now);
  const { rows } = await db.query<
    Omit<EffectRow, 'stake' | 'credit' | 'shortfall'> & { stake: string; credit: string; shortfall: string | null }
  >(
    `SELECT p.id, p.realm, p.user_id AS "userId", p.direction, p.stake, p.outcome, p.credit, ${STAYS} AS stays,
       CASE WHEN c.correction = $6 THEN c.shortfall END AS shortfall
     FROM ${TOUCHED} AND ($7::uuid IS NULL OR p.id > $7) ORDER BY p.id LIMIT $8`,
    [range.stream, range.fromSeq, range.toSeq, first, last, no, after, limit],
  );
  return rows.map((row) => ({
    ...row,
    stake: BigInt(row.stake),
    credit: BigInt(row.credit),
    shortfall: row.shortfall === null ? null : BigInt(row.shortfall),
  }));
}

/** The sums of it, by realm. `taken`: profits that go back; `given`: lost stakes that come back. */
export async function sumEffects(db: Queryable, { no, now, ...range }: Touching) {
  const [first, last] = await idsOn(db, range, now);
  const { rows } = await db.query<{
    realm: number;
    count: number;
    stay: number;
    stakes: string;
    taken: string;
    given: string;
  }>(
    `SELECT p.realm, (count(*) FILTER (WHERE NOT ${STAYS}))::int AS count, (count(*) FILTER (WHERE ${STAYS}))::int AS stay,
       coalesce(sum(p.stake) FILTER (WHERE NOT ${STAYS}), 0)::text AS stakes,
       coalesce(sum(greatest(p.credit - p.stake, 0)) FILTER (WHERE NOT ${STAYS}), 0)::text AS taken,
       coalesce(sum(greatest(p.stake - p.credit, 0)) FILTER (WHERE NOT ${STAYS}), 0)::text AS given
     FROM ${TOUCHED} GROUP BY p.realm`,
    [range.stream, range.fromSeq, range.toSeq, first, last, no],
  );
  return rows;
}
