import type { IncomingHttpHeaders } from 'node:http';
import type { Origins } from './config.ts';

/**
 * Is the page that asks ours, as far as it says? Browsers say where a page came from; programs say nothing. Ours are the
 * configured origins, and the very host that was called.
 */
export function isOurOrigin({ origin, host }: IncomingHttpHeaders, origins: Origins): boolean {
  if (origin === undefined) return true;
  if (Object.values(origins).includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
