import type { Pair } from '../prices/pair.ts';
import type { Realm } from '../realm.ts';

/** The short duration that practice adds to every pair, seconds. */
export const DEMO_DURATION_SEC = 15;

/** Durations of a pair in seconds, ascending: those of its realm, not shorter than what its feed can settle. */
export function durationsOf(pair: Pair, realm: Realm, minDurationSec: number): readonly number[] {
  const own = realm === 'demo' && !pair.durations.includes(DEMO_DURATION_SEC) ? [DEMO_DURATION_SEC] : [];
  return [...own, ...pair.durations].filter((sec) => sec >= minDurationSec);
}
