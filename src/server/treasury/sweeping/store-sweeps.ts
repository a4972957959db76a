import type { PoolClient } from 'pg';
import { usdt, type Usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';

type SweepState = 'GAS' | 'READY' | 'SENT' | 'DONE' | 'FAILED';

/** Money on its way from a deposit address to the wallet. */
export interface Sweep {
  readonly id: string;
  readonly network: string;
  readonly coin: 'USDT' | 'USDC';
  readonly address: `0x${string}`;
  readonly child: number;
  /** 10^-6 */
  readonly amount: Usdt;
  /** What the address is given for its fee, wei. */
  readonly gas: bigint;
  readonly state: SweepState;
}

type Row = Omit<Sweep, 'child' | 'amount' | 'gas'> & Readonly<Record<'child' | 'amount' | 'gas', string>>;
const COLUMNS = 'id, network, coin, address, child, amount, gas, state';
const readRow = (row: Row): Sweep => ({
  ...row,
  child: Number(row.child),
  amount: usdt(BigInt(row.amount)),
  gas: BigInt(row.gas),
});

/** false: there is one under way from the address. */
export async function insertSweep(tx: PoolClient, of: Sweep & { readonly now: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO sweep (id, network, coin, address, child, amount, gas, state, made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT DO NOTHING`,
    [
      of.id,
      of.network,
      of.coin,
      of.address,
      of.child,
      of.amount.toString(),
      of.gas.toString(),
      of.state,
      new Date(of.now),
    ],
  );
  return rowCount === 1;
}

export async function findSweeps(db: Queryable, ids: readonly string[]): Promise<readonly Sweep[]> {
  const { rows } = await db.query<Row>(`SELECT ${COLUMNS} FROM sweep WHERE id = ANY($1::uuid[])`, [ids]);
  return rows.map(readRow);
}

/** Those whose address has what it needs. */
export async function readySweeps(db: Queryable, network: string, limit: number): Promise<readonly Sweep[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM sweep WHERE network = $1 AND state = 'READY' ORDER BY made_at, id LIMIT $2`,
    [network, limit],
  );
  return rows.map(readRow);
}

/** How many are under way on a network. */
export async function liveSweeps(db: Queryable, network: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM sweep WHERE network = $1 AND ended_at IS NULL',
    [network],
  );
  return rows[0]?.count ?? 0;
}

/** What was swept from addresses, and is under way from them, 10^-6; those of nothing are left out. */
export async function sweptFrom(
  db: Queryable,
  { network, coin }: Pick<Sweep, 'network' | 'coin'>,
): Promise<ReadonlyMap<string, Usdt>> {
  const { rows } = await db.query<{ address: string; amount: string }>(
    `SELECT address, sum(amount) AS amount FROM sweep WHERE network = $1 AND coin = $2 AND state <> 'FAILED' GROUP BY address`,
    [network, coin],
  );
  return new Map(rows.map(({ address, amount }) => [address, usdt(BigInt(amount))]));
}

/** false: it does not stand at `from` any more. */
export async function moveSweep(
  tx: PoolClient,
  {
    id,
    from,
    to,
    now,
  }: { readonly id: string; readonly from: SweepState; readonly to: SweepState; readonly now: number },
): Promise<boolean> {
  const isOver = to === 'DONE' || to === 'FAILED';
  const { rowCount } = await tx.query('UPDATE sweep SET state = $3, ended_at = $4 WHERE id = $1 AND state = $2', [
    id,
    from,
    to,
    isOver ? new Date(now) : null,
  ]);
  return rowCount === 1;
}
