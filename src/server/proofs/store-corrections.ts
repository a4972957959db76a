import type { PoolClient } from 'pg';
import { REALM_NO, type Realm } from '#domain/realm.ts';
import type { Usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';

/** A range that somebody says is wrong. */
export interface Proposal {
  readonly id: string;
  readonly stream: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly clause: string;
  readonly evidence: Buffer;
  readonly proposedBy: string;
  readonly proposedAt: number;
}

export async function insertProposal(tx: Queryable, proposal: Proposal): Promise<void> {
  await tx.query(
    `INSERT INTO correction_proposal (id, stream, from_seq, to_seq, clause, evidence, proposed_by, proposed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      proposal.id,
      proposal.stream,
      proposal.fromSeq,
      proposal.toSeq,
      proposal.clause,
      proposal.evidence,
      proposal.proposedBy,
      proposal.proposedAt,
    ],
  );
}

/** A proposal, held; null: there is none. `approved`: it counts already. */
export async function lockProposal(
  tx: PoolClient,
  id: string,
): Promise<(Proposal & { readonly approved: boolean }) | null> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('proof_correction'))`);
  const { rows } = await tx.query<{
    id: string;
    stream: string;
    from_seq: string;
    to_seq: string;
    clause: string;
    evidence: Buffer;
    proposed_by: string;
    proposed_at: string;
    approved: boolean;
  }>(
    `SELECT p.*, EXISTS (SELECT FROM proof_correction c WHERE c.proposal = p.id) AS approved
     FROM correction_proposal p WHERE p.id = $1`,
    [id],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    id: row.id,
    stream: Number(row.stream),
    fromSeq: Number(row.from_seq),
    toSeq: Number(row.to_seq),
    clause: row.clause,
    evidence: row.evidence,
    proposedBy: row.proposed_by,
    proposedAt: Number(row.proposed_at),
    approved: row.approved,
  };
}

/** An approved correction. `leaves`: 32 bytes each, by id of the predictions. */
export interface CorrectionRow {
  readonly no: number;
  readonly proposal: string;
  readonly stream: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly proposedBy: string;
  readonly approvedBy: string;
  readonly at: number;
  readonly doc: string;
  readonly sig: Buffer;
  readonly leaves: Buffer;
}

export async function insertCorrection(tx: Queryable, row: CorrectionRow): Promise<void> {
  await tx.query(
    `INSERT INTO proof_correction (no, proposal, stream, from_seq, to_seq, proposed_by, approved_by, at, doc, sig, leaves)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      row.no,
      row.proposal,
      row.stream,
      row.fromSeq,
      row.toSeq,
      row.proposedBy,
      row.approvedBy,
      row.at,
      row.doc,
      row.sig,
      row.leaves,
    ],
  );
}

export interface CorrectionText {
  readonly no: number;
  readonly at: number;
  readonly doc: string;
  readonly sig: Buffer;
  readonly leaves: Buffer;
}

/** Corrections with numbers in (after, upto], oldest first. */
export async function correctionsBetween(
  db: Queryable,
  after: number,
  upto: number,
): Promise<readonly CorrectionText[]> {
  const { rows } = await db.query<Omit<CorrectionText, 'at'> & { at: string }>(
    'SELECT no, at, doc, sig, leaves FROM proof_correction WHERE no > $1 AND no <= $2 ORDER BY no',
    [after, upto],
  );
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}

/** Number of the last correction before a time, ms; 0: none. */
export async function lastCorrectionBefore(db: Queryable, before: number): Promise<number> {
  const { rows } = await db.query<{ no: number | null }>('SELECT max(no) AS no FROM proof_correction WHERE at < $1', [
    before,
  ]);
  return rows[0]?.no ?? 0;
}

/** Does a correction cover part of this range already? */
export async function overlapsCorrection(
  tx: Queryable,
  range: { readonly stream: number; readonly fromSeq: number; readonly toSeq: number },
): Promise<boolean> {
  const { rows } = await tx.query(
    'SELECT 1 FROM proof_correction WHERE stream = $1 AND from_seq <= $3 AND to_seq >= $2 LIMIT 1',
    [range.stream, range.fromSeq, range.toSeq],
  );
  return rows.length > 0;
}

/** The correction that took a prediction back; null: none. */
export async function correctionOf(
  db: Queryable,
  key: { readonly id: string; readonly realm: Realm },
): Promise<CorrectionText | null> {
  const { rows } = await db.query<{ correction: number }>(
    'SELECT correction FROM correction_settlement WHERE prediction_id = $1 AND realm = $2',
    [key.id, REALM_NO[key.realm]],
  );
  const no = rows[0]?.correction;
  return no === undefined ? null : ((await correctionsBetween(db, no - 1, no))[0] ?? null);
}

/** The first correction of a stream that holds a price of one of these runs: their last ticks only end them. null: none. */
export async function correctionOnRuns(
  db: Queryable,
  stream: number,
  runs: readonly { readonly first: number; readonly last: number }[],
): Promise<CorrectionText | null> {
  const { rows } = await db.query<{ no: number | null }>(
    `SELECT min(c.no) AS no FROM proof_correction c
     JOIN unnest($2::bigint[], $3::bigint[]) AS run (first, last) ON c.from_seq < run.last AND c.to_seq >= run.first
     WHERE c.stream = $1`,
    [stream, runs.map(({ first }) => first), runs.map(({ last }) => last)],
  );
  const no = rows[0]?.no ?? null;
  return no === null ? null : ((await correctionsBetween(db, no - 1, no))[0] ?? null);
}

/** Notes what a correction did to a prediction. */
export async function insertTakenBack(
  tx: Queryable,
  row: {
    readonly id: string;
    readonly realm: Realm;
    readonly correction: number;
    readonly credit: Usdt;
    readonly shortfall: Usdt;
  },
): Promise<void> {
  await tx.query(
    'INSERT INTO correction_settlement (prediction_id, realm, correction, credit, shortfall) VALUES ($1, $2, $3, $4, $5)',
    [row.id, REALM_NO[row.realm], row.correction, row.credit, row.shortfall],
  );
}

/** Open predictions that stand, or may come to stand, on a range: the latest end (ms), and how many. */
export async function openOn(
  tx: Queryable,
  range: { readonly stream: number; readonly fromSeq: number; readonly toSeq: number },
): Promise<{ readonly count: number; readonly lastEnd: number | null }> {
  const { rows } = await tx.query<{ count: number; last: string | null }>(
    `SELECT count(*)::int AS count, max(expires_at) AS last FROM committed_prediction p
     WHERE settled_at IS NULL AND stream = $1
       AND (entry_seq BETWEEN $2 AND $3
         OR ((SELECT seen_seq FROM committed_stream WHERE shard = p.shard AND stream = $1) <= $3))`,
    [range.stream, range.fromSeq, range.toSeq],
  );
  const last = rows[0]?.last ?? null;
  return { count: rows[0]?.count ?? 0, lastEnd: last === null ? null : Number(last) };
}

/** A stream by pair and feed, and its last known tick; null: there is none. */
export async function streamOf(
  db: Queryable,
  name: string,
): Promise<{ readonly stream: number; readonly pair: string; readonly lastSeq: number } | null> {
  const { rows } = await db.query<{ stream: string; pair: string; last: string }>(
    `SELECT t.stream, t.pair, greatest(coalesce((SELECT max(last_seq) FROM sealed_segment WHERE stream = t.stream), 0),
       coalesce((SELECT max(seen_seq) FROM committed_stream WHERE stream = t.stream), 0)) AS last
     FROM price_stream t WHERE t.name = $1`,
    [name],
  );
  const row = rows[0];
  return row === undefined ? null : { stream: Number(row.stream), pair: row.pair, lastSeq: Number(row.last) };
}

export async function nameOfStream(db: Queryable, stream: number): Promise<string> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM price_stream WHERE stream = $1', [stream]);
  if (rows[0] === undefined) throw new Error(`no stream ${stream}`);
  return rows[0].name;
}
