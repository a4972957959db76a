import type { PoolClient } from 'pg';
import { usdt, type Usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';

export async function findAddress(
  db: Queryable,
  { userId, branch }: { readonly userId: string; readonly branch: string },
): Promise<string | null> {
  const { rows } = await db.query<{ address: string }>(
    'SELECT address FROM deposit_address WHERE user_id = $1 AND branch = $2',
    [userId, branch],
  );
  return rows[0]?.address ?? null;
}

/** The next index of a branch; holds the branch until the transaction ends. */
export async function takeIndex(tx: PoolClient, xpub: string): Promise<number> {
  const { rows } = await tx.query<{ no: string }>(
    `INSERT INTO deposit_branch (xpub, next) VALUES ($1, 1) ON CONFLICT (xpub) DO UPDATE SET next = deposit_branch.next + 1
     RETURNING next - 1 AS no`,
    [xpub],
  );
  return Number(rows[0]?.no);
}

export async function insertAddress(
  tx: PoolClient,
  row: {
    readonly userId: string;
    readonly branch: string;
    readonly address: string;
    readonly xpub: string;
    readonly no: number;
    readonly madeAt: number;
  },
): Promise<void> {
  await tx.query(
    'INSERT INTO deposit_address (user_id, branch, address, xpub, no, made_at) VALUES ($1, $2, $3, $4, $5, to_timestamp($6 / 1000.0))',
    [row.userId, row.branch, row.address, row.xpub, row.no, row.madeAt],
  );
}

/** Whose addresses these are; those of nobody are left out. */
export async function ownersOf(db: Queryable, addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ address: string; userId: string }>(
    'SELECT address, user_id AS "userId" FROM deposit_address WHERE address = ANY($1)',
    [addresses],
  );
  return new Map(rows.map(({ address, userId }) => [address, userId]));
}

/** Every address of a branch, or null where there are more than `most`. */
export async function allAddresses(
  db: Queryable,
  { branch, most }: { readonly branch: string; readonly most: number },
): Promise<readonly string[] | null> {
  const { rows } = await db.query<{ address: string }>(
    'SELECT address FROM deposit_address WHERE branch = $1 LIMIT $2',
    [branch, most + 1],
  );
  return rows.length > most ? null : rows.map(({ address }) => address);
}

/** What was credited of a coin on a network at each address of a deposit key, 10^-6, and which child of the key it is. */
export async function depositedAt(
  db: Queryable,
  { network, coin, xpub }: { readonly network: string; readonly coin: string; readonly xpub: string },
): Promise<readonly { readonly address: `0x${string}`; readonly child: number; readonly amount: Usdt }[]> {
  const { rows } = await db.query<{ address: `0x${string}`; child: string; amount: string }>(
    `SELECT a.address, a.no AS child, sum(d.amount) AS amount FROM deposit d JOIN deposit_address a ON a.address = d.address
     WHERE d.network = $1 AND d.coin = $2 AND a.xpub = $3 AND d.state IN ('CREDITED', 'DUST')
     GROUP BY a.address, a.no ORDER BY sum(d.amount) DESC`,
    [network, coin, xpub],
  );
  return rows.map((row) => ({ ...row, child: Number(row.child), amount: usdt(BigInt(row.amount)) }));
}
