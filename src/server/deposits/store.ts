import type { PoolClient } from 'pg';
import { usdt, type Usdt } from '#domain/money.ts';
import type { CoinRate } from '#domain/deposits/conversion.ts';
import { LEAST_DEPOSIT, type DepositState, type FindingReason } from '#domain/deposits/rules.ts';
import type { Queryable } from '#server/db/index.ts';

export interface Deposit {
  readonly id: string;
  readonly userId: string;
  readonly network: string;
  readonly txHash: string;
  readonly logIndex: number;
  /** null: no block has it. */
  readonly blockNo: bigint | null;
  readonly blockHash: string | null;
  readonly token: string;
  /** null: not one of those that are taken. */
  readonly coin: string | null;
  readonly address: string;
  readonly raw: bigint;
  /** 10^-6 */
  readonly amount: Usdt;
  readonly state: DepositState;
  readonly reason: FindingReason | null;
  /** 10^-6; what of it is kept apart. */
  readonly held: Usdt;
  /** Lower case; null: seen before this was kept. */
  readonly sender: string | null;
  /** By which it was counted; null: none was yet, or each coin is a dollar. */
  readonly rate: CoinRate | null;
  /** ms */
  readonly seenAt: number;
}

/** One that a block has. */
export type MinedDeposit = Deposit & { readonly blockNo: bigint; readonly blockHash: string };

const COLUMNS = `id, user_id AS "userId", network, tx_hash AS "txHash", log_index AS "logIndex", block_no AS "blockNo", block_hash AS "blockHash",
  token, coin, address, raw, amount, state, reason, held, sender, (extract(epoch FROM seen_at) * 1000)::float8 AS "seenAt",
  CASE WHEN rate_seq IS NULL THEN NULL ELSE jsonb_build_object('stream', rate_stream, 'seq', rate_seq, 'price', rate_price, 'scale', rate_scale,
    't', floor(extract(epoch FROM rate_at) * 1000)) END AS rate`;
type Row = Omit<Deposit, 'blockNo' | 'raw' | 'amount' | 'held'> &
  Readonly<Record<'raw' | 'amount' | 'held', string>> & { readonly blockNo: string | null };
const readRow = (row: Row): Deposit => ({
  ...row,
  blockNo: row.blockNo === null ? null : BigInt(row.blockNo),
  raw: BigInt(row.raw),
  amount: usdt(BigInt(row.amount)),
  held: usdt(BigInt(row.held)),
});

/**
 * Writes a payment that was seen in a block. One that has left its chain and is back under the same number goes on
 * there; one that was credited is so again. null: it is known,
 * and nothing was changed.
 */
export async function writeSeen(
  tx: PoolClient,
  seen: Omit<MinedDeposit, 'state' | 'reason' | 'held' | 'rate'> & {
    readonly state: 'CONFIRMING' | 'QUARANTINE';
    readonly reason: FindingReason | null;
  },
): Promise<Deposit | null> {
  const { rows } = await tx.query<Row>(
    `INSERT INTO deposit (id, user_id, network, tx_hash, log_index, block_no, block_hash, token, coin, address, raw, amount, state, reason, seen_at, changed_at, sender)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, to_timestamp($15 / 1000.0), to_timestamp($15 / 1000.0), $16)
     ON CONFLICT (network, tx_hash, log_index) DO UPDATE
       SET block_no = excluded.block_no, block_hash = excluded.block_hash, changed_at = excluded.changed_at, reason = NULL,
         state = CASE WHEN deposit.state <> 'QUARANTINE' THEN 'CONFIRMING' WHEN deposit.amount >= ${LEAST_DEPOSIT} THEN 'CREDITED' ELSE 'DUST' END
       WHERE (deposit.state IN ('SEEN', 'REPLACED', 'ORPHANED', 'DROPPED') OR deposit.state = 'QUARANTINE' AND deposit.reason = 'reorg' AND deposit.block_hash <> excluded.block_hash)
         AND deposit.token = excluded.token AND deposit.address = excluded.address AND deposit.raw = excluded.raw
     RETURNING ${COLUMNS}`,
    [
      seen.id,
      seen.userId,
      seen.network,
      seen.txHash,
      seen.logIndex,
      seen.blockNo.toString(),
      seen.blockHash,
      seen.token,
      seen.coin,
      seen.address,
      seen.raw.toString(),
      seen.amount.toString(),
      seen.state,
      seen.reason,
      seen.seenAt,
      seen.sender,
    ],
  );
  return rows[0] === undefined ? null : readRow(rows[0]);
}

/** Those that may be final: up to a block, oldest first. */
export async function findConfirming(
  db: Queryable,
  { network, upTo }: { readonly network: string; readonly upTo: bigint },
): Promise<readonly MinedDeposit[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM deposit WHERE network = $1 AND state = 'CONFIRMING' AND block_no <= $2 ORDER BY block_no, log_index LIMIT 200`,
    [network, upTo.toString()],
  );
  return rows.map(readRow) as readonly MinedDeposit[];
}

/** One that is still confirming, in the block where it was; held until the transaction ends. null: it is elsewhere by now. */
export async function lockConfirming(tx: PoolClient, { id, blockHash }: MinedDeposit): Promise<MinedDeposit | null> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM deposit WHERE id = $1 AND block_hash = $2 AND state = 'CONFIRMING' FOR NO KEY UPDATE`,
    [id, blockHash],
  );
  return rows[0] === undefined ? null : (readRow(rows[0]) as MinedDeposit);
}

/** Sets where a deposit stands, and what arrived of it. */
export async function writeState(
  tx: PoolClient,
  to: {
    readonly id: string;
    readonly state: DepositState;
    readonly reason?: FindingReason;
    readonly amount: Usdt;
    readonly held: Usdt;
    readonly at: number;
    /** Of a coin that is no dollar. */
    readonly coin?: { readonly rate: CoinRate | null; readonly held: bigint; readonly sender: string | null };
  },
): Promise<void> {
  const { coin } = to;
  await tx.query(
    `UPDATE deposit SET state = $2, reason = $3, amount = $4, held = $5, changed_at = to_timestamp($6 / 1000.0), held_raw = $7, sender = coalesce($8, sender)
     WHERE id = $1`,
    [
      to.id,
      to.state,
      to.reason ?? null,
      to.amount.toString(),
      to.held.toString(),
      to.at,
      (coin?.held ?? 0n).toString(),
      coin?.sender ?? null,
    ],
  );
  if (coin !== undefined && coin.rate !== null) await writeRate(tx, to.id, coin.rate);
}

/** The tick by which a deposit was counted. */
export async function writeRate(tx: PoolClient, id: string, rate: CoinRate): Promise<void> {
  await tx.query(
    `UPDATE deposit SET rate_stream = $2, rate_seq = $3, rate_at = to_timestamp($4 / 1000.0), rate_price = $5, rate_scale = $6 WHERE id = $1`,
    [id, rate.stream, rate.seq, rate.t, rate.price, rate.scale],
  );
}

/** What is kept of a person for being too little is credited now. */
export async function dustIsCredited(
  tx: PoolClient,
  { userId, at }: { readonly userId: string; readonly at: number },
): Promise<void> {
  await tx.query(
    `UPDATE deposit SET state = 'CREDITED', changed_at = to_timestamp($2 / 1000.0) WHERE user_id = $1 AND state = 'DUST'`,
    [userId, at],
  );
}

/** What stood in blocks behind `block`, which are no longer of the chain: what waits is orphaned, what was credited is a finding. */
export async function orphan(
  tx: PoolClient,
  { network, behind, at }: { readonly network: string; readonly behind: bigint; readonly at: number },
): Promise<void> {
  await tx.query(
    `UPDATE deposit SET changed_at = to_timestamp($3 / 1000.0),
       state = CASE WHEN state = 'CONFIRMING' THEN 'ORPHANED' ELSE 'QUARANTINE' END,
       reason = CASE WHEN state = 'CONFIRMING' THEN NULL ELSE 'reorg' END
     WHERE network = $1 AND block_no > $2 AND state IN ('CONFIRMING', 'CREDITED', 'DUST')`,
    [network, behind.toString(), at],
  );
}

/** One whose block is no longer of the chain. */
export async function orphanOne(
  tx: PoolClient,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<void> {
  await tx.query(
    `UPDATE deposit SET state = 'ORPHANED', changed_at = to_timestamp($2 / 1000.0) WHERE id = $1 AND state = 'CONFIRMING'`,
    [id, at],
  );
}

export async function dropOrphans(
  db: Queryable,
  { before, at }: { readonly before: number; readonly at: number },
): Promise<void> {
  await db.query(
    `UPDATE deposit SET state = 'DROPPED', changed_at = to_timestamp($2 / 1000.0)
     WHERE state IN ('ORPHANED', 'SEEN') AND changed_at < to_timestamp($1 / 1000.0)`,
    [before, at],
  );
}

/** Other payments of the same transaction, token and address that were credited: after a re-mine under another number. */
export async function wasCredited(tx: PoolClient, { id, network, txHash, token, address }: Deposit): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM deposit WHERE network = $1 AND tx_hash = $2 AND token = $3 AND address = $4 AND id <> $5
       AND reason = 'reorg' LIMIT 1`,
    [network, txHash, token, address, id],
  );
  return (rowCount ?? 0) > 0;
}

/** The newest of a person. */
export async function depositsOf(db: Queryable, userId: string, limit: number): Promise<readonly Deposit[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM deposit WHERE user_id = $1 ORDER BY seen_at DESC, id DESC LIMIT $2`,
    [userId, limit],
  );
  return rows.map(readRow);
}

/** By their ids; those that there are none of are left out. */
export async function depositsById(db: Queryable, ids: readonly string[]): Promise<readonly Deposit[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<Row>(`SELECT ${COLUMNS} FROM deposit WHERE id = ANY($1::uuid[])`, [ids]);
  return rows.map(readRow);
}

/** Those of a person that one transaction made, on whatever network. */
export async function depositsByHash(db: Queryable, userId: string, txHash: string): Promise<readonly Deposit[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM deposit WHERE user_id = $1 AND tx_hash = $2 ORDER BY network, log_index LIMIT 50`,
    [userId, txHash],
  );
  return rows.map(readRow);
}
