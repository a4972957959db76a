/** A person's token bucket: 5 at once, refilled 5 a second (docs/rules/predictions.md#rate). */
export interface RateRule {
  readonly size: number;
  readonly perSecond: number;
}

export const PREDICTION_RATE: RateRule = { size: 5, perSecond: 5 };

interface Bucket {
  /** Thousandths of a token, so that refilling stays in integers. */
  milli: number;
  at: number;
}

/** Token buckets by user id. Memory only: it protects the house, not money. */
export interface RateLimiter {
  /** An operator may set another one while it runs. */
  rule: RateRule;
  readonly buckets: Map<string, Bucket>;
}

export function createRateLimiter(rule: RateRule = PREDICTION_RATE): RateLimiter {
  return { rule, buckets: new Map() };
}

/** Takes one token of `userId` at `now` (ms); false when there is none. */
export function takeToken(limiter: RateLimiter, userId: string, now: number): boolean {
  const { rule, buckets } = limiter;
  const full = rule.size * 1_000;
  const bucket = buckets.get(userId) ?? { milli: full, at: now };
  const elapsed = Math.max(0, now - bucket.at);
  const milli = Math.min(full, bucket.milli + elapsed * rule.perSecond);
  const allowed = milli >= 1_000;
  buckets.set(userId, { milli: allowed ? milli - 1_000 : milli, at: now });
  return allowed;
}

/** Forgets buckets that are full again at `now`. */
export function forgetFullBuckets(limiter: RateLimiter, now: number): void {
  const fullAfterMs = (limiter.rule.size * 1_000) / limiter.rule.perSecond;
  for (const [userId, bucket] of limiter.buckets) {
    if (now - bucket.at >= fullAfterMs) limiter.buckets.delete(userId);
  }
}
