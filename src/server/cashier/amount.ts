import type { Usdt } from '#domain/money.ts';
import { readDecimal } from '#protocol/codecs.ts';

const AMOUNT_DIGITS = 6;

/** An amount as it is typed; or what it is refused with: zero and less are no amount of money. */
export function readAmount(
  text: string | number,
): Usdt | { code: 'InvalidRequest'; fields: { amount: 'malformed' | 'decimals' | 'too_small' } } {
  const read = /^\s*[-−]/.test(String(text)) ? 'too_small' : readDecimal(text, AMOUNT_DIGITS);
  if (typeof read !== 'bigint') return { code: 'InvalidRequest', fields: { amount: read } };
  return read > 0n ? read : { code: 'InvalidRequest', fields: { amount: 'too_small' } };
}
