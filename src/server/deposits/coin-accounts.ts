import type { PoolClient } from 'pg';
import type { AccountKind } from '#domain/ledger/account-kinds.ts';
import type { Exchange } from '#domain/ledger/coin-entries.ts';
import type { Asset } from '#domain/realm.ts';
import { openAccount } from '#server/ledger/accounts.ts';

/** An account of a coin's own asset. */
export function coinAccount(
  tx: PoolClient,
  of: {
    readonly asset: Asset | 'USDC';
    readonly kind: AccountKind;
    readonly ownerId: string | null;
    readonly ref: string;
  },
): Promise<string> {
  const { asset } = of;
  if (asset === 'USDC') throw new Error('a coin of the dollar family has no asset of its own');
  return openAccount(tx, { ...of, asset, realm: 'real' });
}

/** Where a coin is exchanged for dollars: one position of each asset. */
export async function exchangeOf(tx: PoolClient, asset: Asset | 'USDC'): Promise<Exchange> {
  const at = (of: Asset | 'USDC') => coinAccount(tx, { asset: of, kind: 'fx', ownerId: null, ref: '' });
  return { coin: await at(asset), dollar: await at('USDT') };
}
