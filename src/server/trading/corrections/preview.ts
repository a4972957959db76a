import { usdt, type Usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';
import { borneOf, dueOf, totalOf, type Ends } from '#domain/trading/orders/undo/correct-holdings.ts';
import type { Queryable } from '#server/db/index.ts';
import { freeCash } from '#server/ledger/accounts.ts';
import { isHouseId } from '../exchange/effects.ts';
import { paidHoldings, touchedOwners } from './store-corrections.ts';

/** Owners who are looked at together. */
const CHUNK = 1_000;

/** What a correction would do now, 10^-6: people without the house maker; `taken`: what comes back from them; `borne`: what the house pays for those who have less. */
export interface CorrectionPreview {
  readonly people: number;
  readonly paid: Usdt;
  readonly taken: Usdt;
  readonly borne: Usdt;
  /** What the house maker gets, or gives back where it is negative. */
  readonly maker: Usdt;
}

/** Moves nothing. `books`: those that share a pool, in one realm. */
export async function previewCorrection(
  db: Queryable,
  { books, realm }: { readonly books: readonly (Ends & { readonly id: string })[]; readonly realm: Realm },
): Promise<CorrectionPreview> {
  const sums = { people: 0, paid: 0n, taken: 0n, borne: 0n, maker: 0n };
  const owners = await touchedOwners(db, { books: books.map((one) => ({ ...one, pool: '', fees: '' })), realm });
  const bookOf = (marketId: string) => books.find(({ id }) => id === marketId)!;
  for (let at = 0; at < owners.length; at += CHUNK) {
    const some = owners.slice(at, at + CHUNK);
    const held = await paidHoldings(db, { books: books.map(({ id }) => id), realm, owners: some });
    const cash = await freeCash(db, { ownerIds: some, realm });
    for (const userId of some) {
      const own = held.filter((row) => row.userId === userId);
      const due = totalOf(own.map((row) => dueOf(row, bookOf(row.marketId))));
      if (isHouseId(userId)) {
        sums.maker += due;
        continue;
      }
      const before = usdt(own.reduce((sum, { borne }) => sum + borne, 0n));
      const borne = borneOf(due, { free: cash.get(userId) ?? usdt(0n), borne: before });
      sums.people += 1;
      if (due > 0n) sums.paid += due + borne;
      else sums.taken -= due + borne;
      if (borne > 0n) sums.borne += borne;
    }
  }
  const { people, paid, taken, borne, maker } = sums;
  return { people, paid: usdt(paid), taken: usdt(taken), borne: usdt(borne), maker: usdt(maker) };
}
