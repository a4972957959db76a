import { COIN_DECIMALS, type ChainCoin } from '#domain/cashier/coin-networks.ts';
import type { Coin } from '#domain/cashier/networks.ts';
import type { ReadNetwork } from '#server/networks/index.ts';

/** What a token is that is taken. */
export interface TakenCoin {
  readonly coin: Coin | ChainCoin;
  readonly decimals: number;
  /** By whose prices it is counted; null: each is a dollar. */
  readonly pair: string | null;
}

/** What is taken under a name of its chain; null: nothing. */
export function coinAt(at: ReadNetwork, token: string): TakenCoin | null {
  if (at.family === 'coin') {
    const { coin, pair } = at.network;
    return { coin, pair, decimals: COIN_DECIMALS };
  }
  const found = at.network.tokens.find(({ address }) => address.toLowerCase() === token);
  return found === undefined ? null : { coin: found.coin, decimals: found.decimals, pair: null };
}

/** Every coin that is taken there. */
export function coinsAt(at: ReadNetwork): readonly (Coin | ChainCoin)[] {
  return at.family === 'coin' ? [at.network.coin] : at.network.tokens.map(({ coin }) => coin);
}
