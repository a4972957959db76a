/** What a wallet has of one coin, beside what its books expect, in the coin's smallest unit. */
export interface WalletLine {
  readonly coin: string;
  readonly decimals: number;
  readonly expected: bigint;
  readonly has: bigint;
  /** Of one whole coin, 10^-6 dollars; null: nobody here has a price of it. */
  readonly price: bigint | null;
}

/** What is missing of a coin, 10^-6 dollars, rounded up; null: it has no price. */
export function missingValue({ expected, has, decimals, price }: WalletLine): bigint | null {
  const missing = expected > has ? expected - has : 0n;
  if (missing === 0n) return 0n;
  if (price === null) return null;
  const unit = 10n ** BigInt(decimals);
  return (missing * price + unit - 1n) / unit;
}

/** All that is missing; null, which is more than any limit, where something without a price is. What one coin has too much makes up for no other. */
export function totalMissing(lines: readonly WalletLine[]): bigint | null {
  return lines
    .map(missingValue)
    .reduce<bigint | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0n);
}

/** Must payouts stop? What nobody can value counts as too much. */
export function isTooMuch(total: bigint | null, limit: bigint): boolean {
  return total === null || total > limit;
}
