const SECOND_MS = 1_000;

/** Tries count for this long. */
export const TRY_WINDOW_MS = 15 * 60 * SECOND_MS;

/** Tries that need no wait, and the longest wait that is asked for after them. */
export interface GuessLimit {
  readonly free: number;
  readonly longestDelayMs: number;
}
export const ACCOUNT_LIMIT: GuessLimit = { free: 10, longestDelayMs: 300 * SECOND_MS };
/** Many people may sit behind one address: work is asked for, hardly any waiting. */
export const ADDRESS_LIMIT: GuessLimit = { free: 100, longestDelayMs: 4 * SECOND_MS };

const LEAST_BITS = 16;
const MOST_BITS = 20;

/** Tries of something guessable; times in ms. */
export interface GuessCount {
  readonly tries: number;
  readonly windowStart: number;
  readonly lastTryAt: number;
}

export type GuessVerdict =
  /** The try may be made and is counted. */
  | { readonly kind: 'go'; readonly count: GuessCount }
  /** Not before `retryAfterMs`, and with a proof of work of `difficulty` zero bits. Nothing is counted: nobody is locked out for good. */
  | { readonly kind: 'wait'; readonly retryAfterMs: number; readonly difficulty: number };

/** May another try be made? `hasProof`: a proof of work made for exactly this count was sent along. */
export function judgeGuess(
  count: GuessCount | null,
  asked: { readonly now: number; readonly limit: GuessLimit; readonly hasProof: boolean },
): GuessVerdict {
  const { now, limit, hasProof } = asked;
  if (count === null || now - count.windowStart >= TRY_WINDOW_MS) {
    return { kind: 'go', count: { tries: 1, windowStart: now, lastTryAt: now } };
  }
  const next = { tries: count.tries + 1, windowStart: count.windowStart, lastTryAt: now };
  const beyond = count.tries - limit.free;
  if (beyond < 0) return { kind: 'go', count: next };
  const retryAfterMs = Math.max(0, count.lastTryAt + delayAfter(beyond, limit) - now);
  if (hasProof && retryAfterMs === 0) return { kind: 'go', count: next };
  return { kind: 'wait', retryAfterMs, difficulty: Math.min(LEAST_BITS + beyond, MOST_BITS) };
}

/** 2 s after the last free try, doubling to the longest. */
function delayAfter(beyond: number, { longestDelayMs }: GuessLimit): number {
  return Math.min(2 ** (beyond + 1) * SECOND_MS, longestDelayMs);
}

/** Does a hash begin with this many zero bits? */
export function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = Math.floor(bits / 8);
  for (let at = 0; at < whole; at += 1) if (hash[at] !== 0) return false;
  const rest = bits % 8;
  return rest === 0 || (hash[whole] ?? 255) >> (8 - rest) === 0;
}
