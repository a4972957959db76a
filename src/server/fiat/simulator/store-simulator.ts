import { usdt, type Usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';

/** The simulator's side of an order. Fiat in hundredths, `receive` and `brings` in 10^-6. */
export interface Simulated {
  readonly reference: string;
  readonly token: string;
  readonly method: string;
  readonly fiat: string;
  readonly amount: bigint;
  readonly receive: Usdt;
  readonly back: string;
  readonly status: string;
  readonly paidFiat: string | null;
  readonly paid: bigint | null;
  readonly brings: Usdt | null;
}

type Row = Omit<Simulated, 'amount' | 'receive' | 'paid' | 'brings'> &
  Readonly<Record<'amount' | 'receive', string> & Record<'paid' | 'brings', string | null>>;
const READ = `SELECT reference, token, method, fiat, amount, receive, back, status, paid_fiat AS "paidFiat", paid, brings FROM fiat_simulated`;
const readRow = (row: Row): Simulated => ({
  ...row,
  amount: BigInt(row.amount),
  receive: usdt(BigInt(row.receive)),
  paid: row.paid === null ? null : BigInt(row.paid),
  brings: row.brings === null ? null : usdt(BigInt(row.brings)),
});

/** Made once for a reference: the second request finds the first one's. */
export async function keepSimulated(
  db: Queryable,
  made: Omit<Simulated, 'paidFiat' | 'paid' | 'brings'> & { readonly at: number },
): Promise<Simulated | null> {
  await db.query(
    `INSERT INTO fiat_simulated (reference, token, method, fiat, amount, receive, back, status, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9 / 1000.0)) ON CONFLICT (reference) DO NOTHING`,
    [made.reference, made.token, made.method, made.fiat, made.amount, made.receive, made.back, made.status, made.at],
  );
  return findSimulated(db, { reference: made.reference });
}

export async function findSimulated(
  db: Queryable,
  by: { readonly reference: string } | { readonly token: string },
): Promise<Simulated | null> {
  const [column, value] = 'token' in by ? ['token', by.token] : ['reference::text', by.reference];
  const { rows } = await db.query<Row>(`${READ} WHERE ${column} = $1`, [value]);
  return rows[0] === undefined ? null : readRow(rows[0]);
}

export async function simulatedSince(db: Queryable, since: number): Promise<readonly Simulated[]> {
  const { rows } = await db.query<Row>(`${READ} WHERE at >= to_timestamp($1 / 1000.0) ORDER BY at`, [since]);
  return rows.map(readRow);
}

export async function setSimulated(
  db: Queryable,
  to: Pick<Simulated, 'reference' | 'status' | 'paidFiat' | 'paid' | 'brings'> & { readonly at: number },
): Promise<void> {
  await db.query(
    `UPDATE fiat_simulated SET status = $2, paid_fiat = $3, paid = $4, brings = $5, at = to_timestamp($6 / 1000.0) WHERE reference = $1`,
    [to.reference, to.status, to.paidFiat, to.paid, to.brings, to.at],
  );
}
