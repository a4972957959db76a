import { westernDigits } from '#domain/digits.ts';

const LENGTH = 6;

/** The digits of what was typed or pasted: other signs, spaces and letters fall away; digits of every script count. */
export function digitsOf(text: string): string {
  return westernDigits(text).replace(/\D/g, '').slice(0, LENGTH);
}
