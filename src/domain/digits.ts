const DIGIT = /^\p{Nd}$/u;

/** The text with its decimal digits, of whatever script, as 0 to 9. Wide and mathematical signs become plain ones (NFKC). */
export function westernDigits(text: string): string {
  return Array.from(text.normalize('NFKC'), (sign) => (DIGIT.test(sign) ? String(valueOf(sign)) : sign)).join('');
}

/** Digits of a script stand in tens, in order, and no other digit stands right before them. */
function valueOf(sign: string): number {
  const code = sign.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}
