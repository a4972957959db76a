/** Exact arithmetic on the decimal texts of venues; no floating point on the way. */

interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

const PLAIN = /^\d+(?:\.\d+)?$/;

function parse(text: string): Decimal | null {
  if (!PLAIN.test(text)) return null;
  const [whole = '0', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

function format({ units, scale }: Decimal): string {
  const digits = units.toString().padStart(scale + 1, '0');
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const unitsAt = (decimal: Decimal, scale: number): bigint => decimal.units * 10n ** BigInt(scale - decimal.scale);

/** Middle of two prices. null: no decimal texts, a side that is zero, or crossed sides. */
export function middle(bid: string, ask: string): string | null {
  const low = parse(bid);
  const high = parse(ask);
  if (low === null || high === null) return null;
  const scale = Math.max(low.scale, high.scale);
  const [from, to] = [unitsAt(low, scale), unitsAt(high, scale)];
  if (from <= 0n || to < from) return null;
  return format({ units: (from + to) * 5n, scale: scale + 1 });
}

/** Product of two decimal texts, all digits kept. null: no decimal texts. */
export function product(a: string, b: string): string | null {
  const left = parse(a);
  const right = parse(b);
  if (left === null || right === null) return null;
  return format({ units: left.units * right.units, scale: left.scale + right.scale });
}

/** Is `low` <= `text` <= `high`? False where one of them is no decimal text. */
export function isBetween(text: string, low: string, high: string): boolean {
  const [value, from, to] = [parse(text), parse(low), parse(high)];
  if (value === null || from === null || to === null) return false;
  const scale = Math.max(value.scale, from.scale, to.scale);
  const units = unitsAt(value, scale);
  return unitsAt(from, scale) <= units && units <= unitsAt(to, scale);
}

/** A JSON number as plain decimal text: the shortest digits that name the same number, without an exponent. */
export function plainText(value: number): string | null {
  if (!Number.isFinite(value) || value < 0) return null;
  const text = String(value);
  const match = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const power = Number(exponent);
  if (power >= 0) return `${whole}${fraction.padEnd(power, '0')}`;
  return `0.${'0'.repeat(-power - 1)}${whole}${fraction}`;
}
