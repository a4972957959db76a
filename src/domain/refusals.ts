/**
 * Every expected "no", as values. The order of the gates of a prediction is the order of `PREDICTION_GATES`;
 * the error catalogue in `protocol` gives each code its HTTP status, texts and action.
 */
export type Refusal =
  | { code: 'InvalidRequest'; fields: Readonly<Record<string, string>> }
  | { code: 'NotSignedIn' }
  | { code: 'PermissionsError' }
  | { code: 'NotFound' }
  | { code: 'IdempotencyConflict' }
  | { code: 'MarketClosed'; nextOpen: number | null }
  | { code: 'DurationUnavailable'; durations: readonly number[] }
  | { code: 'StakeLimit'; min: bigint; max: bigint }
  | { code: 'PriceFeedError' }
  | { code: 'UnavailableBet' }
  | { code: 'PayoutChanged'; payoutBps: number }
  | { code: 'ExposureLimit'; available: bigint }
  | { code: 'NoBalance' }
  | { code: 'RateLimit'; retryAfterMs: number }
  | { code: 'UnexpectedError' };

export type RefusalCode = Refusal['code'];

/** Gates of a prediction that exist so far, in the order in which they answer. */
export const PREDICTION_GATES = [
  'MarketClosed',
  'DurationUnavailable',
  'StakeLimit',
  'PriceFeedError',
  'UnavailableBet',
  'PayoutChanged',
  'ExposureLimit',
  'NoBalance',
] as const satisfies readonly RefusalCode[];
