/** Numbers of JSON that were at most two decimals: the nearest hundredths are the ones that were meant. */
export const hundredthsOf = (amount: number): bigint => BigInt(Math.round(amount * 100));

/** The same of a coin of six decimals, 10^-6; what is beyond is cut off. */
export const millionthsOf = (amount: number): bigint => BigInt(Math.floor(amount * 1_000_000 + 1e-6));

/** A decimal as text (`0.00123`) in units of 10^-digits; what is beyond is cut off. null: it is none. */
export function unitsOf(text: string, digits: number): bigint | null {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole + part.slice(0, digits).padEnd(digits, '0'));
}
