import { ApiError } from '../api/api-error.ts';

/** The server asks for a minute; nobody must wait for hours because a clock was set while the page stood open. */
const LONGEST_MS = 300_000;

/**
 * When a mail may be asked for again, by the clock of the device (`now`, ms), by what came of asking: an answer names the moment in server
 * time (`server`, ms), a refusal the seconds to wait. Now where neither says anything: the next try is answered by the server.
 */
export function nextMailAt(came: unknown, { now, server }: { readonly now: number; readonly server: number }): number {
  if (came instanceof ApiError) return now + (came.retryAfterMs ?? 0);
  const at =
    typeof came === 'object' && came !== null && 'resendAt' in came ? Date.parse(String(came.resendAt)) : server;
  return Number.isNaN(at) ? now : now + Math.min(Math.max(at - server, 0), LONGEST_MS);
}
