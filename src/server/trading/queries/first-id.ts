import { DAY_MS } from '#domain/time.ts';

/** No prediction stays open longer, ms: what was settled since a moment was admitted, and numbered, after that moment less this. */
const LONGEST_LIFE_MS = 8 * DAY_MS;

/** The least id of a prediction that can have been settled since `at` (ms): ids begin with the time at which they were drawn (UUIDv7). */
export function firstIdSettledSince(at: number): string {
  const hex = Math.max(0, at - LONGEST_LIFE_MS)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
