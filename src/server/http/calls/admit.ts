import type { Endpoint } from '#protocol/endpoint.ts';
import { addressGroup } from '#server/routing/address-group.ts';
import type { RateLimiter, RateVerdict } from './rate-limit.ts';

/** Accounts behind one address that may use a route fully at the same time. */
const SHARED_BY = 10;

export interface Asking {
  /** null: nobody is signed in. */
  readonly userId: string | null;
  readonly address: string;
  /** The machine itself in sandbox: a whole crowd of tests stands behind that address. */
  readonly isTrusted: boolean;
}

/** Counts one request of a route in its buckets, the account's and the address's; the verdict is that of the tighter. */
export function countRequest(
  limiter: RateLimiter,
  route: { readonly name: string; readonly endpoint: Pick<Endpoint, 'rate' | 'addressRate'> },
  { userId, address, isTrusted }: Asking,
): RateVerdict {
  const { rate, addressRate = rate * SHARED_BY } = route.endpoint;
  const place = addressGroup(address);
  const own = limiter.take(`${route.name} ${userId ?? place}`, rate);
  if (own.retryAfterMs > 0 || isTrusted) return own;
  if (userId === null && addressRate >= rate) return own;
  const shared = limiter.take(`${route.name} @${place}`, addressRate);
  return shared.retryAfterMs > 0 || shared.remaining < own.remaining ? shared : own;
}
