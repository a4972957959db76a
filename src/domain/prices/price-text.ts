/** Prices as integers of 10^-scale, from and to plain decimal text; no floating point on the way. */

const PLAIN = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * Decimal text -> integer of 10^-scale, rounded half away from zero (docs/rules/feeds.md#naive-scan).
 * An exponent is read as well, since venues write small prices that way. null: not a number, or beyond a safe integer.
 */
export function priceFromText(text: string, scale: number): number | null {
  const match = PLAIN.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  // Position of the wanted unit inside `digits`.
  const keep = whole.length + Number(exponent) + scale;
  if (keep > 24) return null;
  const kept = keep <= 0 ? '0' : digits.slice(0, keep).padEnd(keep, '0');
  const next = keep < 0 ? '0' : (digits[keep] ?? '0');
  const units = Number(kept) + (next >= '5' ? 1 : 0);
  if (!Number.isSafeInteger(units)) return null;
  return sign === '-' && units !== 0 ? -units : units;
}

/** Integer of 10^-scale -> decimal text with exactly `scale` digits. */
export function priceToText(price: number, scale: number): string {
  const digits = Math.abs(price)
    .toString()
    .padStart(scale + 1, '0');
  const sign = price < 0 ? '-' : '';
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
