import { coinUnits } from '#domain/treasury/coin-amounts.ts';

/** Texts, which are kept as they are, and numbers with a point or an exponent. */
const TEXT_OR_FRACTION = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/g;

/** Reads JSON in which amounts are numbers with a point: each becomes the text it is written as, and none passes through a double. */
export function parseExact(json: string): unknown {
  return JSON.parse(json.replace(TEXT_OR_FRACTION, (found) => (found.startsWith('"') ? found : `"${found}"`)));
}

/** An amount as a node writes it (`1.23450000`), in the smallest unit. Throws where it is none: it is never rounded. */
export function unitsOf(amount: string | number): bigint {
  const units = coinUnits(String(amount));
  if (units === null) throw new Error(`a node gave the amount ${amount}`);
  return units;
}
