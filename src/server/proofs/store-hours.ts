import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** An hour root as it is kept. Numbers: the last record of each kind that stands in it. */
export interface HourRow {
  /** Hours since 1970. */
  readonly hour: number;
  readonly doc: string;
  readonly sig: Buffer;
  readonly hash: Buffer;
  readonly admitNo: number;
  readonly settleNo: number;
  readonly correction: number;
}

interface HourRecord {
  readonly hour: string;
  readonly doc: string;
  readonly sig: Buffer;
  readonly hash: Buffer;
  readonly admit_no: string;
  readonly settle_no: string;
  readonly correction: number;
}

const HOUR_COLUMNS = 'hour, doc, sig, hash, admit_no, settle_no, correction';

function hourOf(row: HourRecord): HourRow {
  return {
    hour: Number(row.hour),
    doc: row.doc,
    sig: row.sig,
    hash: row.hash,
    admitNo: Number(row.admit_no),
    settleNo: Number(row.settle_no),
    correction: row.correction,
  };
}

/** The newest hour root, held until the transaction ends: one publisher at a time. */
export async function lockLastHour(tx: PoolClient): Promise<HourRow | null> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('proof_hour'))`);
  return lastHour(tx);
}

export async function lastHour(db: Queryable): Promise<HourRow | null> {
  const { rows } = await db.query<HourRecord>(`SELECT ${HOUR_COLUMNS} FROM proof_hour ORDER BY hour DESC LIMIT 1`);
  return rows[0] === undefined ? null : hourOf(rows[0]);
}

export async function insertHour(tx: Queryable, row: HourRow): Promise<void> {
  await tx.query(`INSERT INTO proof_hour (${HOUR_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)`, [
    row.hour,
    row.doc,
    row.sig,
    row.hash,
    row.admitNo,
    row.settleNo,
    row.correction,
  ]);
}

/** All hours that have a root, oldest first. */
export async function allHours(db: Queryable): Promise<readonly number[]> {
  const { rows } = await db.query<{ hour: string }>('SELECT hour FROM proof_hour ORDER BY hour');
  return rows.map((row) => Number(row.hour));
}

/** An hour root with the one before it, which says where its lists begin. */
export interface HourSpan {
  readonly root: HourRow;
  readonly before: HourRow | null;
}

export async function hourSpan(db: Queryable, hour: number): Promise<HourSpan | null> {
  const { rows } = await db.query<HourRecord>(
    `SELECT ${HOUR_COLUMNS} FROM proof_hour WHERE hour <= $1 ORDER BY hour DESC LIMIT 2`,
    [hour],
  );
  const [root, before] = rows.map(hourOf);
  return root === undefined || root.hour !== hour ? null : { root, before: before ?? null };
}

const COLUMN_OF = { admit: 'admit_no', settle: 'settle_no', corrections: 'correction' } as const;

/** The hour whose root holds record `no` of a list; null: none yet. */
export async function hourOfRecord(db: Queryable, list: keyof typeof COLUMN_OF, no: number): Promise<number | null> {
  const column = COLUMN_OF[list];
  const { rows } = await db.query<{ hour: string }>(
    `SELECT hour FROM proof_hour WHERE ${column} >= $1 ORDER BY ${column}, hour LIMIT 1`,
    [no],
  );
  return rows[0] === undefined ? null : Number(rows[0].hour);
}

/** A published segment header. */
export interface SegmentRow {
  readonly stream: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly hour: number;
  readonly place: number;
  readonly doc: string;
}

interface SegmentRecord {
  readonly stream: string;
  readonly first_seq: string;
  readonly last_seq: string;
  readonly hour: string;
  readonly place: number;
  readonly doc: string;
}

const SEGMENT_COLUMNS = 'stream, first_seq, last_seq, hour, place, doc';

function segmentOf(row: SegmentRecord): SegmentRow {
  return {
    stream: Number(row.stream),
    firstSeq: Number(row.first_seq),
    lastSeq: Number(row.last_seq),
    hour: Number(row.hour),
    place: row.place,
    doc: row.doc,
  };
}

/** The published segment that holds a tick; null: none yet. */
export async function segmentAt(db: Queryable, stream: number, seq: number): Promise<SegmentRow | null> {
  const { rows } = await db.query<SegmentRecord>(
    `SELECT ${SEGMENT_COLUMNS} FROM proof_segment WHERE stream = $1 AND first_seq <= $2 ORDER BY first_seq DESC LIMIT 1`,
    [stream, seq],
  );
  const found = rows[0] === undefined ? null : segmentOf(rows[0]);
  return found !== null && found.lastSeq >= seq ? found : null;
}

/** The published segment that holds a tick, or the first one above it where the tick was lost; null: none yet. */
export async function segmentFrom(db: Queryable, stream: number, seq: number): Promise<SegmentRow | null> {
  const found = await segmentAt(db, stream, seq);
  if (found !== null) return found;
  const { rows } = await db.query<SegmentRecord>(
    `SELECT ${SEGMENT_COLUMNS} FROM proof_segment WHERE stream = $1 AND first_seq > $2 ORDER BY first_seq LIMIT 1`,
    [stream, seq],
  );
  return rows[0] === undefined ? null : segmentOf(rows[0]);
}

/** The segments of an hour root in the order of its list. */
export async function segmentsOfHour(db: Queryable, hour: number): Promise<readonly SegmentRow[]> {
  const { rows } = await db.query<SegmentRecord>(
    `SELECT ${SEGMENT_COLUMNS} FROM proof_segment WHERE hour = $1 ORDER BY place`,
    [hour],
  );
  return rows.map(segmentOf);
}

/** The last published segment of each stream. */
export async function lastSegments(tx: Queryable): Promise<ReadonlyMap<number, SegmentRow>> {
  const { rows } = await tx.query<SegmentRecord>(
    `SELECT DISTINCT ON (stream) ${SEGMENT_COLUMNS} FROM proof_segment ORDER BY stream, first_seq DESC`,
  );
  return new Map(rows.map((row) => [Number(row.stream), segmentOf(row)]));
}

export async function insertSegments(tx: Queryable, rows: readonly SegmentRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO proof_segment (${SEGMENT_COLUMNS})
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::text[])`,
    [
      rows.map((row) => row.stream),
      rows.map((row) => row.firstSeq),
      rows.map((row) => row.lastSeq),
      rows.map((row) => row.hour),
      rows.map((row) => row.place),
      rows.map((row) => row.doc),
    ],
  );
}

/** A sealed segment that no hour root holds yet: all but its ticks. */
export interface SealedSegment {
  readonly stream: number;
  readonly name: string;
  readonly pair: string;
  readonly hour: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly headBefore: Buffer;
  readonly headAfter: Buffer;
  readonly root: Buffer;
  readonly fileSha256: Buffer;
}

/** Sealed segments of an hour at or before `hour` that are not published, by (stream, first seq). */
export async function unpublishedSegments(tx: Queryable, hour: number): Promise<readonly SealedSegment[]> {
  const { rows } = await tx.query<Record<string, unknown>>(
    `SELECT stream, name, pair, hour, first_seq, last_seq, head_before, head_after, root, file_sha256
     FROM sealed_segment b
     WHERE b.hour <= $1 AND NOT EXISTS
       (SELECT FROM proof_segment p WHERE p.stream = b.stream AND p.first_seq = b.first_seq)
     ORDER BY b.stream, b.first_seq`,
    [hour],
  );
  return rows.map((row) => ({
    stream: Number(row['stream']),
    name: String(row['name']),
    pair: String(row['pair']),
    hour: Number(row['hour']),
    firstSeq: Number(row['first_seq']),
    lastSeq: Number(row['last_seq']),
    headBefore: row['head_before'] as Buffer,
    headAfter: row['head_after'] as Buffer,
    root: row['root'] as Buffer,
    fileSha256: row['file_sha256'] as Buffer,
  }));
}

/** The first hour that has something no root holds: a segment, a record above these numbers, a correction, a proof of liabilities. null: nothing. */
export async function firstUnpublishedHour(
  tx: Queryable,
  above: Pick<HourRow, 'admitNo' | 'settleNo' | 'correction'>,
): Promise<number | null> {
  const { rows } = await tx.query<{ hour: string | null }>(
    `SELECT least(
       (SELECT min(b.hour) FROM sealed_segment b WHERE NOT EXISTS
         (SELECT FROM proof_segment p WHERE p.stream = b.stream AND p.first_seq = b.first_seq)),
       (SELECT at / 3600000 FROM proof_batch WHERE shard = 0 AND type = 'admit-batch' AND no = $1::bigint + 1),
       (SELECT at / 3600000 FROM proof_batch WHERE shard = 0 AND type = 'settle-batch' AND no = $2::bigint + 1),
       (SELECT at / 3600000 FROM proof_correction WHERE no = $3::int + 1),
       (SELECT min(at) / 3600000 FROM liability_snapshot s WHERE NOT EXISTS
         (SELECT FROM proof_event WHERE name = 'liabilities/' || s.no))) AS hour`,
    [above.admitNo, above.settleNo, above.correction],
  );
  const hour = rows[0]?.hour ?? null;
  return hour === null ? null : Number(hour);
}

/** The last batch of each shard before a time, ms. */
export async function ledgerHeads(
  db: Queryable,
  before: number,
): Promise<readonly { readonly shard: number; readonly batch: number; readonly head: string }[]> {
  const { rows } = await db.query<{ shard: number; no: string; hash: Buffer }>(
    `SELECT l.shard, b.no, b.hash FROM committed_shard l CROSS JOIN LATERAL
       (SELECT no, hash FROM committed_batch WHERE shard = l.shard AND at < $1 ORDER BY no DESC LIMIT 1) b ORDER BY l.shard`,
    [before],
  );
  return rows.map((row) => ({ shard: row.shard, batch: Number(row.no), head: row.hash.toString('hex') }));
}
