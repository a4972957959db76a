import type { Clock } from '#server/clock.ts';

const WINDOW_MS = 60_000;
const LARGEST = 100_000;

export interface RateVerdict {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window has room again, or turns. */
  readonly resetSec: number;
  /** 0: go on. */
  readonly retryAfterMs: number;
}

export interface RateLimiter {
  /** Counts one request of `key` against `limit` a minute. */
  take(key: string, limit: number): RateVerdict;
}

interface Counter {
  windowNo: number;
  now: number;
  before: number;
}

/**
 * Sliding minute out of two fixed ones: the one before counts by the share of it that is still inside.
 * No burst of twice the limit at a border, two numbers a key.
 */
export function createRateLimiter(clock: Clock): RateLimiter {
  const counters = new Map<string, Counter>();

  const counterOf = (key: string, windowNo: number): Counter => {
    const known = counters.get(key);
    if (known === undefined) {
      if (counters.size >= LARGEST) dropOld(counters, windowNo);
      const made = { windowNo, now: 0, before: 0 };
      counters.set(key, made);
      return made;
    }
    if (known.windowNo !== windowNo) {
      known.before = known.windowNo === windowNo - 1 ? known.now : 0;
      known.now = 0;
      known.windowNo = windowNo;
    }
    return known;
  };

  return {
    take: (key, limit) => {
      const at = clock.monotonic();
      const windowNo = Math.floor(at / WINDOW_MS);
      const inside = at - windowNo * WINDOW_MS;
      const counter = counterOf(key, windowNo);
      const used = counter.now + counter.before * (1 - inside / WINDOW_MS);
      const resetSec = Math.max(1, Math.ceil((WINDOW_MS - inside) / 1_000));
      if (used + 1 > limit) {
        return { limit, remaining: 0, resetSec, retryAfterMs: waitFor(counter, { limit, inside }) };
      }
      counter.now += 1;
      return { limit, remaining: Math.max(0, Math.floor(limit - used - 1)), resetSec, retryAfterMs: 0 };
    },
  };
}

/** ms until one more request fits, if nothing else comes. */
function waitFor(counter: Counter, at: { limit: number; inside: number }): number {
  const room = at.limit - 1 - counter.now;
  if (room >= 0 && counter.before > 0) {
    return Math.max(1, Math.ceil(WINDOW_MS * (1 - room / counter.before) - at.inside));
  }
  return Math.ceil(WINDOW_MS - at.inside + WINDOW_MS * Math.max(0, 1 - (at.limit - 1) / Math.max(1, counter.now)));
}

function dropOld(counters: Map<string, Counter>, windowNo: number): void {
  for (const [key, counter] of counters) if (counter.windowNo < windowNo - 1) counters.delete(key);
  // Still full of live keys: forget the oldest tenth rather than grow.
  let excess = counters.size - LARGEST * 0.9;
  for (const key of counters.keys()) {
    if (excess <= 0) return;
    counters.delete(key);
    excess -= 1;
  }
}
