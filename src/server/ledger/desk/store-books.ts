import { ASSET_NO, REALM_NO, type Realm } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';

/** All accounts of a kind and a realm together, 10^-6. */
export interface KindSum {
  readonly kind: string;
  readonly class: string;
  readonly normal: 'D' | 'C';
  readonly accounts: number;
  readonly debits: bigint;
  readonly credits: bigint;
}

type Sums = Omit<KindSum, 'debits' | 'credits'> & { readonly debits: string; readonly credits: string };
const summed = ({ debits, credits, ...row }: Sums): KindSum => ({
  ...row,
  debits: BigInt(debits),
  credits: BigInt(credits),
});

/** Each kind of account there is in a realm, or in both; as many accounts as there are people are added up. */
export async function sumKinds(db: Queryable, realm: Realm | null): Promise<readonly KindSum[]> {
  const { rows } = await db.query<Sums>(
    `SELECT a.kind, k.class, k.normal, count(*)::int AS accounts, sum(a.debits)::text AS debits, sum(a.credits)::text AS credits
     FROM account a JOIN account_kind k USING (kind) WHERE a.asset = ${ASSET_NO.USDT} AND ($1::smallint IS NULL OR a.realm = $1) GROUP BY a.kind, k.class, k.normal ORDER BY k.class, a.kind`,
    [realm === null ? null : REALM_NO[realm]],
  );
  return rows.map(summed);
}

/** An account of the house, real money of 10^-6. */
export interface HouseAccount extends Omit<KindSum, 'accounts'> {
  readonly id: string;
  readonly ref: string;
}

/** The accounts of the house itself: those of single markets are left out. Found by the index of owners. */
export async function findHouseAccounts(db: Queryable): Promise<readonly HouseAccount[]> {
  const { rows } = await db.query<Sums & { readonly id: string; readonly ref: string }>(
    `SELECT a.id::text, a.kind, a.ref, k.class, a.normal, a.debits::text, a.credits::text
     FROM account_kind k JOIN account a ON a.owner_id IS NULL AND a.realm = ${REALM_NO.real} AND a.asset = 1 AND a.kind = k.kind
     WHERE k.kind NOT IN ('market_pool', 'market_fees') ORDER BY k.class, a.kind, a.ref`,
  );
  return rows.map(summed) as unknown as readonly HouseAccount[];
}
