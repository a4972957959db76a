import type { PoolClient } from 'pg';
import type { Spendable } from '#domain/treasury/coin-fees.ts';
import type { Queryable } from '#server/db/index.ts';

/** How far a chain was read for outputs of the wallet. */
export interface ScanMark {
  readonly height: bigint;
  readonly hash: string;
}

export async function findMark(db: Queryable, network: string): Promise<ScanMark | null> {
  const { rows } = await db.query<{ height: string; hash: string }>(
    'SELECT block_no AS height, block_hash AS hash FROM coin_scan WHERE network = $1',
    [network],
  );
  return rows[0] === undefined ? null : { height: BigInt(rows[0].height), hash: rows[0].hash };
}

export async function writeMark(tx: PoolClient, network: string, { height, hash }: ScanMark): Promise<void> {
  await tx.query(
    `INSERT INTO coin_scan (network, block_no, block_hash) VALUES ($1, $2, $3)
     ON CONFLICT (network) DO UPDATE SET block_no = excluded.block_no, block_hash = excluded.block_hash`,
    [network, height.toString(), hash],
  );
}

/** An output that paid the wallet, and the block that had it. */
export interface WalletOutput extends Spendable {
  readonly height: bigint;
}

/** A repeat, or the same in another block, is the same output. `child`: it is at that deposit address; left out: it paid the wallet. */
export async function insertOutputs(
  tx: PoolClient,
  network: string,
  outputs: readonly (WalletOutput & { readonly child?: number })[],
): Promise<void> {
  for (const { txid, vout, units, height, child = null } of outputs) {
    await tx.query(
      `INSERT INTO coin_output (network, txid, vout, units, block_no, child) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (network, txid, vout) DO UPDATE SET block_no = excluded.block_no`,
      [network, txid, vout, units.toString(), height.toString(), child],
    );
  }
}

type Row = Omit<Spendable, 'units'> & { readonly units: string };
const readRow = (row: Row): Spendable => ({ ...row, units: BigInt(row.units) });

/** Outputs of the wallet that no payment has, the largest first. */
export async function freeOutputs(
  db: Queryable,
  { network, upTo }: { readonly network: string; readonly upTo: bigint },
): Promise<readonly Spendable[]> {
  const { rows } = await db.query<Row>(
    `SELECT o.txid, o.vout, o.units FROM coin_output o WHERE o.network = $1 AND o.child IS NULL AND o.block_no <= $2
       AND NOT EXISTS (SELECT FROM coin_input i WHERE (i.network, i.txid, i.vout) = (o.network, o.txid, o.vout))
     ORDER BY o.units DESC, o.txid, o.vout LIMIT 100`,
    [network, upTo.toString()],
  );
  return rows.map(readRow);
}

/** Outputs of the wallet that no payment which is final has spent. */
export async function unspentOutputs(db: Queryable, network: string): Promise<readonly Spendable[]> {
  const { rows } = await db.query<Row>(
    `SELECT o.txid, o.vout, o.units FROM coin_output o WHERE o.network = $1 AND o.child IS NULL AND NOT EXISTS (
       SELECT FROM coin_input i JOIN coin_payment p ON p.id = i.payment
       WHERE (i.network, i.txid, i.vout) = (o.network, o.txid, o.vout) AND p.state = 'DONE')
     ORDER BY o.txid, o.vout`,
    [network],
  );
  return rows.map(readRow);
}
