import type { PoolClient } from 'pg';

interface Change {
  readonly network: string;
  readonly coin: string;
  /** Of the wallet, in the coin's smallest unit. */
  readonly change: bigint;
}

/** Is a change within what the wallet was last found to differ from its books by? Held until the transaction ends. */
export async function explains(tx: PoolClient, { network, coin, change }: Change): Promise<boolean> {
  const { rows } = await tx.query<{ more: string }>(
    `SELECT has - expected AS more FROM wallet_difference WHERE network = $1 AND coin = $2 AND ended_at IS NULL FOR UPDATE`,
    [network, coin],
  );
  const more = BigInt(rows[0]?.more ?? '0');
  return change > 0n ? more >= change : more <= change;
}

/** The books have it: what they expect has changed by it. A difference that is gone is over. */
export async function explain(
  tx: PoolClient,
  { network, coin, change, now }: Change & { readonly now: number },
): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE wallet_difference SET ended_at = $4 WHERE network = $1 AND coin = $2 AND ended_at IS NULL AND has = expected + $3`,
    [network, coin, change.toString(), new Date(now)],
  );
  if (rowCount === 1) return;
  await tx.query(
    `UPDATE wallet_difference SET expected = expected + $3 WHERE network = $1 AND coin = $2 AND ended_at IS NULL`,
    [network, coin, change.toString()],
  );
}
