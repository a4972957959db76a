import type { PoolClient } from 'pg';
import { beginsAnew, countedShares, countedStake } from '#domain/cashier/played.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import type { Follower, Told } from '#server/facts/index.ts';
import type { Queryable } from '#server/db/index.ts';
import { depositedOf, ownMoney } from '#server/ledger/store-money.ts';
import { payerOf } from './payer.ts';
import { addPlayed, beginAnew, lockPayer } from './store.ts';

const KINDS = ['prediction.settled', 'round.settled'] as const;
type Ended = Told<(typeof KINDS)[number]>;

export interface PlayedParts {
  /** What the shares of a person in open markets of real money cost, 10^-6. */
  readonly sharesCost: (db: Queryable, userId: string) => Promise<Usdt>;
}

/** Counts what people with real money have played. */
export function playedFollower(parts: PlayedParts): Follower<(typeof KINDS)[number]> {
  return {
    name: 'played-balance',
    kinds: KINDS,
    handle: async (tx, facts) => {
      const sums = new Map<string, Usdt>();
      for (const fact of facts) sums.set(fact.userId, usdt((sums.get(fact.userId) ?? 0n) + countOf(fact)));
      // In one order everywhere, for the rows of several people are held together.
      for (const [userId, sum] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1)))
        await count(parts, tx, { userId, sum });
    },
  };
}

function countOf(fact: Ended): Usdt {
  if (fact.kind === 'prediction.settled') return countedStake({ ...fact, stake: usdt(BigInt(fact.stake)) });
  return countedShares({ won: fact.result === 'WON', lots: fact.lots, cost: usdt(BigInt(fact.cost)) });
}

async function count(
  parts: PlayedParts,
  tx: PoolClient,
  { userId, sum }: { readonly userId: string; readonly sum: Usdt },
): Promise<void> {
  await payerOf(tx, userId);
  await lockPayer(tx, userId);
  if (sum > 0n) await addPlayed(tx, userId, sum);
  if (await hasLostAll(parts, tx, userId)) await beginAnew(tx, userId, await depositedOf(tx, userId));
}

/** Nothing is locked: shares that are bought or sold while we read show in what moved, and then not all is lost. */
async function hasLostAll({ sharesCost }: PlayedParts, tx: PoolClient, userId: string): Promise<boolean> {
  const before = await ownMoney(tx, userId);
  if (!beginsAnew(before.balance)) return false;
  const left = usdt(before.balance + (await sharesCost(tx, userId)));
  return beginsAnew(left) && (await ownMoney(tx, userId)).moved === before.moved;
}
