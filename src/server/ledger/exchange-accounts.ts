import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import type { Realm } from '#domain/realm.ts';
import { USDT_SCALE, usdt } from '#domain/money.ts';
import { houseMakerFunded } from '#domain/ledger/exchange-entries.ts';
import { openAccount } from './accounts.ts';
import type { AccountId, MakerAccounts, MarketAccounts } from './contract.ts';
import { post } from './post.ts';

const UNIT = 10n ** BigInt(USDT_SCALE);
/** What the house maker starts with: enough for the loss caps of several hundred rounds at once. */
const MAKER_FUNDS = { real: usdt(50_000n * UNIT), demo: usdt(1_000_000n * UNIT) } as const;

/** The house maker's accounts of a shard; opens them if they are not there. */
export async function makerAccounts(
  tx: PoolClient,
  of: { readonly realm: Realm; readonly shard: number },
): Promise<MakerAccounts> {
  const { realm } = of;
  const ref = `${of.shard}`;
  const house = { realm, ownerId: null } as const;
  return {
    cash: await openAccount(tx, { ...house, kind: 'house_maker', ref }),
    locked: await openAccount(tx, { ...house, kind: 'house_maker_locked', ref }),
    fees: await openAccount(tx, { ...house, kind: 'fees', ref: `${of.shard}/exchange` }),
    mmExpense: await openAccount(tx, { ...house, kind: 'mm_expense', ref }),
    bears: await openAccount(tx, { ...house, kind: realm === 'real' ? 'adjustment' : 'demo_mint', ref: '' }),
  };
}

/** The two accounts of a book market; opens them if they are not there. Books of one event share a pool: full sets are made of all of them. */
export async function marketAccounts(
  tx: PoolClient,
  market: {
    readonly realm: Realm;
    readonly marketId: string;
    readonly linkedTo?: string | null;
  },
): Promise<MarketAccounts> {
  const of = { realm: market.realm, ownerId: null, ref: market.marketId } as const;
  return {
    pool: await openAccount(tx, {
      ...of,
      kind: 'market_pool',
      ref: market.linkedTo ?? market.marketId,
    }),
    fees: await openAccount(tx, { ...of, kind: 'market_fees' }),
  };
}

/** A person's accrued market-maker bonus; opened if it is not there. */
export function payableAccount(
  tx: PoolClient,
  person: { readonly ownerId: string; readonly realm: Realm },
): Promise<AccountId> {
  return openAccount(tx, { ...person, kind: 'mm_payable', ref: '' });
}

/**
 * Journal 43, once a realm and shard: in a sandbox the house maker gets its first money, the real one from the bank roll, the demo one
 * from the mint. In production only the demo one: real funds come by hand (`moveMakerFunds`). NoBalance: the bank roll does not hold it.
 */
export async function fundHouseMaker(
  tx: PoolClient,
  options: { readonly mode: 'sandbox' | 'production'; readonly shard: number },
): Promise<void> {
  const { shard } = options;
  for (const realm of ['real', 'demo'] as const) {
    const { cash } = await makerAccounts(tx, { realm, shard });
    if (realm === 'real' && options.mode === 'production') continue;
    const from = await openAccount(tx, {
      realm,
      ownerId: null,
      kind: realm === 'real' ? 'house_bank' : 'demo_mint',
      ref: '',
    });
    const journal = houseMakerFunded({
      realm,
      refId: `${shard}/first-start`,
      from,
      to: cash,
      amount: MAKER_FUNDS[realm],
    });
    const result = await post(tx, journal);
    assert(result === 'posted' || result === 'repeat' || realm === 'real', 'the mint gave no funds to the house maker');
  }
}
