import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** An output at an address of a person that was credited, and that no sweep has. */
export interface UnsweptOutput {
  readonly depositId: string;
  readonly txid: string;
  readonly vout: number;
  /** In the coin's smallest unit. */
  readonly units: bigint;
  /** Of the deposit key. */
  readonly child: number;
  readonly height: bigint;
}

/** Of a network of the Bitcoin family, at addresses of the deposit key `xpub`, the largest first. */
export async function unsweptOutputs(
  db: Queryable,
  { network, xpub, limit }: { readonly network: string; readonly xpub: string; readonly limit: number },
): Promise<readonly UnsweptOutput[]> {
  const { rows } = await db.query<
    Omit<UnsweptOutput, 'units' | 'child' | 'height'> & Readonly<Record<'units' | 'child' | 'height', string>>
  >(
    `SELECT d.id AS "depositId", d.tx_hash AS txid, d.log_index AS vout, d.raw AS units, a.no AS child, d.block_no AS height
     FROM deposit d JOIN deposit_address a ON a.address = d.address
     WHERE d.network = $1 AND a.xpub = $2 AND d.sweep IS NULL AND d.coin IN ('BTC', 'LTC') AND d.state IN ('CREDITED', 'DUST')
     ORDER BY d.raw DESC, d.id LIMIT $3`,
    [network, xpub, limit],
  );
  return rows.map((row) => ({
    ...row,
    units: BigInt(row.units),
    child: Number(row.child),
    height: BigInt(row.height),
  }));
}

/** A sweep has these from now on. false: one of them is not credited any more, or another sweep has it, and nothing is written. */
export async function takeForSweep(
  tx: PoolClient,
  { sweep, deposits }: { readonly sweep: string; readonly deposits: readonly string[] },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM deposit WHERE id = ANY($1::uuid[]) AND sweep IS NULL AND state IN ('CREDITED', 'DUST') ORDER BY id FOR NO KEY UPDATE`,
    [deposits],
  );
  if (rowCount !== deposits.length) return false;
  await tx.query('UPDATE deposit SET sweep = $1 WHERE id = ANY($2::uuid[])', [sweep, deposits]);
  return true;
}

/** A sweep that failed gives back what it had, but for outputs that are gone (`txid:vout`). */
export async function leaveSweep(
  tx: PoolClient,
  { sweep, gone }: { readonly sweep: string; readonly gone: readonly string[] },
): Promise<void> {
  await tx.query(
    `UPDATE deposit SET sweep = NULL WHERE sweep = $1 AND NOT tx_hash || ':' || log_index = ANY($2::text[])`,
    [sweep, gone],
  );
}
