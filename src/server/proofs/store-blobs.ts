import type { Queryable } from '#server/db/index.ts';

/** A sealed segment's ticks, as stored; null: they are kept no longer. */
export async function blobBytes(db: Queryable, stream: number, firstSeq: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ bytes: Buffer }>(
    'SELECT bytes FROM tick_blob WHERE stream = $1 AND first_seq = $2',
    [stream, firstSeq],
  );
  return rows[0]?.bytes ?? null;
}
