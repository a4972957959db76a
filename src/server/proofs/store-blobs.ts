import type { Queryable } from '#server/db/index.ts';

/** A sealed segment's ticks, as stored, and the upper nodes of their tree; null: they are kept no longer. */
export async function storedBlob(
  db: Queryable,
  stream: number,
  firstSeq: number,
): Promise<{ readonly bytes: Buffer; readonly tops: Buffer | null } | null> {
  const { rows } = await db.query<{ bytes: Buffer; tops: Buffer | null }>(
    'SELECT bytes, tops FROM sealed_segment WHERE stream = $1 AND first_seq = $2',
    [stream, firstSeq],
  );
  return rows[0] ?? null;
}

/** A segment that stands in the root of an hour, with its ticks as stored. */
export interface PublishedBlob {
  readonly stream: number;
  readonly firstSeq: number;
  readonly root: Buffer;
  readonly fileSha256: Buffer;
  readonly bytes: Buffer;
}

/** Published segments of a stream, by its name, of some hours (since 1970), in order. Those whose ticks are kept no longer are left out. */
export async function publishedBlobs(
  db: Queryable,
  { stream, first, last }: { readonly stream: string; readonly first: number; readonly last: number },
): Promise<readonly PublishedBlob[]> {
  const { rows } = await db.query<Record<string, unknown>>(
    `SELECT b.stream, b.first_seq, b.root, b.file_sha256, b.bytes FROM sealed_segment b
     JOIN proof_segment p ON p.stream = b.stream AND p.first_seq = b.first_seq
     WHERE b.name = $1 AND b.hour BETWEEN $2 AND $3 ORDER BY b.first_seq`,
    [stream, first, last],
  );
  return rows.map((row) => ({
    stream: Number(row['stream']),
    firstSeq: Number(row['first_seq']),
    root: row['root'] as Buffer,
    fileSha256: row['file_sha256'] as Buffer,
    bytes: row['bytes'] as Buffer,
  }));
}

/** Ranges of ticks of a stream, by its number, that two people found to be wrong. */
export async function wrongRanges(
  db: Queryable,
  stream: number,
): Promise<readonly { readonly from: number; readonly to: number }[]> {
  const { rows } = await db.query<{ from_seq: string; to_seq: string }>(
    'SELECT from_seq, to_seq FROM proof_correction WHERE stream = $1',
    [stream],
  );
  return rows.map((row) => ({ from: Number(row.from_seq), to: Number(row.to_seq) }));
}
