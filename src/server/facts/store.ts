import type { Pool, PoolClient } from 'pg';
import type { Fact, FactKind, RecordedKind } from '#domain/facts.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import type { NextFacts, Told } from './contract.ts';

interface FactRecord {
  no: string;
  seq: string | null;
  kind: FactKind;
  at: Date;
  body: object;
}

const COLUMNS = 'no::text, seq::text, kind, at, body';

function toFact({ kind, at, body }: FactRecord): Told {
  return { ...body, kind, at: at.getTime() } as Told;
}

export async function insertFacts(tx: Queryable, facts: readonly Fact<RecordedKind>[]): Promise<void> {
  const bodies = facts.map((fact) => JSON.stringify({ ...fact, kind: undefined }));
  await tx.query(
    'INSERT INTO fact (kind, body) SELECT kind, body FROM unnest($1::text[], $2::jsonb[]) AS f(kind, body)',
    [facts.map(({ kind }) => kind), bodies],
  );
}

/**
 * Gives facts their numbers. Numbers of rows are handed out before the commit, so that a fact may be seen before one with a lower number:
 * only what was recorded below the oldest running transaction gets its place, and nothing can come before it any more. A fact of a
 * transaction that has not begun here stems from a dump of another server, where it was committed.
 * Answers whether some still wait for older transactions.
 */
export async function numberFacts(db: Pool): Promise<boolean> {
  if (!(await isAnyUnnumbered(db))) return false;
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ seq: string }>('SELECT seq::text FROM fact_head FOR UPDATE');
    await tx.query(
      `WITH ready AS (
         SELECT no, row_number() OVER (ORDER BY no) AS place FROM fact, pg_current_snapshot() AS now
         WHERE seq IS NULL AND (xid < pg_snapshot_xmin(now) OR xid >= pg_snapshot_xmax(now))
       ), numbered AS (
         UPDATE fact f SET seq = $1::bigint + r.place FROM ready r WHERE f.no = r.no RETURNING 1
       )
       UPDATE fact_head SET seq = $1::bigint + n.count FROM (SELECT count(*) FROM numbered) n WHERE n.count > 0`,
      [rows[0]?.seq ?? '0'],
    );
  });
  return isAnyUnnumbered(db);
}

async function isAnyUnnumbered(db: Queryable): Promise<boolean> {
  const { rows } = await db.query('SELECT 1 FROM fact WHERE seq IS NULL LIMIT 1');
  return rows.length > 0;
}

export async function findHead(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ seq: string }>('SELECT seq::text FROM fact_head');
  return rows[0]?.seq ?? '0';
}

/** The next numbered facts of some kinds. `upTo`: the last that is passed, whatever its kind. */
export async function readFacts(
  tx: Queryable,
  { after, kinds, limit, afterMs }: NextFacts,
): Promise<{ readonly facts: readonly Told[]; readonly upTo: string }> {
  // One statement is one moment: what is numbered while it runs is not passed unread.
  const { rows } = await tx.query<Partial<FactRecord> & { upTo: string }>(
    `WITH last AS (
       SELECT coalesce((SELECT min(seq) - 1 FROM fact WHERE seq > $1 AND $4::int > 0 AND at > clock_timestamp() - $4::int * interval '1 ms'),
         (SELECT seq FROM fact_head)) AS seq
     ), next AS (
       SELECT f.* FROM fact f, last WHERE f.seq > $1 AND f.seq <= last.seq AND f.kind = ANY($2) ORDER BY f.seq LIMIT $3
     )
     SELECT greatest(last.seq, $1)::text AS "upTo", no::text, next.seq::text, kind, at, body
     FROM last LEFT JOIN next ON true ORDER BY next.seq`,
    [after, kinds, limit, afterMs],
  );
  const found = rows.filter((row): row is FactRecord & { upTo: string } => row.no !== undefined && row.no !== null);
  const upTo = (found.length === limit ? found.at(-1)?.seq : rows[0]?.upTo) ?? after;
  return { facts: found.map(toFact), upTo };
}

/** What a process that has heard up to a number has not heard yet: numbered after it, or not at all. */
export async function readUnheard(
  db: Queryable,
  { after, kinds }: { readonly after: string; readonly kinds: readonly FactKind[] },
): Promise<readonly { readonly no: string; readonly seq: string | null; readonly fact: Told }[]> {
  const { rows } = await db.query<FactRecord>(
    `SELECT ${COLUMNS} FROM fact WHERE (seq > $1 OR seq IS NULL) AND kind = ANY($2) ORDER BY fact.seq NULLS LAST, fact.no`,
    [after, kinds],
  );
  return rows.map((row) => ({ no: row.no, seq: row.seq, fact: toFact(row) }));
}

/** What is numbered after a number, and for how long the oldest has waited, seconds. */
export async function lagOfFacts(
  db: Queryable,
  after: string,
): Promise<{ readonly rows: number; readonly seconds: number }> {
  const { rows } = await db.query<{ rows: number; seconds: number }>(
    `SELECT count(*)::int AS rows, coalesce(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8 AS seconds
     FROM fact WHERE seq > $1 OR seq IS NULL`,
    [after],
  );
  return rows[0] ?? { rows: 0, seconds: 0 };
}

export interface CursorKey {
  readonly follower: string;
  readonly source: string;
}

/** A cursor that was never there begins at `position`. */
export async function placeCursor(db: Queryable, { follower, source }: CursorKey, position: string): Promise<void> {
  await db.query(
    'INSERT INTO fact_cursor (follower, source, position) VALUES ($1, $2, $3) ON CONFLICT (follower, source) DO NOTHING',
    [follower, source, position],
  );
}

/** Holds a cursor until the transaction ends; null while another process does. */
export async function lockCursor(tx: PoolClient, { follower, source }: CursorKey): Promise<string | null> {
  const { rows } = await tx.query<{ position: string }>(
    'SELECT position::text FROM fact_cursor WHERE follower = $1 AND source = $2 FOR UPDATE SKIP LOCKED',
    [follower, source],
  );
  return rows[0]?.position ?? null;
}

export async function findCursor(db: Queryable, { follower, source }: CursorKey): Promise<string | null> {
  const { rows } = await db.query<{ position: string }>(
    'SELECT position::text FROM fact_cursor WHERE follower = $1 AND source = $2',
    [follower, source],
  );
  return rows[0]?.position ?? null;
}

export async function moveCursor(tx: Queryable, { follower, source }: CursorKey, position: string): Promise<void> {
  await tx.query('UPDATE fact_cursor SET position = $3 WHERE follower = $1 AND source = $2', [
    follower,
    source,
    position,
  ]);
}

/** The last batch of the engine that every follower has passed. */
export async function batchPassedByAll(db: Queryable): Promise<number> {
  return Number((await passedByAll(db, 'engine 0')) ?? Infinity);
}

/** How far every follower has read a source; null: nobody follows it. */
export async function passedByAll(db: Queryable, source: string): Promise<string | null> {
  const { rows } = await db.query<{ position: string | null }>(
    'SELECT min(position)::text AS position FROM fact_cursor WHERE source = $1',
    [source],
  );
  return rows[0]?.position ?? null;
}

/** Drops numbered facts up to a number that are older than so many ms. */
export async function deletePassed(
  db: Queryable,
  which: { readonly upTo: string; readonly olderThanMs: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM fact WHERE seq <= $1 AND at < clock_timestamp() - $2::bigint * interval '1 ms'`,
    [which.upTo, which.olderThanMs],
  );
  return rowCount ?? 0;
}
