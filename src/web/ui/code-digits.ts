const LENGTH = 6;

/** The digits of what was typed or pasted: other signs, spaces and letters fall away; digits of every script count. */
export function digitsOf(text: string): string {
  const digits = Array.from(text).flatMap((sign) => {
    if (/^\d$/.test(sign)) return [sign];
    if (!/^\p{Nd}$/u.test(sign)) return [];
    // Digits of a script stand in tens, in order.
    let zero = sign.codePointAt(0) ?? 0;
    while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)) && zero % 16 !== 0) zero -= 1;
    return [String((sign.codePointAt(0) ?? 0) - zero)];
  });
  return digits.join('').slice(0, LENGTH);
}
