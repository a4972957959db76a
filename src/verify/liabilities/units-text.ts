/** A whole number of the smallest unit as a decimal text: `5000000`, 6 -> `5.000000`. */
export function unitsText(units: bigint | string, scale: number): string {
  const amount = BigInt(units);
  const digits = (amount < 0n ? -amount : amount).toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return amount < 0n ? `-${text}` : text;
}
