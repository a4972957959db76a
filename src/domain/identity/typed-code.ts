import { westernDigits } from '../digits.ts';

/** A code as it was typed or pasted, without what only groups it: blanks, dashes and marks of direction; digits of every script count. */
export function bareCode(text: string): string {
  return westernDigits(text).replace(/[\s\p{Pd}\p{Cf}−]/gu, '');
}
