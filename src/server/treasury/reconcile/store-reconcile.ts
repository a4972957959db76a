import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';
import type { WalletLine } from '#domain/treasury/differences.ts';

/** What the book of the native coin says of an address, wei. */
export async function gasBalance(
  db: Queryable,
  { network, wallet }: { readonly network: string; readonly wallet: string },
): Promise<bigint> {
  const { rows } = await db.query<{ wei: string }>(
    'SELECT coalesce(sum(wei), 0) AS wei FROM gas_entry WHERE network = $1 AND wallet = $2',
    [network, wallet],
  );
  return BigInt(rows[0]?.wei ?? '0');
}

/** Begins, keeps up and ends the rows of differences of one network. */
export async function writeDifferences(
  tx: PoolClient,
  { network, lines, now }: { readonly network: string; readonly lines: readonly WalletLine[]; readonly now: number },
): Promise<void> {
  const at = new Date(now);
  for (const { coin, expected, has } of lines) {
    if (expected === has) {
      await tx.query(
        'UPDATE wallet_difference SET ended_at = $3 WHERE network = $1 AND coin = $2 AND ended_at IS NULL',
        [network, coin, at],
      );
      continue;
    }
    await tx.query(
      `INSERT INTO wallet_difference (network, coin, expected, has, found_at, seen_at) VALUES ($1, $2, $3, $4, $5, $5)
       ON CONFLICT (network, coin) WHERE ended_at IS NULL
       DO UPDATE SET expected = excluded.expected, has = excluded.has, seen_at = excluded.seen_at`,
      [network, coin, expected.toString(), has.toString(), at],
    );
  }
}

export interface Difference {
  readonly network: string;
  readonly coin: string;
  readonly expected: bigint;
  readonly has: bigint;
  readonly owner: string;
  /** ms */
  readonly foundAt: number;
}

/** Those that last, the oldest first. */
export async function lastingDifferences(db: Queryable): Promise<readonly Difference[]> {
  const { rows } = await db.query<Omit<Difference, 'expected' | 'has'> & { expected: string; has: string }>(
    `SELECT network, coin, expected, has, owner, floor(extract(epoch FROM found_at) * 1000)::float8 AS "foundAt"
     FROM wallet_difference WHERE ended_at IS NULL ORDER BY found_at, id`,
  );
  return rows.map((row) => ({ ...row, expected: BigInt(row.expected), has: BigInt(row.has) }));
}
