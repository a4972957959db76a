import type { PoolClient } from 'pg';
import type { CanonicalValue } from '#domain/proofs/canonical.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Fields, RequestState } from './contract.ts';

/** Times in ms. */
export interface RequestRow {
  readonly id: string;
  readonly act: string;
  readonly fields: Fields;
  readonly reason: Buffer;
  readonly maker: string;
  readonly people: number;
  readonly madeAt: number;
  readonly expiresAt: number;
  readonly digest: Buffer;
  readonly state: 'OPEN' | 'DONE' | 'REFUSED';
  readonly result: CanonicalValue;
  readonly facts: Fields | null;
}

const COLUMNS = `id, act, fields, reason, maker, people, digest, state, result, facts,
  (extract(epoch FROM made_at) * 1000)::float8 AS "madeAt", (extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAt"`;

export async function insertRequest(tx: PoolClient, row: Omit<RequestRow, 'state' | 'result'>): Promise<void> {
  await tx.query(
    `INSERT INTO approval_request (id, act, fields, reason, maker, people, made_at, expires_at, digest, facts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      row.id,
      row.act,
      JSON.stringify(row.fields),
      row.reason,
      row.maker,
      row.people,
      new Date(row.madeAt),
      new Date(row.expiresAt),
      row.digest,
      row.facts === null ? null : JSON.stringify(row.facts),
    ],
  );
}

/** Locked for the rest of the transaction: approvals of one request come one after the other. */
export async function lockRequest(tx: PoolClient, id: string): Promise<RequestRow | null> {
  const { rows } = await tx.query<RequestRow>(`SELECT ${COLUMNS} FROM approval_request WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0] ?? null;
}

export async function listOpenRequests(tx: PoolClient, now: number): Promise<readonly RequestRow[]> {
  const { rows } = await tx.query<RequestRow>(
    `SELECT ${COLUMNS} FROM approval_request WHERE state = 'OPEN' AND expires_at > $1 ORDER BY made_at, id`,
    [new Date(now)],
  );
  return rows;
}

/** One request at a time of one maker for one act, until the transaction ends. */
export async function lockAsking(tx: PoolClient, { act, maker }: { act: string; maker: string }): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`approval/${act}/${maker}`]);
}

/** A request of the same maker for the same that still waits. */
export async function findOpenRequest(
  tx: PoolClient,
  of: { readonly act: string; readonly maker: string; readonly fields: Fields; readonly now: number },
): Promise<RequestRow | null> {
  const { rows } = await tx.query<RequestRow>(
    `SELECT ${COLUMNS} FROM approval_request
     WHERE state = 'OPEN' AND act = $1 AND maker = $2 AND fields = $3::jsonb AND expires_at > $4`,
    [of.act, of.maker, JSON.stringify(of.fields), new Date(of.now)],
  );
  return rows[0] ?? null;
}

/** False: this person has approved it before. */
export async function insertCheck(
  tx: PoolClient,
  check: { request: string; checker: string; at: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO approval_check (request, checker, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [check.request, check.checker, new Date(check.at)],
  );
  return rowCount === 1;
}

export async function listCheckers(tx: PoolClient, request: string): Promise<readonly string[]> {
  const { rows } = await tx.query<{ checker: string }>(
    'SELECT DISTINCT checker FROM approval_check WHERE request = $1 ORDER BY checker',
    [request],
  );
  return rows.map(({ checker }) => checker);
}

export async function endRequest(
  tx: PoolClient,
  end: {
    readonly id: string;
    readonly state: 'DONE' | 'REFUSED';
    readonly now: number;
    readonly result?: CanonicalValue;
  },
): Promise<void> {
  await tx.query('UPDATE approval_request SET state = $2, ended_at = $3, result = $4 WHERE id = $1', [
    end.id,
    end.state,
    new Date(end.now),
    end.result === undefined ? null : JSON.stringify(end.result),
  ]);
}

export async function findRequest(tx: PoolClient, id: string): Promise<RequestRow | null> {
  const { rows } = await tx.query<RequestRow>(`SELECT ${COLUMNS} FROM approval_request WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** Newest first. Of those that were open for their day the state is still OPEN. */
export async function listRequests(
  tx: PoolClient,
  page: {
    readonly state: RequestState | null;
    readonly after: string | null;
    readonly limit: number;
    readonly now: number;
  },
): Promise<readonly RequestRow[]> {
  const isOver = page.state === 'EXPIRED';
  const { rows } = await tx.query<RequestRow>(
    `SELECT ${COLUMNS} FROM approval_request
     WHERE ($1::text IS NULL OR state = $1) AND ($1 IS DISTINCT FROM 'OPEN' OR (expires_at <= $2) = $3)
       AND ($4::uuid IS NULL OR id < $4) ORDER BY id DESC LIMIT $5`,
    [isOver ? 'OPEN' : page.state, new Date(page.now), isOver, page.after, page.limit],
  );
  return rows;
}

export async function countOpenRequests(db: Queryable, now: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM approval_request WHERE state = 'OPEN' AND expires_at > $1`,
    [new Date(now)],
  );
  return rows[0]?.count ?? 0;
}
