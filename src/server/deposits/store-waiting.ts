import type { PoolClient } from 'pg';
import type { Usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';
import type { WaitingPayment } from '#server/networks/index.ts';

/** What a payment spends; written once. */
export async function writeInputs(
  tx: PoolClient,
  of: { readonly depositId: string; readonly network: string; readonly inputs: readonly string[] },
): Promise<void> {
  if (of.inputs.length === 0) return;
  await tx.query(
    `INSERT INTO deposit_input (deposit_id, network, outpoint) SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING`,
    [of.depositId, of.network, of.inputs],
  );
}

interface Waiting {
  readonly id: string;
  readonly userId: string;
  readonly network: string;
  readonly coin: string;
  readonly payment: WaitingPayment;
  /** 10^-6; about what it is worth now. */
  readonly amount: Usdt;
  readonly now: number;
}

/** Writes a payment that no block has yet. One that was given up is there again. Gives its id where it is new, else null. */
export async function writeWaiting(tx: PoolClient, seen: Waiting): Promise<string | null> {
  const { payment } = seen;
  const { rows } = await tx.query<{ id: string; isNew: boolean }>(
    `INSERT INTO deposit (id, user_id, network, tx_hash, log_index, token, coin, address, raw, amount, state, seen_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'SEEN', to_timestamp($11 / 1000.0), to_timestamp($11 / 1000.0))
     ON CONFLICT (network, tx_hash, log_index) DO UPDATE SET state = 'SEEN', changed_at = excluded.changed_at
       WHERE deposit.state IN ('REPLACED', 'DROPPED')
     RETURNING id, xmax = 0 AS "isNew"`,
    [
      seen.id,
      seen.userId,
      seen.network,
      payment.txHash,
      payment.index,
      payment.token,
      seen.coin,
      payment.to,
      payment.value.toString(),
      seen.amount.toString(),
      seen.now,
    ],
  );
  return rows[0]?.isNew === true ? rows[0].id : null;
}

/** Payments that no block has now, with what they spend. */
export async function findBlockless(
  db: Queryable,
  network: string,
): Promise<readonly { readonly id: string; readonly txHash: string; readonly inputs: readonly string[] }[]> {
  const { rows } = await db.query<{ id: string; txHash: string; inputs: readonly string[] }>(
    `SELECT d.id, d.tx_hash AS "txHash", coalesce(array_agg(i.outpoint) FILTER (WHERE i.outpoint IS NOT NULL), '{}') AS inputs
     FROM deposit d LEFT JOIN deposit_input i ON i.deposit_id = d.id
     WHERE d.network = $1 AND d.state IN ('SEEN', 'ORPHANED') GROUP BY d.id, d.tx_hash LIMIT 500`,
    [network],
  );
  return rows;
}

/** Something else has spent what it spends. One that a block has meanwhile is left alone. */
export async function replaceOne(
  db: Queryable,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<void> {
  await db.query(
    `UPDATE deposit SET state = 'REPLACED', changed_at = to_timestamp($2 / 1000.0) WHERE id = $1 AND state IN ('SEEN', 'ORPHANED')`,
    [id, at],
  );
}

/** Did another transaction that spends one of the same outputs reach its end here? It has left the chain then, and its money may be spent. */
export async function spendsCredited(
  tx: PoolClient,
  { id, network, txHash }: { readonly id: string; readonly network: string; readonly txHash: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM deposit_input mine JOIN deposit_input other ON other.network = mine.network AND other.outpoint = mine.outpoint
       JOIN deposit d ON d.id = other.deposit_id
     WHERE mine.deposit_id = $1 AND d.network = $2 AND d.tx_hash <> $3
       AND d.state IN ('CREDITED', 'DUST', 'QUARANTINE', 'KEPT', 'RETURNED') AND d.reason IS DISTINCT FROM 'replaced' LIMIT 1`,
    [id, network, txHash],
  );
  return (rowCount ?? 0) > 0;
}
