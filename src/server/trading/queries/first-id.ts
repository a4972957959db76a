import { firstIdAt } from '#domain/ids.ts';
import { DAY_MS } from '#domain/time.ts';

/** No prediction stays open longer, ms: what was settled since a moment was admitted, and numbered, after that moment less this. */
const LONGEST_LIFE_MS = 8 * DAY_MS;

/** The least id of a prediction that can have been settled since `at` (ms). */
export function firstIdSettledSince(at: number): string {
  return firstIdAt(at - LONGEST_LIFE_MS);
}
