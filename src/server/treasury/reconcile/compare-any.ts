import type { WalletLine } from '#domain/treasury/differences.ts';
import type { ReadNetwork } from '#server/networks/index.ts';
import { compareCoinWallet } from '../coins/compare.ts';
import { compareWallet, type CompareParts } from './compare.ts';

/** What a wallet has beside its books, on a network of either family. */
export function compareAny(parts: CompareParts, at: ReadNetwork, wallet: string): Promise<readonly WalletLine[]> {
  if (at.family === 'coin') return compareCoinWallet(parts, at, wallet);
  return compareWallet(parts, at, wallet as `0x${string}`);
}
