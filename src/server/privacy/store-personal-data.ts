import type { PoolClient } from 'pg';
import { PERSONAL_DATA, type Fate, type PersonalData } from './personal-data.ts';

/** As PostgreSQL gives them. */
export type HeldRow = Readonly<Record<string, unknown>>;

const BATCH = 2_000;

/** The person's rows of a table, in batches; columns that are not shown are left out. */
export async function* heldRows(
  tx: PoolClient,
  { table, person, plain, sealed }: PersonalData,
  userId: string,
): AsyncGenerator<readonly HeldRow[]> {
  const columns = [...plain, ...sealed];
  if (columns.length === 0) return;
  yield* fetchAll(tx, `SELECT ${columns.join(', ')} FROM ${table} WHERE ${person} = $1`, userId);
}

/** How the person's predictions ended. */
export function heldSettlements(tx: PoolClient, userId: string): AsyncGenerator<readonly HeldRow[]> {
  return fetchAll(
    tx,
    `SELECT s.prediction_id, s.outcome, s.void_reason, s.credit, s.exit_t, s.exit_price
     FROM settlement s JOIN prediction p ON p.id = s.prediction_id AND p.realm = s.realm WHERE p.user_id = $1`,
    userId,
  );
}

/** The person's side of each match of their orders. */
export function heldFills(tx: PoolClient, userId: string): AsyncGenerator<readonly HeldRow[]> {
  return fetchAll(
    tx,
    `SELECT market_id, realm, at, price, lots, 'taker' AS role, taker_outcome AS outcome, taker_side AS side, taker_turnover AS turnover, fee
     FROM fill WHERE taker_user = $1
     UNION ALL
     SELECT market_id, realm, at, price, lots, 'maker', maker_outcome, maker_side, maker_turnover, 0 FROM fill WHERE maker_user = $1`,
    userId,
  );
}

/** Every movement of money on the person's accounts, in 10^-6. */
export function heldTransfers(tx: PoolClient, userId: string): AsyncGenerator<readonly HeldRow[]> {
  return fetchAll(
    tx,
    `SELECT j.at, j.kind, t.code, t.amount, a.kind AS account, CASE WHEN t.debit_account = a.id THEN 'debit' ELSE 'credit' END AS side
     FROM account a
     JOIN transfer t ON t.realm = a.realm AND (t.debit_account = a.id OR t.credit_account = a.id)
     JOIN journal j ON j.realm = t.realm AND j.id = t.journal
     WHERE a.owner_id = $1`,
    userId,
  );
}

async function* fetchAll(tx: PoolClient, sql: string, userId: string): AsyncGenerator<readonly HeldRow[]> {
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

/** Lets go of what is to go at this point, in the caller's transaction. */
export async function letGo(tx: PoolClient, userId: string, when: 'atEnd' | 'atDestruction'): Promise<void> {
  for (const data of PERSONAL_DATA) await carryOut(tx, data, { userId, fate: data[when] });
}

async function carryOut(
  tx: PoolClient,
  { table, person }: PersonalData,
  { userId, fate }: { readonly userId: string; readonly fate: Fate },
): Promise<void> {
  if (fate === 'keep') return;
  const where = `WHERE ${person} = $1`;
  if (fate === 'delete') await tx.query(`DELETE FROM ${table} ${where}`, [userId]);
  else await tx.query(`UPDATE ${table} SET ${fate.map((column) => `${column} = NULL`).join(', ')} ${where}`, [userId]);
}
