import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '#domain/refusals.ts';
import type { Endpoint } from '#protocol/endpoint.ts';
import type { Origins } from '#server/config/config.ts';
import { isOurOrigin } from '#server/config/origins.ts';

/** Who looks for the fault in a cookie finds it named. */
const UNPROVEN: Refusal = { code: 'NotSignedIn', header: 'X-Requested-With' };

/**
 * Keeps other sites from acting for a person. Whatever changes something is refused where the browser says that
 * another site asks; a GET with an effect, or one that goes by cookie, also wants a sign that no link, image or prefetch
 * can give. null: go on.
 */
export function refuseForeign(endpoint: Endpoint, headers: IncomingHttpHeaders, origins: Origins): Refusal | null {
  const changes = endpoint.method !== 'GET' || endpoint.effect === true || endpoint.customHeader === true;
  if (!changes) return null;
  if (!isOurOrigin(headers, origins) || headers['sec-fetch-site'] === 'cross-site') return { code: 'PermissionsError' };
  if (endpoint.customHeader === true && headers['x-requested-with'] === undefined) return UNPROVEN;
  if (endpoint.method === 'GET' && endpoint.effect === true && !isProven(headers)) return UNPROVEN;
  return null;
}

/** A header that only a script of ours may send, or the browser's own word that one of our scripts asks. */
function isProven(headers: IncomingHttpHeaders): boolean {
  if (headers.authorization !== undefined || headers['x-requested-with'] !== undefined) return true;
  const near = headers['sec-fetch-site'] === 'same-origin' || headers['sec-fetch-site'] === 'same-site';
  return near && headers['sec-fetch-mode'] === 'cors';
}
