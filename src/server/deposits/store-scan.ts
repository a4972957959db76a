import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';
import type { BlockMark } from '#server/networks/index.ts';

type Mark = Pick<BlockMark, 'number' | 'hash'>;
interface Row {
  readonly block_no: string;
  readonly block_hash: string;
}
const readMark = ({ block_no, block_hash }: Row): Mark => ({ number: BigInt(block_no), hash: block_hash });

/** The last block that was read; null: none yet. */
export async function findScanned(db: Queryable, network: string): Promise<Mark | null> {
  const { rows } = await db.query<Row>('SELECT block_no, block_hash FROM deposit_scan WHERE network = $1', [network]);
  return rows[0] === undefined ? null : readMark(rows[0]);
}

/** Moves on from `from`. false: somebody else did meanwhile, and nothing was written. */
export async function moveScan(
  tx: PoolClient,
  { network, from, to }: { readonly network: string; readonly from: Mark | null; readonly to: Mark },
): Promise<boolean> {
  const values = [network, to.number.toString(), to.hash];
  const { rowCount } =
    from === null
      ? await tx.query(
          'INSERT INTO deposit_scan (network, block_no, block_hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
          values,
        )
      : await tx.query(
          'UPDATE deposit_scan SET block_no = $2, block_hash = $3 WHERE network = $1 AND block_hash = $4',
          [...values, from.hash],
        );
  return rowCount === 1;
}

/** Keeps a block that was read, and lets go of those `keep` behind it. */
export async function keepBlock(
  tx: PoolClient,
  { network, block, keep }: { readonly network: string; readonly block: Mark; readonly keep: number },
): Promise<void> {
  await tx.query('INSERT INTO deposit_block (network, block_no, block_hash) VALUES ($1, $2, $3)', [
    network,
    block.number.toString(),
    block.hash,
  ]);
  await tx.query('DELETE FROM deposit_block WHERE network = $1 AND block_no < $2', [
    network,
    (block.number - BigInt(keep)).toString(),
  ]);
}

/** Lets go of the blocks behind one. */
export async function forgetBlocks(
  tx: PoolClient,
  { network, behind }: { readonly network: string; readonly behind: bigint },
): Promise<void> {
  await tx.query('DELETE FROM deposit_block WHERE network = $1 AND block_no > $2', [network, behind.toString()]);
}

/** Blocks that were read, the newest first. */
export async function blocksBefore(db: Queryable, network: string): Promise<readonly Mark[]> {
  const { rows } = await db.query<Row>(
    'SELECT block_no, block_hash FROM deposit_block WHERE network = $1 ORDER BY block_no DESC',
    [network],
  );
  return rows.map(readMark);
}

/** Blocks up to `upTo` that were audited fewer than `times` times, the oldest first. */
export async function unaudited(
  db: Queryable,
  { network, upTo, times }: { readonly network: string; readonly upTo: bigint; readonly times: number },
): Promise<readonly Mark[]> {
  const { rows } = await db.query<Row>(
    'SELECT block_no, block_hash FROM deposit_block WHERE network = $1 AND block_no <= $2 AND audits < $3 ORDER BY block_no LIMIT 50',
    [network, upTo.toString(), times],
  );
  return rows.map(readMark);
}

export async function wasAudited(
  tx: PoolClient,
  { network, block }: { readonly network: string; readonly block: Mark },
): Promise<void> {
  await tx.query(
    'UPDATE deposit_block SET audits = audits + 1 WHERE network = $1 AND block_no = $2 AND block_hash = $3',
    [network, block.number.toString(), block.hash],
  );
}
