import { usdt, type Usdt } from '#domain/money.ts';
import { REALM_NO } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';

const KINDS = ['treasury_hot', 'treasury_deposit', 'treasury_transit', 'treasury_cold'] as const;

/** What the books have of one coin on a network: of a coin that has a price in its smallest unit, else 10^-6. */
export interface Holding {
  readonly coin: string;
  /** In the wallet from which people are paid. */
  readonly hot: Usdt;
  /** At addresses of people, not swept yet. */
  readonly deposits: Usdt;
  /** On its way from there. */
  readonly transit: Usdt;
  readonly cold: Usdt;
}

/** Of each coin that the books ever had there, by its name. */
export async function holdingsOf(db: Queryable, network: string): Promise<readonly Holding[]> {
  const { rows } = await db.query<{ coin: string; kind: string; has: string }>(
    `SELECT split_part(ref, '/', 2) AS coin, kind, sum(debits - credits) AS has FROM account
     WHERE realm = $1 AND owner_id IS NULL AND kind = ANY($2::text[]) AND split_part(ref, '/', 1) = $3 GROUP BY 1, 2 ORDER BY 1`,
    [REALM_NO.real, KINDS, network],
  );
  const coins = [...new Set(rows.map(({ coin }) => coin))];
  return coins.map((coin) => {
    const of = (kind: (typeof KINDS)[number]) =>
      usdt(BigInt(rows.find((row) => row.coin === coin && row.kind === kind)?.has ?? 0));
    return {
      coin,
      hot: of('treasury_hot'),
      deposits: of('treasury_deposit'),
      transit: of('treasury_transit'),
      cold: of('treasury_cold'),
    };
  });
}
