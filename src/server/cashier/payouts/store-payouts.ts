import type { PoolClient } from 'pg';
import { usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';
import type { PayoutWallet, ToPay } from './contract.ts';

const COLUMNS = `w.id, w.user_id AS "userId", w.network, w.token AS coin, w.address AS "to", w.amount, w.fee, w.units, w.people, w.run,
  ARRAY(SELECT a.address FROM saved_address a WHERE a.user_id = w.user_id AND a.network = w.network) AS saved`;
type Row = Omit<ToPay, 'amount' | 'fee' | 'units'> &
  Readonly<Record<'amount' | 'fee', string>> & { readonly units: string | null };
const readRow = (row: Row): ToPay => ({
  ...row,
  amount: usdt(BigInt(row.amount)),
  fee: usdt(BigInt(row.fee)),
  units: row.units === null ? null : BigInt(row.units),
});

export async function findWallet(db: Queryable, network: string): Promise<PayoutWallet | null> {
  const { rows } = await db.query<PayoutWallet>(
    `SELECT lower(address) AS address, paused, floor(extract(epoch FROM since) * 1000)::float8 AS since FROM payout_wallet WHERE network = $1`,
    [network],
  );
  return rows[0] ?? null;
}

export async function insertWallet(
  tx: PoolClient,
  { network, address, now }: { readonly network: string; readonly address: string; readonly now: number },
): Promise<void> {
  await tx.query('INSERT INTO payout_wallet (network, address, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    network,
    address,
    new Date(now),
  ]);
}

/** null: it pays again. A pause keeps its first reason. true: it stands otherwise than before. */
export async function setPaused(db: Queryable, network: string, why: string | null): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE payout_wallet SET paused = $2 WHERE network = $1 AND (paused IS NULL) <> ($2::text IS NULL)',
    [network, why],
  );
  return rowCount === 1;
}

/** Those that nobody has to look at any more, the oldest first. */
export async function dueWithdrawals(db: Queryable, network: string, limit: number): Promise<readonly ToPay[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM withdrawal w WHERE w.network = $1 AND w.state = 'APPROVED' ORDER BY w.requested_at, w.id LIMIT $2`,
    [network, limit],
  );
  return rows.map(readRow);
}

export async function findToPay(db: Queryable, ids: readonly string[]): Promise<readonly ToPay[]> {
  const { rows } = await db.query<Row>(`SELECT ${COLUMNS} FROM withdrawal w WHERE w.id = ANY($1::uuid[])`, [ids]);
  return rows.map(readRow);
}

/** false: its person was quicker, or somebody else. */
export async function commitTo(tx: PoolClient, { id, run }: Pick<ToPay, 'id' | 'run'>): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE withdrawal SET state = 'SIGNED' WHERE id = $1 AND run = $2 AND state = 'APPROVED'`,
    [id, run],
  );
  return rowCount === 1;
}

/** People decide on what was to be paid without them, or was approved: as another run, for it may be one that nobody had to look at. */
export async function sendToReview(tx: PoolClient, { id, run }: Pick<ToPay, 'id' | 'run'>): Promise<void> {
  await tx.query(
    `UPDATE withdrawal SET state = 'REVIEW', run = run + 1 WHERE id = $1 AND run = $2 AND state = 'APPROVED'`,
    [id, run],
  );
}

export async function writeSent(
  db: Queryable,
  { id, txHash, now }: { readonly id: string; readonly txHash: string; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE withdrawal SET state = 'BROADCAST', tx_hash = $2, broadcast_at = coalesce(broadcast_at, $3)
     WHERE id = $1 AND state IN ('SIGNED', 'BROADCAST') AND tx_hash IS DISTINCT FROM $2`,
    [id, txHash, new Date(now)],
  );
  return rowCount === 1;
}

/** Throws where it is not on its way. */
export async function writePaid(
  tx: PoolClient,
  { id, txHash, now }: { readonly id: string; readonly txHash: string; readonly now: number },
): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE withdrawal SET state = 'PAID', tx_hash = $2, ended_at = $3, broadcast_at = coalesce(broadcast_at, $3)
     WHERE id = $1 AND state IN ('SIGNED', 'BROADCAST')`,
    [id, txHash, new Date(now)],
  );
  if (rowCount !== 1) throw new Error(`withdrawal ${id} was paid and is not on its way`);
}

/** The chain has used its transaction up and paid nothing. */
export async function writeFailed(
  tx: PoolClient,
  { id, run, state }: { readonly id: string; readonly run: number; readonly state: 'APPROVED' | 'REVIEW' },
): Promise<void> {
  await tx.query(
    `UPDATE withdrawal SET state = $3, run = run + 1, tx_hash = NULL, broadcast_at = NULL
     WHERE id = $1 AND run = $2 AND state IN ('SIGNED', 'BROADCAST')`,
    [id, run, state],
  );
}
