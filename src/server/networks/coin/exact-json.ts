import { COIN_DECIMALS } from '#domain/cashier/coin-networks.ts';

/** Texts, which are kept as they are, and numbers with a point or an exponent. */
const TEXT_OR_FRACTION = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/g;

/** Reads JSON in which amounts are numbers with a point: each becomes the text it is written as, and none passes through a double. */
export function parseExact(json: string): unknown {
  return JSON.parse(json.replace(TEXT_OR_FRACTION, (found) => (found.startsWith('"') ? found : `"${found}"`)));
}

const AMOUNT = /^(\d{1,10})(?:\.(\d{1,8}))?$/;

/** An amount as a node writes it (`1.23450000`), in the smallest unit. Throws where it is none: it is never rounded. */
export function unitsOf(amount: string | number): bigint {
  const [, whole, fraction = ''] = AMOUNT.exec(String(amount)) ?? [];
  if (whole === undefined) throw new Error(`a node gave the amount ${amount}`);
  return BigInt(whole) * 10n ** BigInt(COIN_DECIMALS) + BigInt(fraction.padEnd(COIN_DECIMALS, '0'));
}
