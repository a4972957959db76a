import type { Queryable } from '#server/db/index.ts';
import type { FeedKind } from '#domain/prices/pair.ts';

/** A stream as the database knows it. */
export interface StreamRow {
  readonly stream: number;
  readonly pair: string;
  readonly kind: FeedKind;
  readonly name: string;
  readonly t0: number;
  readonly genesis: Uint8Array;
}

/** A sealed segment. `bytes` is the deflated column form (tick-columns.ts). */
export interface BlobRow {
  readonly stream: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Hours since 1970 of the first tick's segment. */
  readonly hour: number;
  readonly lastT: number;
  readonly headBefore: Uint8Array;
  readonly headAfter: Uint8Array;
  readonly root: Uint8Array;
  /** The nodes above each 64 ticks of its tree, one after the other; null: sealed before they were kept. */
  readonly tops: Uint8Array | null;
  readonly fileSha256: Uint8Array;
  /** Time of the prices at the last tick, ms; null: of a replay, sealed before this was noted. */
  readonly priceT: number | null;
  readonly returnSquares: number;
  readonly returnCount: number;
  readonly bytes: Uint8Array;
}

export interface BarBlobRow {
  readonly stream: number;
  readonly seconds: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly backfill: boolean;
  readonly bytes: Uint8Array;
}

/** Registers streams that are new; returns all of the asked ones as stored (a genesis never changes). */
export async function registerStreams(db: Queryable, rows: readonly StreamRow[]): Promise<readonly StreamRow[]> {
  await db.query(
    `INSERT INTO tick_stream (stream, pair, kind, name, t0, genesis)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bytea[])
     ON CONFLICT (stream) DO NOTHING`,
    [
      rows.map((row) => row.stream),
      rows.map((row) => row.pair),
      rows.map((row) => row.kind),
      rows.map((row) => row.name),
      rows.map((row) => row.t0),
      rows.map((row) => Buffer.from(row.genesis)),
    ],
  );
  const { rows: stored } = await db.query<Record<string, unknown>>(
    'SELECT stream, pair, kind, name, t0, genesis FROM tick_stream WHERE stream = ANY($1::bigint[])',
    [rows.map((row) => row.stream)],
  );
  return stored.map((row) => ({
    stream: Number(row['stream']),
    pair: String(row['pair']),
    kind: row['kind'] as FeedKind,
    name: String(row['name']),
    t0: Number(row['t0']),
    genesis: row['genesis'] as Uint8Array,
  }));
}

const BLOB_COLUMNS = `stream, first_seq, last_seq, hour, last_t, head_before, head_after, root, tops, file_sha256,
  price_t, return_squares, return_count, bytes`;

function toBlob(row: Record<string, unknown>): BlobRow {
  return {
    stream: Number(row['stream']),
    firstSeq: Number(row['first_seq']),
    lastSeq: Number(row['last_seq']),
    hour: Number(row['hour']),
    lastT: Number(row['last_t']),
    headBefore: row['head_before'] as Uint8Array,
    headAfter: row['head_after'] as Uint8Array,
    root: row['root'] as Uint8Array,
    tops: row['tops'] as Uint8Array | null,
    fileSha256: row['file_sha256'] as Uint8Array,
    priceT: row['price_t'] === null ? null : Number(row['price_t']),
    returnSquares: Number(row['return_squares']),
    returnCount: Number(row['return_count']),
    bytes: row['bytes'] as Uint8Array,
  };
}

/** Stores a segment; a second time is no error, so that sealing can be repeated after a crash. */
export async function insertBlob(db: Queryable, blob: BlobRow): Promise<void> {
  await db.query(
    `INSERT INTO tick_blob (${BLOB_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (stream, first_seq) DO NOTHING`,
    [
      blob.stream,
      blob.firstSeq,
      blob.lastSeq,
      blob.hour,
      blob.lastT,
      Buffer.from(blob.headBefore),
      Buffer.from(blob.headAfter),
      Buffer.from(blob.root),
      blob.tops === null ? null : Buffer.from(blob.tops),
      Buffer.from(blob.fileSha256),
      blob.priceT,
      blob.returnSquares,
      blob.returnCount,
      Buffer.from(blob.bytes),
    ],
  );
}

/** Newest sealed segment of each asked stream. */
export async function lastBlobs(db: Queryable, streams: readonly number[]): Promise<readonly BlobRow[]> {
  const { rows } = await db.query<Record<string, unknown>>(
    `SELECT DISTINCT ON (stream) ${BLOB_COLUMNS} FROM tick_blob WHERE stream = ANY($1::bigint[])
     ORDER BY stream, first_seq DESC`,
    [streams],
  );
  return rows.map(toBlob);
}

/** Segments of a stream with ticks above `seq`, or at or after `since` (wall ms), oldest first. */
export async function blobsAbove(
  db: Queryable,
  stream: number,
  wanted: { readonly seq: number; readonly since: number | null },
): Promise<readonly BlobRow[]> {
  const { rows } = await db.query<Record<string, unknown>>(
    `SELECT ${BLOB_COLUMNS} FROM tick_blob WHERE stream = $1 AND (last_seq > $2 OR last_t >= $3) ORDER BY first_seq`,
    [stream, wanted.seq, wanted.since],
  );
  return rows.map(toBlob);
}

/** Bytes of the segments of a stream that end at or after `from` (ms) and begin below a seq, oldest first. */
export async function sealedBetween(
  db: Queryable,
  span: { readonly stream: number; readonly from: number; readonly below: number },
): Promise<readonly Pick<BlobRow, 'firstSeq' | 'bytes'>[]> {
  const { rows } = await db.query<{ first_seq: string; bytes: Uint8Array }>(
    'SELECT first_seq, bytes FROM tick_blob WHERE stream = $1 AND last_t >= $2 AND first_seq < $3 ORDER BY first_seq',
    [span.stream, span.from, span.below],
  );
  return rows.map((row) => ({ firstSeq: Number(row.first_seq), bytes: row.bytes }));
}

/** Segments of a stream that belong to one hour (hours since 1970), oldest first. */
export async function blobsOfHour(db: Queryable, stream: number, hour: number): Promise<readonly BlobRow[]> {
  const { rows } = await db.query<Record<string, unknown>>(
    `SELECT ${BLOB_COLUMNS} FROM tick_blob WHERE stream = $1 AND hour = $2 ORDER BY first_seq`,
    [stream, hour],
  );
  return rows.map(toBlob);
}

/** What is known of the returns of a sealed segment without its ticks: the sum of the squared 1 s returns, their number. */
export interface ReturnsRow extends Pick<BlobRow, 'stream' | 'firstSeq' | 'priceT'> {
  readonly squares: number;
  readonly count: number;
}

/** Returns of each segment, oldest first: of a replay all that are stored, of other streams those since `since` (wall ms). */
export async function returnsOf(
  db: Queryable,
  streams: readonly number[],
  since: number,
): Promise<readonly ReturnsRow[]> {
  const { rows } = await db.query<Record<string, unknown>>(
    `SELECT b.stream, b.first_seq, b.price_t, b.return_squares, b.return_count
     FROM tick_blob b JOIN tick_stream s ON s.stream = b.stream
     WHERE b.stream = ANY($1::bigint[]) AND (s.kind = 'replay' OR b.last_t >= $2) ORDER BY b.stream, b.first_seq`,
    [streams, since],
  );
  return rows.map((row) => ({
    stream: Number(row['stream']),
    firstSeq: Number(row['first_seq']),
    priceT: row['price_t'] === null ? null : Number(row['price_t']),
    squares: Number(row['return_squares']),
    count: Number(row['return_count']),
  }));
}

/** The stored bytes of one segment. Throws if it is not there. */
export async function bytesOfSegment(
  db: Queryable,
  { stream, firstSeq }: Pick<BlobRow, 'stream' | 'firstSeq'>,
): Promise<Uint8Array> {
  const { rows } = await db.query<{ bytes: Uint8Array }>(
    'SELECT bytes FROM tick_blob WHERE stream = $1 AND first_seq = $2',
    [stream, firstSeq],
  );
  if (rows[0] === undefined) throw new Error(`no segment of stream ${stream} begins at ${firstSeq}`);
  return rows[0].bytes;
}

/** Publishes a range of seqs as lost. */
export async function insertLost(
  db: Queryable,
  lost: { readonly stream: number; readonly fromSeq: number; readonly toSeq: number; readonly at: number },
): Promise<void> {
  await db.query(
    'INSERT INTO tick_lost (stream, from_seq, to_seq, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [lost.stream, lost.fromSeq, lost.toSeq, lost.at],
  );
}

/** Stores bars; a span that is there already stays as it is. */
export async function insertBars(db: Queryable, rows: readonly BarBlobRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `INSERT INTO bar_blob (stream, seconds, start_ms, end_ms, backfill, bytes)
     SELECT * FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::bool[], $6::bytea[])
     ON CONFLICT (stream, seconds, start_ms) DO NOTHING`,
    [
      rows.map((row) => row.stream),
      rows.map((row) => row.seconds),
      rows.map((row) => row.startMs),
      rows.map((row) => row.endMs),
      rows.map((row) => row.backfill),
      rows.map((row) => Buffer.from(row.bytes)),
    ],
  );
}

/** Bar blobs that overlap [from, to), oldest first. */
export async function barsBetween(
  db: Queryable,
  span: { readonly streams: readonly number[]; readonly seconds: number; readonly from: number; readonly to: number },
): Promise<readonly BarBlobRow[]> {
  const { rows } = await db.query<Record<string, unknown>>(
    `SELECT stream, seconds, start_ms, end_ms, backfill, bytes FROM bar_blob
     WHERE stream = ANY($1::bigint[]) AND seconds = $2 AND end_ms > $3 AND start_ms < $4 ORDER BY stream, start_ms`,
    [span.streams, span.seconds, span.from, span.to],
  );
  return rows.map((row) => ({
    stream: Number(row['stream']),
    seconds: Number(row['seconds']),
    startMs: Number(row['start_ms']),
    endMs: Number(row['end_ms']),
    backfill: row['backfill'] === true,
    bytes: row['bytes'] as Uint8Array,
  }));
}

/** Removes what is older than the windows: ticks and 1 min bars, 1 s bars. Returns the number of rows removed. */
export async function purge(
  db: Queryable,
  before: { readonly ticks: number; readonly secondBars: number },
): Promise<number> {
  const ticks = await db.query('DELETE FROM tick_blob WHERE last_t < $1', [before.ticks]);
  const bars = await db.query(
    'DELETE FROM bar_blob WHERE (seconds = 60 AND end_ms < $1) OR (seconds = 1 AND end_ms < $2)',
    [before.ticks, before.secondBars],
  );
  return (ticks.rowCount ?? 0) + (bars.rowCount ?? 0);
}

/** Which of the streams have bars of any kind. */
export async function streamsWithBars(db: Queryable, streams: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ stream: string }>(
    'SELECT s AS stream FROM unnest($1::bigint[]) s WHERE EXISTS (SELECT 1 FROM bar_blob WHERE stream = s)',
    [streams],
  );
  return new Set(rows.map((row) => Number(row.stream)));
}
