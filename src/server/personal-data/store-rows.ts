import type { PoolClient } from 'pg';
import type { Fate, HeldRow, PersonalPart, PersonalTable } from './personal-data.ts';

const BATCH = 2_000;

/** The person's rows of a table, in batches; columns that are not shown are left out. */
export async function* heldRows(
  tx: PoolClient,
  { table, person, plain, sealed }: PersonalTable,
  userId: string,
): AsyncGenerator<readonly HeldRow[]> {
  const columns = [...plain, ...sealed];
  if (columns.length === 0) return;
  yield* fetchAll(tx, `SELECT ${columns.join(', ')} FROM ${table} WHERE ${person} = $1`, userId);
}

/** All rows of a query on the person (`$1`), in batches. */
export async function* fetchAll(tx: PoolClient, sql: string, userId: string): AsyncGenerator<readonly HeldRow[]> {
  await tx.query(`DECLARE held NO SCROLL CURSOR FOR ${sql}`, [userId]);
  try {
    for (;;) {
      const { rows } = await tx.query<HeldRow>(`FETCH ${BATCH} FROM held`);
      if (rows.length === 0) break;
      yield rows;
    }
  } finally {
    await tx.query('CLOSE held');
  }
}

/** Lets go of what is to go of a subject's part at this point, in the caller's transaction. */
export async function letGo(
  tx: PoolClient,
  { tables }: PersonalPart,
  { userId, when }: { readonly userId: string; readonly when: 'atEnd' | 'atDestruction' },
): Promise<void> {
  for (const table of tables) await carryOut(tx, table, { userId, fate: table[when] });
}

async function carryOut(
  tx: PoolClient,
  { table, person }: PersonalTable,
  { userId, fate }: { readonly userId: string; readonly fate: Fate },
): Promise<void> {
  if (fate === 'keep') return;
  const where = `WHERE ${person} = $1`;
  if (fate === 'delete') await tx.query(`DELETE FROM ${table} ${where}`, [userId]);
  else await tx.query(`UPDATE ${table} SET ${fate.map((column) => `${column} = NULL`).join(', ')} ${where}`, [userId]);
}
