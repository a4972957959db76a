import { freeToLeave, type PlayedBalance } from '#domain/cashier/played.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';
import { balancesOf } from '#server/ledger/index.ts';
import { depositedOf } from '#server/ledger/store-money.ts';
import { findPayer } from './store.ts';

/** What a person must play before it may leave, what of it they have, and all that they deposited, 10^-6. */
export async function balanceToPlay(
  db: Queryable,
  userId: string,
): Promise<{ readonly balance: PlayedBalance; readonly deposited: Usdt }> {
  const row = await findPayer(db, userId);
  const deposited = await depositedOf(db, userId);
  const lost = row?.lost ?? 0n;
  const required = usdt(deposited > lost ? deposited - lost : 0n);
  return { balance: { required, played: row?.played ?? usdt(0n) }, deposited };
}

/** What of a person's cash may leave now, as far as it was played, 10^-6. */
export async function freeOf(db: Queryable, userId: string): Promise<Usdt> {
  const { balance } = await balanceToPlay(db, userId);
  const { cash } = await balancesOf(db, { ownerId: userId, realm: 'real' });
  return freeToLeave(cash, balance);
}
