import type { ApiError } from '#web/api/api-error.ts';

/** Refusals that need no more than a line under the buttons. */
const INLINE = new Set([
  'RateLimit',
  'UnavailableBet',
  'PriceFeedError',
  'PlacingPaused',
  'MarketClosed',
  'DurationUnavailable',
  'StakeLimit',
  'ExposureLimit',
]);

/** Their sentence says more than their title: what is possible. */
const SAYS_HOW_MUCH = new Set(['StakeLimit', 'ExposureLimit']);

/** What the line under the buttons says of a refusal; null: it needs a sheet. */
export function noticeOf({ code, title, text }: Pick<ApiError, 'code' | 'title' | 'text'>): string | null {
  if (!INLINE.has(code)) return null;
  return SAYS_HOW_MUCH.has(code) ? text : title;
}
