import type { AccountClass } from '#domain/ledger/account-kinds.ts';
import { ASSET_NO, REALM_NO, type Asset } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';

/** What one person has in accounts of these kinds, smallest units of the asset. */
export interface OwnerTotal {
  readonly ownerId: string;
  readonly asset: Asset;
  readonly total: bigint;
}

const ASSETS = new Map(Object.entries(ASSET_NO).map(([asset, no]) => [no as number, asset as Asset]));

function assetOf(no: number): Asset {
  const asset = ASSETS.get(no);
  if (asset === undefined) throw new Error(`the ledger holds the unknown asset ${no}`);
  return asset;
}

/** What each person has of each asset in real money, in accounts of these kinds together; nobody with nothing. In order of person and asset. */
export async function ownerTotals(db: Queryable, kinds: readonly string[]): Promise<readonly OwnerTotal[]> {
  const { rows } = await db.query<{ ownerId: string; asset: number; total: string }>(
    `SELECT owner_id AS "ownerId", asset, sum(credits - debits)::text AS total FROM account
     WHERE realm = ${REALM_NO.real} AND owner_id IS NOT NULL AND kind = ANY($1::text[])
     GROUP BY owner_id, asset HAVING sum(credits - debits) <> 0 ORDER BY owner_id, asset`,
    [kinds],
  );
  return rows.map(({ ownerId, asset, total }) => ({ ownerId, asset: assetOf(asset), total: BigInt(total) }));
}

/** All accounts of real money of one kind and ref, those of people and those of the house apart, smallest units of the asset. */
export interface KindBooks {
  readonly asset: Asset;
  readonly kind: string;
  readonly class: AccountClass;
  readonly ofPeople: boolean;
  /** Empty for accounts of people and of markets: there are as many as those. */
  readonly ref: string;
  readonly debits: bigint;
  readonly credits: bigint;
}

export async function kindBooks(db: Queryable): Promise<readonly KindBooks[]> {
  const { rows } = await db.query<
    Omit<KindBooks, 'asset' | 'debits' | 'credits'> & { asset: number; debits: string; credits: string }
  >(
    `SELECT a.asset, a.kind, k.class, a.owner_id IS NOT NULL AS "ofPeople",
       CASE WHEN k.class = 'A' AND a.owner_id IS NULL THEN a.ref ELSE '' END AS ref,
       sum(a.debits)::text AS debits, sum(a.credits)::text AS credits
     FROM account a JOIN account_kind k USING (kind) WHERE a.realm = ${REALM_NO.real}
     GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 3, 2, 5, 4`,
  );
  return rows.map((row) => ({
    ...row,
    asset: assetOf(row.asset),
    debits: BigInt(row.debits),
    credits: BigInt(row.credits),
  }));
}
