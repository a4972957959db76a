import type { Stated } from './sources.ts';
import { mustBe } from './sim-db.ts';

/** Half a percent. */
const near = (a: number, b: number): boolean => Math.abs(a - b) * 200 <= b;

/** What three prices make, written from R-53 alone; null: no tick. */
function expectedOf({ prices, reference }: Stated): number | null {
  const sorted = prices.toSorted((a, b) => a - b);
  const kept = sorted.filter((price) => near(price, sorted[1]!));
  if (kept.length < 2) return null;
  const price = kept.length === 3 ? kept[1]! : Math.round((kept[0]! + kept[1]!) / 2);
  const left = prices.filter((one) => !kept.includes(one));
  // Two have gone elsewhere, and the third still states what was there: nobody can say who is right.
  const torn = reference !== null && !near(price, reference) && left.some((one) => near(one, reference));
  return torn ? null : price;
}

/** What was made of three prices, against the rule. Gives a word for what the sources did; null: they agreed. */
export function checkStated(stated: Stated): 'disagreement' | 'outlier' | null {
  const expected = expectedOf(stated);
  const found = stated.made?.price ?? null;
  const { prices } = stated;
  mustBe(found === expected, `${prices.join(', ')} made ${found ?? 'no tick'}, not ${expected ?? 'no tick'}`);
  if (expected === null) return 'disagreement';
  return prices.every((price) => near(price, expected)) ? null : 'outlier';
}
