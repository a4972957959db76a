import { ApiError } from '../api/api-error.ts';

/** The server asks for a minute; a browser whose clock is slow must not wait for hours. */
const LONGEST_MS = 300_000;

/**
 * When a mail may be asked for again, wall ms, by what came of asking: an answer names the moment, a refusal the seconds to wait. Now
 * where neither says anything: the next try is answered by the server.
 */
export function nextMailAt(came: unknown, now: number): number {
  if (came instanceof ApiError) return now + (came.retryAfterMs ?? 0);
  const at = typeof came === 'object' && came !== null && 'resendAt' in came ? Date.parse(String(came.resendAt)) : now;
  return Number.isNaN(at) ? now : Math.min(Math.max(at, now), now + LONGEST_MS);
}
