import { add, fromDecimal, toDecimal, usdt, type Usdt } from '#domain/money.ts';
import type { Profile } from '#web/api/profile.ts';

const PARTS = ['cashStr', 'bonusStr', 'lockedStr'] as const;

/** All that is the person's, as decimal text: what is locked in open predictions and orders too. */
export function ownedOf(balances: Pick<Profile['balances'], (typeof PARTS)[number]>): string {
  const sum = PARTS.reduce<Usdt>((whole, part) => add(whole, fromDecimal(balances[part], 6) ?? usdt(0n)), usdt(0n));
  return toDecimal(sum);
}
