import { checkPairs } from '#domain/prices/check-pairs.ts';
import type { Pair } from '#domain/prices/pair.ts';
import { PAIRS } from '#domain/prices/pairs.ts';

/** The pairs of the product. Throws with every fault of the table, a sentence each. */
export function loadPairs(pairs: readonly Pair[] = PAIRS): readonly Pair[] {
  const wrong = checkPairs(pairs);
  if (wrong.length > 0) throw new Error(wrong.join(' '));
  return pairs;
}
