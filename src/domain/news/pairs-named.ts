import { PAIRS } from '../prices/pairs.ts';

/** Pairs that a story is linked to. */
export const MOST_NAMED = 3;

/** What else they are called. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  'ETH-USD': ['Ether'],
  'GOOG-USD': ['Google'],
  'META-USD': ['Meta'],
};

interface Name {
  readonly pair: string;
  readonly pattern: RegExp;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Names and signs as they are written, for "link", "dot" and "cosmos" are words. Of forex pairs, which are called like the money of countries,
 * only `EUR/USD` and the like. The longest comes first: Bitcoin Cash is not Bitcoin.
 */
const NAMES: readonly Name[] = PAIRS.flatMap(({ id, name, base, quote, group }) => {
  const spelled = [`${base}/${quote}`, `${base}-${quote}`, `${base}${quote}`];
  const own = group === 'forex' || quote !== 'USD' ? [] : [name, base, ...(ALSO[id] ?? [])];
  return [...spelled, ...own].map((word) => ({ pair: id, word }));
})
  .toSorted((one, other) => other.word.length - one.word.length)
  .map(({ pair, word }) => ({
    pair,
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(word)}(?![\p{L}\p{N}])`, 'gu'),
  }));

/** The first few pairs that a text names, in its order. */
export function pairsNamed(text: string): readonly string[] {
  let rest = text;
  const at = new Map<string, number>();
  for (const { pair, pattern } of NAMES) {
    for (const { index } of rest.matchAll(pattern)) at.set(pair, Math.min(at.get(pair) ?? index, index));
    rest = rest.replaceAll(pattern, (word) => ' '.repeat(word.length));
  }
  return [...at]
    .toSorted(([, one], [, other]) => one - other)
    .slice(0, MOST_NAMED)
    .map(([pair]) => pair);
}
