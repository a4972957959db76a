import type { Pool } from 'pg';
import type { KindTotal, LiabilityFacts, OwedAs } from '#domain/proofs/liabilities/document.ts';
import { NOT_HELD, OWED_KINDS } from '#domain/proofs/liabilities/owed-kinds.ts';
import type { Asset } from '#domain/realm.ts';
import { transaction } from '#server/db/index.ts';
import { kindBooks, ownerTotals, type KindBooks, type OwnerTotal } from '#server/ledger/owed/store-owed.ts';
import { ledgerHeads } from '../store-hours.ts';

/** One tree to be made. */
export interface OwedInOne {
  readonly asset: Asset;
  readonly of: OwedAs;
  readonly owners: readonly OwnerTotal[];
}

/** All that the ledger says of real money at one moment. */
export interface OwedReading {
  readonly owed: readonly OwedInOne[];
  readonly pools: readonly KindTotal[];
  readonly held: readonly KindTotal[];
  readonly ledger: LiabilityFacts['ledger'];
  /** By asset, smallest units: where what is held, and what is owed to us, is less than what we owe. */
  readonly short: readonly { readonly asset: Asset; readonly by: bigint }[];
}

/** What people are owed one by one is not what the ledger owes in all: nothing may be published of it. */
export class BooksDiffer extends Error {
  override readonly name = 'BooksDiffer';
}

const ALL_AS = ['own', 'bonus'] as const satisfies readonly OwedAs[];

/**
 * Reads the ledger in one snapshot of the database, twice over: by person, and by kind of account. Throws BooksDiffer where the two do not
 * agree to the last unit, where debits and credits differ, or where somebody has less than nothing.
 */
export async function readOwed(db: Pool): Promise<OwedReading> {
  const read = await transaction(db, async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return {
      own: await ownerTotals(tx, OWED_KINDS.own),
      bonus: await ownerTotals(tx, OWED_KINDS.bonus),
      books: await kindBooks(tx),
      // Up to the last batch of this moment.
      ledger: await ledgerHeads(tx, Number.MAX_SAFE_INTEGER),
    };
  });
  const { books, ledger } = read;
  const assets = [...new Set<Asset>(['USDT', ...books.map(({ asset }) => asset)])];
  for (const asset of assets) mustAgree(read, asset);
  const owed = assets.flatMap((asset) =>
    ALL_AS.map((of) => ({ asset, of, owners: read[of].filter((one) => one.asset === asset) })),
  );
  return {
    // There is always one to look at.
    owed: owed.filter(({ asset, of, owners }) => owners.length > 0 || (asset === 'USDT' && of === 'own')),
    pools: totalsOf(books.filter((one) => one.class === 'L' && !one.ofPeople)),
    held: totalsOf(books.filter((one) => one.class === 'A' && !one.ofPeople && !isNotHeld(one))),
    ledger,
    short: assets.flatMap((asset) => {
      const by = sum(books, (one) => one.asset === asset && (one.class === 'L' || one.class === 'A'));
      return by > 0n ? [{ asset, by }] : [];
    }),
  };
}

const isNotHeld = ({ kind }: KindBooks) => NOT_HELD.some((one) => one === kind);

/** Credits less debits. */
function sum(books: readonly KindBooks[], which: (one: KindBooks) => boolean): bigint {
  return books.filter(which).reduce((total, { debits, credits }) => total + credits - debits, 0n);
}

function mustAgree(
  { books, ...byPerson }: Readonly<Record<OwedAs, readonly OwnerTotal[]>> & { readonly books: readonly KindBooks[] },
  asset: Asset,
): void {
  const balance = sum(books, (one) => one.asset === asset);
  if (balance !== 0n) throw new BooksDiffer(`debits and credits of ${asset} differ by ${balance}`);
  const owners = [...byPerson.own, ...byPerson.bonus].filter((one) => one.asset === asset);
  const below = owners.find(({ total }) => total < 0n);
  if (below !== undefined) throw new BooksDiffer(`somebody has ${below.total} of ${asset}`);
  const people = owners.reduce((total, one) => total + one.total, 0n);
  const all = sum(books, (one) => one.asset === asset && one.class === 'L');
  const pools = sum(books, (one) => one.asset === asset && one.class === 'L' && !one.ofPeople);
  if (people + pools !== all) {
    throw new BooksDiffer(`people have ${people} of ${asset} and pools ${pools}, but the ledger owes ${all}`);
  }
}

/** What is not nothing, on its normal side. */
function totalsOf(books: readonly KindBooks[]): readonly KindTotal[] {
  return books.flatMap(({ asset, kind, ref, class: side, debits, credits }) => {
    const total = side === 'A' ? debits - credits : credits - debits;
    return total === 0n ? [] : [{ asset, kind, ref, total }];
  });
}
