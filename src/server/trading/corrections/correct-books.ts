/** What a wrong result paid is taken back, and the right one is paid (docs/rules/events.md#corrections): outside the engine, which has no such book any more. */
import type { Pool, PoolClient } from 'pg';
import { feesCorrected } from '#domain/ledger/exchange-entries.ts';
import { subtract, usdt, type Usdt } from '#domain/money.ts';
import { correctHoldings, dueOf, feesTurn } from '#domain/trading/orders/undo/correct-holdings.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { announceBalance } from '#server/ledger/announce-balance.ts';
import { personAccounts } from '#server/ledger/index.ts';
import type { AccountId, MakerAccounts } from '#server/ledger/contract.ts';
import { makerAccounts } from '#server/ledger/exchange-accounts.ts';
import { lockAccounts, postTogether } from '#server/ledger/post.ts';
import { isHouseId } from '../exchange/effects.ts';
import {
  feesOfBook,
  hasStep,
  insertCorrected,
  insertStep,
  nextOwners,
  openCorrections,
  paidHoldings,
  putResult,
  type PaidRow,
  type WrongBooks,
} from './store-corrections.ts';
import { MakerLacks } from './waiting.ts';

/** Holders who are put right in one transaction at most. */
export const CORRECTED_AT_ONCE = 500;

export const CORRECTIONS_EVERY_MS = 1_000;

export interface CorrectionParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
}

/**
 * Puts every book right whose people have corrected its result, a part after the other. Done twice, or begun again after a kill, it moves
 * nothing twice. Gives those that wait for funds of the house maker; throws what else went wrong once all were tried.
 */
export async function correctBooks(parts: CorrectionParts): Promise<readonly MakerLacks[]> {
  const failed: unknown[] = [];
  const waiting: MakerLacks[] = [];
  for (const wrong of await openCorrections(parts.db)) {
    try {
      await correctAll(parts, wrong);
    } catch (error) {
      // Another event must not wait for a house maker without funds.
      if (error instanceof MakerLacks) waiting.push(error);
      else failed.push(error);
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} corrections of events wait`);
  return waiting;
}

async function correctAll(parts: CorrectionParts, wrong: WrongBooks): Promise<void> {
  const { db, clock } = parts;
  await transaction(db, (tx) => begin(tx, wrong, clock.now()));
  for (;;) {
    const done = await transaction(db, (tx) => correctPart(tx, wrong, clock.now()));
    crashAt('correction.committed');
    if (done.length === 0) return;
    for (const ownerId of done.filter((id) => !isHouseId(id)))
      await announceBalance(parts, { ownerId, realm: wrong.realm });
  }
}

/** Two workers do not take up the same holders. */
async function hold(tx: PoolClient, { realm, poolOf }: WrongBooks): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`corrected ${realm} ${poolOf}`]);
}

/** Fees that come back are the holders’ again. */
async function begin(tx: PoolClient, wrong: WrongBooks, at: number): Promise<void> {
  await hold(tx, wrong);
  if (await hasStep(tx, wrong, 1)) return;
  const { realm, no, shard, books } = wrong;
  const { fees: house } = await makerAccounts(tx, { realm, shard });
  for (const book of books) {
    const { id: marketId, fees: market } = book;
    const amount = feesTurn(book) === 1 ? await feesOfBook(tx, marketId) : usdt(0n);
    await moveFees(tx, { realm, marketId, no, market, house, amount, way: 'back' });
    await insertStep(tx, { marketId, realm, no, step: 1, fees: amount, at });
  }
}

async function moveFees(tx: PoolClient, money: Parameters<typeof feesCorrected>[0]): Promise<void> {
  if (money.amount === 0n) return;
  await lockAccounts(tx, [money.market, money.house]);
  await postTogether(tx, [feesCorrected(money)]);
}

/** Whose holdings were put right; nobody: all are, and the books have their right result. */
async function correctPart(tx: PoolClient, wrong: WrongBooks, at: number): Promise<readonly string[]> {
  await hold(tx, wrong);
  if (await hasStep(tx, wrong, 2)) return [];
  const owners = await nextOwners(tx, wrong, CORRECTED_AT_ONCE);
  if (owners.length === 0) {
    await end(tx, wrong, at);
    return [];
  }
  const { realm, no, shard, books } = wrong;
  const held = await paidHoldings(tx, { books: books.map(({ id }) => id), realm, owners });
  const maker = await makerAccounts(tx, { realm, shard });
  const cashOf = await cashAccounts(tx, { realm, owners, maker });
  const locked = await lockAccounts(tx, [
    ...new Set([...cashOf.values(), ...books.flatMap(({ pool, fees }) => [pool, fees]), maker.bears]),
  ]);
  const free = new Map([...locked].map(([id, one]) => [id, usdt(one.credits - one.debits)]));
  const done = owners.map((userId) => {
    const own = held.filter((row) => row.userId === userId);
    return { userId, ...correctOne(wrong, { userId, own, cash: cashOf.get(userId)!, free, bears: maker.bears }) };
  });
  await postTogether(
    tx,
    done.flatMap(({ journals }) => journals),
  );
  const holdings = done.flatMap(({ userId, holdings: own }) => own.map((one) => ({ ...one, userId })));
  await insertCorrected(tx, { realm, no, shard, at, holdings });
  crashAt('holders.corrected');
  return owners;
}

async function cashAccounts(
  tx: PoolClient,
  of: { readonly realm: WrongBooks['realm']; readonly owners: readonly string[]; readonly maker: MakerAccounts },
): Promise<ReadonlyMap<string, AccountId>> {
  const { realm, owners, maker } = of;
  const people = await personAccounts(tx, { ownerIds: owners.filter((id) => !isHouseId(id)), realm });
  return new Map(owners.map((id) => [id, isHouseId(id) ? maker.cash : people.get(id)!.cash]));
}

/** What becomes of one owner. What they have free is kept up to date, for the house maker stands for two. */
function correctOne(
  wrong: WrongBooks,
  one: {
    readonly userId: string;
    readonly own: readonly PaidRow[];
    readonly cash: AccountId;
    readonly bears: AccountId;
    readonly free: Map<AccountId, Usdt>;
  },
) {
  const { realm, poolOf, no, books } = wrong;
  const { userId, own, cash, bears, free } = one;
  const bookOf = (marketId: string) => books.find(({ id }) => id === marketId)!;
  const had = free.get(cash) ?? usdt(0n);
  const made = correctHoldings({
    realm,
    poolOf,
    userId,
    no,
    dues: own.map((row) => dueOf(row, bookOf(row.marketId))),
    free: had,
    borne: usdt(own.reduce((sum, row) => sum + row.borne, 0n)),
    accounts: { cash, bears, pool: books[0]!.pool, feesOf: (marketId) => bookOf(marketId).fees },
  });
  const moved = made.holdings.reduce((sum, { shares, fees, borne }) => sum + shares + fees + borne, 0n);
  // It has no one behind it: the others wait until it is funded.
  if (isHouseId(userId) && made.holdings.some(({ borne }) => borne > 0n)) throw new MakerLacks(wrong);
  free.set(cash, usdt(had + moved));
  return made;
}

/** Fees that were given back are the house’s, and the books say how they ended. */
async function end(tx: PoolClient, { realm, no, shard, books }: WrongBooks, at: number): Promise<void> {
  const { fees: house } = await makerAccounts(tx, { realm, shard });
  for (const book of books) {
    const { id: marketId, fees: market, is } = book;
    const amount = feesTurn(book) === -1 ? await feesOfBook(tx, marketId) : usdt(0n);
    await moveFees(tx, { realm, marketId, no, market, house, amount, way: 'earned' });
    await insertStep(tx, { marketId, realm, no, step: 2, fees: subtract(usdt(0n), amount), at });
    await putResult(tx, marketId, is);
  }
}
