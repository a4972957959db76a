import type { Pool } from 'pg';

/** Which of these people have said that they are none of those who may not trade the event of a book, of its kinds in this version. */
export async function loadAttested(
  db: Pick<Pool, 'query'>,
  asked: { readonly marketId: string; readonly version: number; readonly people: readonly string[] },
): Promise<readonly string[]> {
  const { rows } = await db.query<{ user_id: string }>(
    'SELECT user_id FROM book_attested WHERE id = $1 AND version = $2 AND user_id = ANY($3::uuid[])',
    [asked.marketId, asked.version, asked.people],
  );
  return rows.map((row) => row.user_id);
}
