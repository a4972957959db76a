import type { PoolClient } from 'pg';
import { usdt, type Usdt } from '#domain/money.ts';
import { REALM_NO, type Realm } from '#domain/realm.ts';
import type { MarketResult, OutcomeNo } from '#domain/trading/orders/market.ts';
import type { CorrectedHolding, Ends } from '#domain/trading/orders/undo/correct-holdings.ts';
import { feesTurn, riseOf } from '#domain/trading/orders/undo/correct-holdings.ts';
import type { Queryable } from '#server/db/index.ts';
import { resultOf } from '../exchange/store-listed.ts';

/** A book that was paid by a wrong result. */
export interface WrongBook extends Ends {
  readonly id: string;
  /** Its accounts. */
  readonly pool: string;
  readonly fees: string;
}

/** Books that are put right together: they share a pool. */
export interface WrongBooks {
  readonly realm: Realm;
  readonly poolOf: string;
  readonly no: number;
  readonly shard: number;
  readonly books: readonly WrongBook[];
}

interface WrongRow {
  readonly id: string;
  readonly realm: number;
  readonly no: number;
  readonly pool_of: string;
  readonly shard: number;
  readonly pool: string;
  readonly fees: string;
  readonly was_result: MarketResult['kind'];
  readonly was_won: OutcomeNo | null;
  readonly was_value: number | null;
  readonly was_reason: string | null;
  readonly result: MarketResult['kind'];
  readonly won: OutcomeNo | null;
  readonly value: number | null;
  readonly reason: string | null;
}

const UNDONE = `NOT EXISTS (SELECT FROM corrected_book d WHERE d.market_id = c.id AND d.realm = c.realm AND d.no = c.no AND d.step = 2)`;

/** Corrections that are not paid out, the oldest first. */
export async function openCorrections(db: Queryable): Promise<readonly WrongBooks[]> {
  const { rows } = await db.query<WrongRow>(
    `SELECT c.*, m.shard, m.pool, m.fees FROM book_correction c JOIN market m ON m.id = c.id AND m.realm = c.realm WHERE ${UNDONE} ORDER BY c.no, c.id`,
  );
  const found = new Map<string, WrongBooks & { readonly books: WrongBook[] }>();
  for (const row of rows) {
    const { no, shard, pool_of: poolOf } = row;
    const key = `${row.realm} ${poolOf} ${no}`;
    const realm = row.realm === REALM_NO.real ? 'real' : 'demo';
    const one = found.get(key) ?? { realm, poolOf, no, shard, books: [] };
    one.books.push(bookOf(row));
    found.set(key, one);
  }
  return [...found.values()];
}

/** Are books put right, or was none of them wrong? */
export async function areCorrected(db: Queryable, books: readonly string[]): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT FROM book_correction c JOIN market m ON m.id = c.id AND m.realm = c.realm WHERE c.id = ANY($1::uuid[]) AND ${UNDONE} LIMIT 1`,
    [books],
  );
  return rows.length === 0;
}

function bookOf(row: WrongRow): WrongBook {
  const { id, pool, fees } = row;
  const before = { result: row.was_result, won: row.was_won, void_value: row.was_value, void_reason: row.was_reason };
  const was = resultOf(before);
  const is = resultOf({ result: row.result, won: row.won, void_value: row.value, void_reason: row.reason });
  if (was === null || is === null) throw new Error(`book ${id} is corrected without a result`);
  return { id, pool, fees, was, is };
}

/** Whoever gets or gives something by a correction: its books are `b`. */
const TOUCHED = `SELECT p.user_id, sum(coalesce(r.lots, 0) * b.rise) AS rise
  FROM unnest($1::uuid[], $2::int[], $3::int[]) b (id, rise, turn) JOIN position p ON p.market_id = b.id AND p.realm = $4
    LEFT JOIN realised r ON r.market_id = p.market_id AND r.user_id = p.user_id AND r.realm = p.realm AND r.settled
  GROUP BY p.user_id HAVING bool_or(coalesce(r.lots, 0) * b.rise <> 0 OR p.fees * b.turn <> 0)`;

const touchedValues = ({ books, realm }: Pick<WrongBooks, 'books' | 'realm'>) => [
  books.map(({ id }) => id),
  books.map(riseOf),
  books.map(feesTurn),
  REALM_NO[realm],
];

/** Owners whose holdings are still to be put right: who gives back comes first, so that the pool can pay the others. */
export async function nextOwners(tx: PoolClient, wrong: WrongBooks, most: number): Promise<readonly string[]> {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM (${TOUCHED}) h
     WHERE NOT EXISTS (SELECT FROM corrected_holding c WHERE c.market_id = ANY($1) AND c.user_id = h.user_id AND c.realm = $4 AND c.no = $5)
     ORDER BY rise >= 0, user_id LIMIT $6`,
    [...touchedValues(wrong), wrong.no, most],
  );
  return rows.map((row) => row.user_id);
}

/** Everybody whom a correction touches, the house too. */
export async function touchedOwners(
  db: Queryable,
  wrong: Pick<WrongBooks, 'books' | 'realm'>,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ user_id: string }>(`${TOUCHED} ORDER BY user_id`, touchedValues(wrong));
  return rows.map((row) => row.user_id);
}

/** A holding that was paid, and what the house bears for its owner. */
export interface PaidRow {
  readonly userId: string;
  readonly marketId: string;
  readonly lots: number;
  readonly fees: Usdt;
  readonly borne: Usdt;
}

export async function paidHoldings(
  db: Queryable,
  of: { readonly books: readonly string[]; readonly realm: Realm; readonly owners: readonly string[] },
): Promise<readonly PaidRow[]> {
  const { rows } = await db.query<Record<'user_id' | 'market_id' | 'lots' | 'fees' | 'borne', string>>(
    `SELECT p.user_id, p.market_id, coalesce(r.lots, 0) AS lots, p.fees, coalesce(p.borne, 0) + coalesce((SELECT sum(c.borne) FROM corrected_holding c
       WHERE c.market_id = p.market_id AND c.user_id = p.user_id AND c.realm = p.realm), 0) AS borne
     FROM position p LEFT JOIN realised r ON r.market_id = p.market_id AND r.user_id = p.user_id AND r.realm = p.realm AND r.settled
     WHERE p.market_id = ANY($1::uuid[]) AND p.realm = $2 AND p.user_id = ANY($3::uuid[]) ORDER BY p.user_id, p.market_id`,
    [of.books, REALM_NO[of.realm], of.owners],
  );
  return rows.map((row) => ({
    userId: row.user_id,
    marketId: row.market_id,
    lots: Number(row.lots),
    fees: usdt(BigInt(row.fees)),
    borne: usdt(BigInt(row.borne)),
  }));
}

/** Fees of the holders of a book, 10^-6. */
export async function feesOfBook(tx: PoolClient, marketId: string): Promise<Usdt> {
  const { rows } = await tx.query<{ fees: string }>(
    'SELECT coalesce(sum(fees), 0) AS fees FROM position WHERE market_id = $1',
    [marketId],
  );
  return usdt(BigInt(rows[0]?.fees ?? 0));
}

/** Was this step of a correction made? */
export async function hasStep(
  tx: PoolClient,
  { books, realm, no }: WrongBooks,
  step: CorrectionStep,
): Promise<boolean> {
  const { rows } = await tx.query(
    'SELECT FROM corrected_book WHERE market_id = ANY($1::uuid[]) AND realm = $2 AND no = $3 AND step = $4 LIMIT 1',
    [books.map(({ id }) => id), REALM_NO[realm], no, step],
  );
  return rows.length > 0;
}

/** 1: begun; 2: everybody has what is theirs. */
export type CorrectionStep = 1 | 2;

/** `fees` (10^-6): of the book, from the house; negative: to it. */
export async function insertStep(
  tx: PoolClient,
  row: {
    readonly marketId: string;
    readonly realm: Realm;
    readonly no: number;
    readonly step: CorrectionStep;
    readonly fees: Usdt;
    readonly at: number;
  },
): Promise<void> {
  await tx.query('INSERT INTO corrected_book (market_id, realm, no, step, fees, at) VALUES ($1, $2, $3, $4, $5, $6)', [
    row.marketId,
    REALM_NO[row.realm],
    row.no,
    row.step,
    row.fees,
    row.at,
  ]);
}

/** The result that a book is corrected to is its own from now on. */
export async function putResult(tx: PoolClient, id: string, is: MarketResult): Promise<void> {
  const value = is.kind === 'WON' ? null : (is.value ?? null);
  await tx.query(
    'UPDATE market SET state = $2, result = $3, won = $4, void_value = $5, void_reason = $6 WHERE id = $1 AND result IS NOT NULL',
    [
      id,
      is.kind === 'VOID' ? 'VOIDED' : 'SETTLED',
      is.kind,
      is.kind === 'WON' ? is.outcome : null,
      value,
      is.kind === 'VOID' ? is.reason : null,
    ],
  );
}

/** Holdings that were put right, and what was won and lost by it: of no batch, which is 0. */
export async function insertCorrected(
  tx: PoolClient,
  of: {
    readonly realm: Realm;
    readonly no: number;
    readonly shard: number;
    readonly at: number;
    readonly holdings: readonly (CorrectedHolding & { readonly userId: string })[];
  },
): Promise<void> {
  const { realm, no, shard, at, holdings } = of;
  await tx.query(
    `WITH held AS (
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[]) h (market_id, user_id, shares, fees, borne)
     ), made AS (
       INSERT INTO realised (market_id, user_id, realm, batch, rank, settled, lots, cost, credit, at, shard)
       SELECT market_id, user_id, $6, 0, $7, false, 0, greatest(-(shares + fees + borne), 0), greatest(shares + fees + borne, 0), $8, $9 FROM held
     )
     INSERT INTO corrected_holding (market_id, user_id, realm, no, shares, fees, borne, at)
     SELECT market_id, user_id, $6, $7, shares, fees, borne, $8 FROM held`,
    [
      holdings.map((one) => one.marketId),
      holdings.map((one) => one.userId),
      ...(['shares', 'fees', 'borne'] as const).map((name) => holdings.map((one) => one[name])),
      REALM_NO[realm],
      no,
      at,
      shard,
    ],
  );
}

/** Did somebody hold shares of books when they were paid? */
export async function wasPaid(db: Queryable, books: readonly string[], userId: string): Promise<boolean> {
  const { rows } = await db.query(
    'SELECT FROM realised WHERE market_id = ANY($1::uuid[]) AND user_id = $2 AND settled AND lots <> 0 LIMIT 1',
    [books, userId],
  );
  return rows.length > 0;
}
