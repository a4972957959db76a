import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

export type BulkState = 'TRYING' | 'TRIED' | 'RUNNING' | 'DONE' | 'STOPPED';
/** What came of one person: `changes` of a try, `done` of the act. */
export type BulkEnd = 'changes' | 'done' | 'refused' | 'failed';
export type BulkPhase = 'try' | 'run';

/** Times in ms. */
export interface BulkRow {
  readonly id: string;
  readonly act: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly sealed: Buffer;
  /** null: people were named one by one. */
  readonly viewName: string | null;
  readonly askedBy: string;
  readonly role: string;
  readonly session: string;
  readonly state: BulkState;
  readonly people: number;
  readonly request: string | null;
  readonly madeAt: number;
  readonly endedAt: number | null;
}

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;
const COLUMNS = `id, act, fields, sealed, view_name AS "viewName", asked_by AS "askedBy", role, session, state, people, request,
  ${ms('made_at')} AS "madeAt", ${ms('ended_at')} AS "endedAt"`;

export async function insertBulk(
  tx: PoolClient,
  row: Omit<BulkRow, 'state' | 'people' | 'request' | 'endedAt'>,
  people: readonly string[],
): Promise<void> {
  await tx.query(
    `INSERT INTO bulk_act (id, act, fields, sealed, view_name, asked_by, role, session, state, people, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'TRYING', $9, $10)`,
    [
      row.id,
      row.act,
      JSON.stringify(row.fields),
      row.sealed,
      row.viewName,
      row.askedBy,
      row.role,
      row.session,
      people.length,
      new Date(row.madeAt),
    ],
  );
  await tx.query(
    `INSERT INTO bulk_person (bulk, no, user_id) SELECT $1, no, id FROM unnest($2::uuid[]) WITH ORDINALITY AS one (id, no)`,
    [row.id, people],
  );
}

/** Newest first, below `after`. */
export async function listBulks(
  db: Queryable,
  asked: { readonly state: string | null; readonly after: string | null; readonly limit: number },
): Promise<readonly BulkRow[]> {
  const { rows } = await db.query<BulkRow>(
    `SELECT ${COLUMNS} FROM bulk_act WHERE ($1::text IS NULL OR state = $1) AND ($2::uuid IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [asked.state, asked.after, asked.limit],
  );
  return rows;
}

export async function countMoving(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM bulk_act WHERE state IN ('TRYING', 'RUNNING')`,
  );
  return rows[0]?.count ?? 0;
}

export async function findBulk(db: Queryable, id: string, lock = ''): Promise<BulkRow | null> {
  const { rows } = await db.query<BulkRow>(`SELECT ${COLUMNS} FROM bulk_act WHERE id = $1 ${lock}`, [id]);
  return rows[0] ?? null;
}

/** One that nobody else changes until the transaction ends. */
export function lockBulk(tx: PoolClient, id: string): Promise<BulkRow | null> {
  return findBulk(tx, id, 'FOR UPDATE');
}

export async function setState(
  tx: PoolClient,
  to: { readonly id: string; readonly state: BulkState; readonly endedAt: number | null; readonly request?: string },
): Promise<void> {
  await tx.query(`UPDATE bulk_act SET state = $2, ended_at = $3, request = coalesce($4, request) WHERE id = $1`, [
    to.id,
    to.state,
    to.endedAt === null ? null : new Date(to.endedAt),
    to.request ?? null,
  ]);
}

export interface BulkPerson {
  readonly no: number;
  readonly userId: string;
}

const WAITS = { try: 'tried IS NULL', run: `done IS NULL AND tried IS NOT NULL` } as const;

/** The people that a phase has still before it, in their order. */
export async function peopleLeft(
  db: Queryable,
  { id, phase, limit }: { readonly id: string; readonly phase: BulkPhase; readonly limit: number },
): Promise<readonly BulkPerson[]> {
  const { rows } = await db.query<BulkPerson>(
    `SELECT no, user_id AS "userId" FROM bulk_person WHERE bulk = $1 AND ${WAITS[phase]} ORDER BY no LIMIT $2`,
    [id, limit],
  );
  return rows;
}

/** Takes one person of a bulk act that goes on; false: it was done before, or the act was stopped. */
export async function takePerson(
  tx: PoolClient,
  { id, no, phase }: { readonly id: string; readonly no: number; readonly phase: BulkPhase },
): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT 1 FROM bulk_act b JOIN bulk_person p ON p.bulk = b.id
     WHERE b.id = $1 AND p.no = $2 AND b.state = $3 AND p.${WAITS[phase].replace(' AND ', ' AND p.')} FOR SHARE OF b FOR UPDATE OF p`,
    [id, no, phase === 'try' ? 'TRYING' : 'RUNNING'],
  );
  return rows.length > 0;
}

export async function noteTried(
  tx: Queryable,
  of: { readonly id: string; readonly no: number; readonly end: BulkEnd; readonly says: string },
): Promise<void> {
  await tx.query(`UPDATE bulk_person SET tried = $3, tried_says = $4 WHERE bulk = $1 AND no = $2`, [
    of.id,
    of.no,
    of.end,
    of.says,
  ]);
}

export async function noteDone(
  tx: Queryable,
  of: { readonly id: string; readonly no: number; readonly end: BulkEnd; readonly says: string; readonly now: number },
): Promise<void> {
  await tx.query(`UPDATE bulk_person SET done = $3, done_says = $4, done_at = $5 WHERE bulk = $1 AND no = $2`, [
    of.id,
    of.no,
    of.end,
    of.says,
    new Date(of.now),
  ]);
}

/** How many people came to each end: of the try under its own name, of the act under `run …`. */
export async function countEnds(db: Queryable, id: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ of: string; count: number }>(
    `SELECT 'try ' || coalesce(tried, 'left') AS of, count(*)::int AS count FROM bulk_person WHERE bulk = $1 GROUP BY 1
     UNION ALL SELECT 'run ' || coalesce(done, 'left'), count(*)::int FROM bulk_person WHERE bulk = $1 GROUP BY 1`,
    [id],
  );
  return new Map(rows.map(({ of, count }) => [of, count]));
}

/** Why people were refused, and how many by each reason, most first. */
export async function countReasons(
  db: Queryable,
  id: string,
): Promise<readonly { readonly says: string; readonly count: number }[]> {
  const { rows } = await db.query<{ says: string; count: number }>(
    `SELECT coalesce(done_says, tried_says) AS says, count(*)::int AS count FROM bulk_person
     WHERE bulk = $1 AND coalesce(done, tried) IN ('refused', 'failed') GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`,
    [id],
  );
  return rows;
}

export interface BulkPersonShown extends BulkPerson {
  readonly tried: BulkEnd | null;
  readonly triedSays: string | null;
  readonly done: BulkEnd | null;
  readonly doneSays: string | null;
  /** ms. */
  readonly doneAt: number | null;
}

/** In their order, after `after`; `refused`: only those that were not changed. */
export async function listPeople(
  db: Queryable,
  asked: { readonly id: string; readonly after: number; readonly limit: number; readonly refused: boolean },
): Promise<readonly BulkPersonShown[]> {
  const { rows } = await db.query<BulkPersonShown>(
    `SELECT no, user_id AS "userId", tried, tried_says AS "triedSays", done, done_says AS "doneSays", ${ms('done_at')} AS "doneAt"
     FROM bulk_person WHERE bulk = $1 AND no > $2 AND (NOT $4 OR coalesce(done, tried) IN ('refused', 'failed')) ORDER BY no LIMIT $3`,
    [asked.id, asked.after, asked.limit, asked.refused],
  );
  return rows;
}

/** Whom the act has changed. */
export async function changedBy(db: Queryable, id: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ userId: string }>(
    `SELECT user_id AS "userId" FROM bulk_person WHERE bulk = $1 AND done = 'done' ORDER BY no`,
    [id],
  );
  return rows.map(({ userId }) => userId);
}
