import type { PoolClient } from 'pg';
import type { Usdt } from '#domain/money.ts';
import type { Approved } from '#server/approvals/index.ts';
import { actorOf, type Audit, type HouseAct } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { readSettings } from '#server/settings/index.ts';
import { bringBankroll, moveMakerFunds, type HouseMoved } from './house-funds.ts';
import { grantSandbox } from './house-money.ts';

export type HouseMoney = 'bankroll' | 'fund-maker' | 'return-maker';

interface ActParts {
  readonly audit: Pick<Audit, 'write'>;
}

const ACTIONS: Readonly<Record<HouseMoney, string>> = {
  bankroll: 'house.bankroll',
  'fund-maker': 'house.maker_funded',
  'return-maker': 'house.maker_returned',
};

export interface MoveParts extends ActParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly exposureOf: (tx: PoolClient, shard: number) => Promise<Usdt>;
}

/**
 * Moves real money of the house by hand, once an `id`, with its entry in the audit log: into the bank roll (journal 39), or between it and
 * the house maker of a shard (43). `exposureOf` holds the shard and gives the worst case of its open predictions, 10^-6.
 */
export async function moveHouseMoney(
  { audit, clock, exposureOf }: MoveParts,
  tx: PoolClient,
  {
    what,
    shard,
    amount,
    id,
    by,
    reason,
  }: Omit<HouseAct, 'by'> & {
    readonly by: HouseAct['by'] | Approved;
    readonly what: HouseMoney;
    readonly shard: number;
    readonly amount: Usdt;
    readonly id: string;
  },
): Promise<HouseMoved> {
  const move = { amount, refId: id };
  const done =
    what === 'bankroll'
      ? await bringBankroll(tx, move)
      : what === 'return-maker'
        ? await moveMakerFunds(tx, { ...move, shard, way: 'return' })
        : await moveMakerFunds(tx, {
            ...move,
            shard,
            way: 'fund',
            exposure: await exposureOf(tx, shard),
            reserve: (await readSettings(tx, clock.now()))['exposure.reserve'],
          });
  if (done !== 'posted') return done;
  const after = { amount: amount.toString(), id };
  const entry = { action: ACTIONS[what], objectType: 'house', objectId: 'house', reason, after };
  await audit.write(tx, { ...actorOf(by), ...entry });
  return done;
}

/** Journal 42 with its entry in the audit log: gives a person of a sandbox `amount` (10^-6), once an `id`. Throws in production. */
export async function grantPlayMoney(
  { audit }: ActParts,
  tx: PoolClient,
  grant: HouseAct & {
    readonly mode: 'sandbox' | 'production';
    readonly userId: string;
    readonly amount: Usdt;
    readonly id: string;
  },
): Promise<'posted' | 'repeat'> {
  const { mode, userId, amount, id, by, reason } = grant;
  const done = await grantSandbox(tx, { mode, ownerId: userId, amount, refId: id });
  if (done === 'repeat') return done;
  const after = { amount: amount.toString(), id };
  const entry = { action: 'money.granted', objectType: 'user', objectId: userId, reason, after };
  await audit.write(tx, { ...actorOf(by), ...entry });
  return done;
}
