import { REALM_NO } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';

/** An account of a person; sums of all that moved, 10^-6. */
export interface PersonAccount {
  readonly id: string;
  readonly kind: string;
  readonly isReal: boolean;
  readonly credits: bigint;
  readonly debits: bigint;
}

/** Accounts of a person by number, from `after` on. */
export async function personAccountsPage(
  db: Queryable,
  asked: { readonly ownerId: string; readonly after: string | null; readonly limit: number },
): Promise<readonly PersonAccount[]> {
  const { rows } = await db.query<{ id: string; kind: string; realm: number; credits: string; debits: string }>(
    `SELECT id::text, kind, realm, credits::text, debits::text FROM account
     WHERE owner_id = $1 AND ($2::bigint IS NULL OR id > $2) ORDER BY account.id LIMIT $3`,
    [asked.ownerId, asked.after, asked.limit],
  );
  return rows.map(({ id, kind, realm, credits, debits }) => ({
    id,
    kind,
    isReal: realm === REALM_NO.real,
    credits: BigInt(credits),
    debits: BigInt(debits),
  }));
}
