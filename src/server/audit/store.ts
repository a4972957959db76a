import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';
import type { ChainedRow } from './chain.ts';

export interface AuditRow extends ChainedRow {
  readonly hash: Buffer;
}

export interface AuditHead {
  readonly seq: bigint;
  readonly hash: Buffer;
}

interface HeadRecord {
  seq: string;
  hash: Buffer;
}

interface RowRecord extends HeadRecord {
  t: string;
  body: Buffer;
}

/** The end of the chain, held until the transaction ends. */
export async function lockHead(tx: Queryable, log: string): Promise<AuditHead> {
  const { rows } = await tx.query<HeadRecord>('SELECT seq, hash FROM audit_head WHERE log = $1 FOR UPDATE', [log]);
  return headOf(rows[0], log);
}

export async function readHead(db: Queryable, log: string): Promise<AuditHead> {
  const { rows } = await db.query<HeadRecord>('SELECT seq, hash FROM audit_head WHERE log = $1', [log]);
  return headOf(rows[0], log);
}

/** Adds a row and moves the head onto it. */
export async function append(tx: Queryable, log: string, row: AuditRow): Promise<void> {
  await tx.query('INSERT INTO audit_log (log, seq, t, body, hash) VALUES ($1, $2, $3, $4, $5)', [
    log,
    row.seq,
    row.t,
    row.body,
    row.hash,
  ]);
  await tx.query('UPDATE audit_head SET seq = $2, hash = $3 WHERE log = $1', [log, row.seq, row.hash]);
}

/** Rows in the order of the chain, in batches of `size`, of the transaction's snapshot. */
export async function* readChain(
  tx: PoolClient,
  { log, size }: { readonly log: string; readonly size: number },
): AsyncGenerator<readonly AuditRow[]> {
  let after: bigint | null = null;
  for (;;) {
    const { rows }: { rows: RowRecord[] } = await tx.query<RowRecord>(
      `SELECT seq, t, body, hash FROM audit_log WHERE log = $1 AND ($2::bigint IS NULL OR seq > $2) ORDER BY seq LIMIT $3`,
      [log, after, size],
    );
    if (rows.length === 0) return;
    const batch = rows.map(rowOf);
    yield batch;
    after = batch.at(-1)?.seq ?? null;
  }
}

/** Rows that tell of a person, oldest first. */
export async function rowsAbout(db: Queryable, log: string, subjectId: string): Promise<readonly AuditRow[]> {
  const { rows } = await db.query<RowRecord>(
    'SELECT seq, t, body, hash FROM audit_log WHERE subject_id = $2 AND log = $1 ORDER BY seq',
    [log, subjectId],
  );
  return rows.map(rowOf);
}

/** Rows that tell of a person before a time, newest first. */
export async function newestAbout(
  db: Queryable,
  log: string,
  asked: { readonly subjectId: string; readonly before: number | null; readonly limit: number },
): Promise<readonly AuditRow[]> {
  const { rows } = await db.query<RowRecord>(
    `SELECT seq, t, body, hash FROM audit_log WHERE subject_id = $2 AND log = $1 AND ($3::bigint IS NULL OR t < $3)
     ORDER BY seq DESC LIMIT $4`,
    [log, asked.subjectId, asked.before, asked.limit],
  );
  return rows.map(rowOf);
}

/** Notes what an entry is about, so that it is found by it. */
export async function appendObject(
  tx: Queryable,
  log: string,
  of: { readonly seq: bigint; readonly objectType: string; readonly objectId: string },
): Promise<void> {
  await tx.query('INSERT INTO audit_object (object_type, object_id, seq, log) VALUES ($1, $2, $3, $4)', [
    of.objectType,
    of.objectId,
    of.seq,
    log,
  ]);
}

export interface OfObject {
  /** What the log calls the thing. */
  readonly types: readonly string[];
  readonly ids: readonly string[];
  /** ms; null: up to now. */
  readonly before: number | null;
  readonly limit: number;
}

/** Rows that are about a thing, newest first. */
export async function newestOf(db: Queryable, log: string, asked: OfObject): Promise<readonly AuditRow[]> {
  const { rows } = await db.query<RowRecord>(
    `SELECT l.seq, l.t, l.body, l.hash FROM audit_object o JOIN audit_log l ON l.log = o.log AND l.seq = o.seq
     WHERE o.log = $1 AND o.object_type = ANY($2) AND o.object_id = ANY($3) AND ($4::bigint IS NULL OR l.t < $4)
     ORDER BY o.seq DESC LIMIT $5`,
    [log, asked.types, asked.ids, asked.before, asked.limit],
  );
  return rows.map(rowOf);
}

/** Rows before a number, newest first. */
export async function newestRows(
  db: Queryable,
  log: string,
  asked: { readonly before: bigint | null; readonly limit: number },
): Promise<readonly AuditRow[]> {
  const { rows } = await db.query<RowRecord>(
    `SELECT seq, t, body, hash FROM audit_log WHERE log = $1 AND ($2::bigint IS NULL OR seq < $2) ORDER BY seq DESC LIMIT $3`,
    [log, asked.before, asked.limit],
  );
  return rows.map(rowOf);
}

/** One reader's view of the whole log. */
export async function readOnlySnapshot(tx: PoolClient): Promise<void> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
}

function rowOf({ seq, t, body, hash }: RowRecord): AuditRow {
  return { seq: BigInt(seq), t: Number(t), body, hash };
}

function headOf(row: HeadRecord | undefined, log: string): AuditHead {
  if (row === undefined) throw new Error(`There is no audit log called ${log}.`);
  return { seq: BigInt(row.seq), hash: row.hash };
}

/** The end of the audit chain of what was done with people. */
export async function auditHead(db: Queryable): Promise<{ readonly seq: number; readonly head: string }> {
  const { seq, hash } = await readHead(db, 'people');
  return { seq: Number(seq), head: hash.toString('hex') };
}
