import assert from 'node:assert/strict';
import type { Pool, PoolClient } from 'pg';
import { bonusPaid } from '#domain/ledger/exchange-entries.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { REALM_NO, type Realm } from '#domain/realm.ts';
import { transaction } from '#server/db/index.ts';
import { openAccounts } from './accounts.ts';
import { payableAccount } from './exchange-accounts.ts';
import { lockAccounts, postedTransfers, postNew } from './post.ts';

/** What accrued of a person's bonus at or after a moment (ms), 10^-6. */
export type BonusSince = (
  tx: PoolClient,
  of: { readonly userId: string; readonly realm: Realm; readonly since: number },
) => Promise<Usdt>;

/**
 * Journal 24, second half: gives each maker the bonus that had accrued when a UTC day (`day`, YYYY-MM-DD) began, once a day. What accrues
 * from its 00:00 on waits for the next one. Gives how many were paid; a repeat pays nobody twice.
 */
export async function payMakerBonuses(db: Pool, day: string, bonusSince: BonusSince): Promise<number> {
  const { rows } = await db.query<{ owner_id: string; realm: number }>(
    "SELECT owner_id, realm FROM account WHERE kind = 'mm_payable' AND owner_id IS NOT NULL AND credits > debits",
  );
  let paid = 0;
  for (const { owner_id: userId, realm: realmNo } of rows) {
    const realm = realmNo === REALM_NO.real ? 'real' : 'demo';
    const done = await transaction(db, async (tx) => {
      const person = { ownerId: userId, realm } as const;
      const { cash } = await openAccounts(tx, person);
      const payable = await payableAccount(tx, person);
      const account = (await lockAccounts(tx, [payable, cash])).get(payable);
      assert(account);
      const later = await bonusSince(tx, { userId, realm, since: Date.parse(day) });
      const amount = usdt(account.credits - account.debits - later);
      if (amount <= 0n) return false;
      const journal = bonusPaid({ realm, userId, day, payable, cash, amount });
      if ((await postedTransfers(tx, journal)) !== null) return false;
      await postNew(tx, journal);
      return true;
    });
    if (done) paid += 1;
  }
  return paid;
}
