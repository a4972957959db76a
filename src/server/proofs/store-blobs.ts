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
