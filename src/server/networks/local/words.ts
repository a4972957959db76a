/** What the constructor of the test token is told, as the contract interface lays it out: hex without 0x. */
export function constructorWords({
  name,
  symbol,
  decimals,
  feeBps,
}: {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly feeBps: number;
}): string {
  // Four places: where name and symbol begin, and the numbers; each text is its length and one word of at most 32 bytes.
  return [word(128), word(192), word(decimals), word(feeBps), text(name), text(symbol)].join('');
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0');
}

function text(value: string): string {
  return word(Buffer.byteLength(value)) + Buffer.from(value).toString('hex').padEnd(64, '0');
}
