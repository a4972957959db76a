import type { PoolClient } from 'pg';
import type { CaseOutcome } from '#domain/verification/name-check.ts';
import type { Queryable } from '#server/db/index.ts';

/** A case: hits on a person that somebody must look at. Times in ms. */
export interface CaseRow {
  readonly id: string;
  readonly userId: string;
  readonly openedAt: number;
  readonly dueAt: number;
  readonly owner: string | null;
  readonly escalatedAt: number | null;
  readonly snoozedUntil: number | null;
  readonly outcome: CaseOutcome | null;
  readonly endedAt: number | null;
  /** Of the likeliest hit. */
  readonly score: number;
  readonly hits: number;
}

export interface NewHit {
  readonly entryId: string;
  /** Hex. */
  readonly digest: string;
  readonly score: number;
  readonly features: Buffer;
}

/** A hit of a case, sealed as it is kept. */
export interface HitRow {
  readonly entryId: string;
  readonly listNo: string;
  readonly score: number;
  readonly features: Buffer;
}

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;
const CASE = `SELECT c.id, c.user_id AS "userId", ${ms('c.opened_at')} AS "openedAt", ${ms('c.due_at')} AS "dueAt", c.owner,
  ${ms('c.escalated_at')} AS "escalatedAt", ${ms('c.snoozed_until')} AS "snoozedUntil", c.outcome, ${ms('c.ended_at')} AS "endedAt",
  coalesce((SELECT max(score) FROM case_hit h WHERE h.case_id = c.id), 0)::float8 AS score,
  (SELECT count(*)::int FROM case_hit h WHERE h.case_id = c.id) AS hits FROM verification_case c`;

/** The open case of a person; null: there is none. */
export async function findOpenCase(tx: PoolClient, userId: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM verification_case WHERE user_id = $1 AND ended_at IS NULL FOR UPDATE',
    [userId],
  );
  return rows[0]?.id ?? null;
}

export async function insertCase(
  tx: PoolClient,
  opened: { readonly id: string; readonly userId: string; readonly now: number; readonly dueAt: number },
): Promise<void> {
  await tx.query('INSERT INTO verification_case (id, user_id, opened_at, due_at) VALUES ($1, $2, $3, $4)', [
    opened.id,
    opened.userId,
    new Date(opened.now),
    new Date(opened.dueAt),
  ]);
}

/** Digests (hex) of entries that need no new hit: cleared for this version of the person, or in the open case. */
export async function knownHits(
  tx: PoolClient,
  { userId, nameVersion }: { readonly userId: string; readonly nameVersion: number },
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ digest: string }>(
    `SELECT encode(digest, 'hex') AS digest FROM cleared_hit WHERE user_id = $1 AND name_version = $2
     UNION SELECT encode(h.digest, 'hex') FROM case_hit h JOIN verification_case c ON c.id = h.case_id
       WHERE h.user_id = $1 AND h.name_version = $2 AND c.ended_at IS NULL`,
    [userId, nameVersion],
  );
  return new Set(rows.map(({ digest }) => digest));
}

export async function insertHits(
  tx: PoolClient,
  found: {
    readonly caseId: string;
    readonly userId: string;
    readonly listNo: string;
    readonly nameVersion: number;
    readonly now: number;
    readonly hits: readonly NewHit[];
  },
): Promise<void> {
  for (const { digest, entryId, score, features } of found.hits) {
    await tx.query(
      `INSERT INTO case_hit (case_id, user_id, digest, entry_id, list_no, name_version, score, features, found_at)
       VALUES ($1, $2, decode($3, 'hex'), $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
      [
        found.caseId,
        found.userId,
        digest,
        entryId,
        found.listNo,
        found.nameVersion,
        score,
        features,
        new Date(found.now),
      ],
    );
  }
}

/** Open cases, the one that is due first at the top; those that rest until later come last. */
export async function listCases(
  db: Queryable,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<readonly CaseRow[]> {
  const { rows } = await db.query<CaseRow>(
    `${CASE} WHERE c.ended_at IS NULL ORDER BY c.snoozed_until > $1 NULLS FIRST, c.due_at, c.id LIMIT $2`,
    [new Date(now), most],
  );
  return rows;
}

/** How a case stands for its desk. */
export const CASE_STATES = ['waiting', 'resting', 'ended'] as const;
export type CaseState = (typeof CASE_STATES)[number];

const STANDS: Readonly<Record<CaseState, string>> = {
  waiting: 'c.ended_at IS NULL AND coalesce(c.snoozed_until <= $1, true)',
  resting: 'c.ended_at IS NULL AND c.snoozed_until > $1',
  ended: 'c.ended_at IS NOT NULL AND $1::timestamptz IS NOT NULL',
};

/** Cases of one state after a row: open ones by when they are due, ended ones from the newest on. */
export async function pageCases(
  db: Queryable,
  asked: { readonly state: CaseState; readonly after: string | null; readonly limit: number; readonly now: number },
): Promise<readonly CaseRow[]> {
  const { state, after, limit, now } = asked;
  const goesOn =
    state === 'ended'
      ? '($2::uuid IS NULL OR c.id < $2) ORDER BY c.id DESC'
      : `($2::uuid IS NULL OR (c.due_at, c.id) > (SELECT a.due_at, a.id FROM verification_case a WHERE a.id = $2))
         ORDER BY c.due_at, c.id`;
  const { rows } = await db.query<CaseRow>(`${CASE} WHERE ${STANDS[state]} AND ${goesOn} LIMIT $3`, [
    new Date(now),
    after,
    limit,
  ]);
  return rows;
}

/** Cases of a person from before one on, newest first. */
export async function casesOfPerson(
  db: Queryable,
  asked: { readonly userId: string; readonly after: string | null; readonly limit: number },
): Promise<readonly CaseRow[]> {
  const { rows } = await db.query<CaseRow>(
    `${CASE} WHERE c.user_id = $1 AND ($2::uuid IS NULL OR c.id < $2) ORDER BY c.id DESC LIMIT $3`,
    [asked.userId, asked.after, asked.limit],
  );
  return rows;
}

/** Open cases that do not rest. */
export async function countWaitingCases(db: Queryable, now: number): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM verification_case c WHERE ${STANDS.waiting}`,
    [new Date(now)],
  );
  return rows[0]?.waiting ?? 0;
}

export async function findCase(db: Queryable, id: string): Promise<CaseRow | null> {
  const { rows } = await db.query<CaseRow>(`${CASE} WHERE c.id = $1`, [id]);
  return rows[0] ?? null;
}

/** The same, held until the transaction ends. */
export async function lockCase(tx: PoolClient, id: string): Promise<CaseRow | null> {
  const { rows } = await tx.query<CaseRow>(`${CASE} WHERE c.id = $1 FOR UPDATE OF c`, [id]);
  return rows[0] ?? null;
}

/** The likeliest first. */
export async function findHits(db: Queryable, caseId: string): Promise<readonly HitRow[]> {
  const { rows } = await db.query<HitRow>(
    `SELECT entry_id AS "entryId", list_no::text AS "listNo", score::float8, features FROM case_hit WHERE case_id = $1
     ORDER BY score DESC, entry_id`,
    [caseId],
  );
  return rows;
}

export async function setOwner(tx: PoolClient, id: string, owner: string | null): Promise<void> {
  await tx.query('UPDATE verification_case SET owner = $2, snoozed_until = NULL WHERE id = $1', [id, owner]);
}

export async function snoozeCase(
  tx: PoolClient,
  { id, until, reason }: { readonly id: string; readonly until: number; readonly reason: Buffer },
): Promise<void> {
  await tx.query('UPDATE verification_case SET snoozed_until = $2, snooze_reason = $3 WHERE id = $1', [
    id,
    new Date(until),
    reason,
  ]);
}

/** Ends a case; what it cleared is remembered. */
export async function endCase(
  tx: PoolClient,
  ended: {
    readonly id: string;
    readonly outcome: CaseOutcome /** Sealed; null: by a command of a sandbox. */;
    readonly reason: Buffer | null;
    readonly now: number;
  },
): Promise<void> {
  await tx.query('UPDATE verification_case SET outcome = $2, reason = $3, ended_at = $4 WHERE id = $1', [
    ended.id,
    ended.outcome,
    ended.reason,
    new Date(ended.now),
  ]);
  if (ended.outcome !== 'cleared') return;
  await tx.query(
    `INSERT INTO cleared_hit (user_id, digest, name_version, case_id, cleared_at)
     SELECT user_id, digest, name_version, case_id, $2 FROM case_hit WHERE case_id = $1 ON CONFLICT DO NOTHING`,
    [ended.id, new Date(ended.now)],
  );
}

/** Escalates what is due and does not rest. How many. */
export async function escalateDue(db: Queryable, now: number): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE verification_case SET escalated_at = $1 WHERE ended_at IS NULL AND escalated_at IS NULL AND due_at <= $1
     AND coalesce(snoozed_until, due_at) <= $1`,
    [new Date(now)],
  );
  return rowCount ?? 0;
}
