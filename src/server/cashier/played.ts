import type { PoolClient } from 'pg';
import { beginsAnew, countedShares, countedStake } from '#domain/cashier/played.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import type { Follower, Told } from '#server/facts/index.ts';
import { balancesOf } from '#server/ledger/index.ts';
import { depositedOf } from '#server/ledger/store-money.ts';
import { payerOf } from './payer.ts';
import { addPlayed, beginAnew, lockPayer } from './store.ts';

const KINDS = ['prediction.settled', 'round.settled'] as const;
type Ended = Told<(typeof KINDS)[number]>;

/** Counts what people with real money have played. */
export function playedFollower(): Follower<(typeof KINDS)[number]> {
  return {
    name: 'played-balance',
    kinds: KINDS,
    handle: async (tx, facts) => {
      const sums = new Map<string, Usdt>();
      for (const fact of facts) sums.set(fact.userId, usdt((sums.get(fact.userId) ?? 0n) + countOf(fact)));
      // In one order everywhere, for the rows of several people are held together.
      for (const [userId, sum] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1))) await count(tx, userId, sum);
    },
  };
}

function countOf(fact: Ended): Usdt {
  if (fact.kind === 'prediction.settled') return countedStake({ ...fact, stake: usdt(BigInt(fact.stake)) });
  return countedShares({ won: fact.result === 'WON', lots: fact.lots, cost: usdt(BigInt(fact.cost)) });
}

async function count(tx: PoolClient, userId: string, sum: Usdt): Promise<void> {
  await payerOf(tx, userId);
  await lockPayer(tx, userId);
  if (sum > 0n) await addPlayed(tx, userId, sum);
  if (beginsAnew(await balancesOf(tx, { ownerId: userId, realm: 'real' }))) {
    await beginAnew(tx, userId, await depositedOf(tx, userId));
  }
}
