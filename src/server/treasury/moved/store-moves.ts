import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** In: new money of the house, or from cold storage. Out: to cold storage. */
export type BookedWay = 'house_in' | 'cold_in' | 'cold_out';

export interface BookedMove {
  readonly txHash: string;
  readonly way: BookedWay;
  readonly moved: readonly { readonly coin: string; readonly amount: string }[];
  /** ms */
  readonly bookedAt: number;
}

/** Has the product made a transaction, or does an output stand among those of the wallet? */
export async function isOurs(
  db: Queryable,
  asked: { readonly network: string; readonly txHash: string } | { readonly network: string; readonly output: string },
): Promise<boolean> {
  const { rows } =
    'txHash' in asked
      ? await db.query(
          `SELECT 1 FROM payout_attempt WHERE network = $1 AND tx_hash = $2
           UNION ALL SELECT 1 FROM coin_attempt a JOIN coin_payment p ON p.id = a.payment WHERE p.network = $1 AND a.tx_hash = $2 LIMIT 1`,
          [asked.network, asked.txHash],
        )
      : await db.query(`SELECT 1 FROM coin_output WHERE network = $1 AND txid || ':' || vout = $2 LIMIT 1`, [
          asked.network,
          asked.output,
        ]);
  return rows.length > 0;
}

export async function isBooked(db: Queryable, network: string, txHash: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT 1 FROM wallet_move WHERE network = $1 AND tx_hash = $2', [
    network,
    txHash,
  ]);
  return (rowCount ?? 0) > 0;
}

/** false: it was booked before. */
export async function insertMove(
  tx: PoolClient,
  move: Omit<BookedMove, 'bookedAt'> & {
    readonly network: string;
    readonly request: string;
    readonly now: number;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO wallet_move (network, tx_hash, way, moved, request, booked_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [move.network, move.txHash, move.way, JSON.stringify(move.moved), move.request, new Date(move.now)],
  );
  return rowCount === 1;
}

/** A nonce that was used by hand has its place; one that the product has taken stays as it is. */
export async function insertUsedNonce(
  tx: PoolClient,
  used: {
    readonly network: string;
    readonly wallet: string;
    readonly nonce: number;
    readonly request: string;
    readonly now: number;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO payout_nonce (network, wallet, nonce, kind, id, run, state, taken_at, ended_at)
     VALUES ($1, $2, $3, 'by_hand', $4, 1, 'DONE', $5, $5) ON CONFLICT (network, wallet, nonce) DO NOTHING`,
    [used.network, used.wallet, used.nonce, used.request, new Date(used.now)],
  );
}

/** The newest of a network. */
export async function bookedMoves(db: Queryable, network: string, limit: number): Promise<readonly BookedMove[]> {
  const { rows } = await db.query<BookedMove>(
    `SELECT tx_hash AS "txHash", way, moved, floor(extract(epoch FROM booked_at) * 1000)::float8 AS "bookedAt"
     FROM wallet_move WHERE network = $1 ORDER BY booked_at DESC, tx_hash LIMIT $2`,
    [network, limit],
  );
  return rows;
}
