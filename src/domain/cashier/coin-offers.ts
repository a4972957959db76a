import { COIN_DECIMALS } from './coin-networks.ts';
import { USDT_SCALE, type Usdt } from '../money.ts';
import type { CoinRate } from '../deposits/conversion.ts';

/** How many of a coin's smallest units an amount buys at a price, rounded down: the house never pays out a part of a unit more. */
export function unitsBought(amount: Usdt, { price, scale }: Pick<CoinRate, 'price' | 'scale'>): bigint {
  return (amount * 10n ** BigInt(COIN_DECIMALS + scale)) / (BigInt(price) * 10n ** BigInt(USDT_SCALE));
}
