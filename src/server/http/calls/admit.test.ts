import { describe, expect, it } from 'vitest';
import { addressGroup } from '#server/routing/address-group.ts';
import { countRequest } from './admit.ts';
import { createRateLimiter } from './rate-limit.ts';

const ROUTE = { name: 'auth.login', endpoint: { rate: 10, addressRate: 20 } };

function countOf(askings: readonly { userId: string | null; address: string; isTrusted?: boolean }[]): number {
  const limiter = createRateLimiter({ now: () => 0, monotonic: () => 0 });
  return askings.filter((one) => countRequest(limiter, ROUTE, { isTrusted: false, ...one }).retryAfterMs === 0).length;
}

const times = <T>(number: number, make: (no: number) => T): T[] => Array.from({ length: number }, (_, no) => make(no));

describe('the buckets of a route', () => {
  it('hold one account, wherever it asks from', () => {
    expect(countOf(times(50, (no) => ({ userId: 'a', address: `10.0.0.${no}` })))).toBe(10);
  });

  it('hold one address, whoever is signed in there', () => {
    expect(countOf(times(100, (no) => ({ userId: `u${no}`, address: '10.0.0.1' })))).toBe(20);
  });

  it('hold a visitor by their address', () => {
    expect(countOf(times(50, () => ({ userId: null, address: '10.0.0.1' })))).toBe(10);
    expect(countOf(times(50, (no) => ({ userId: null, address: `2001:db8:1:2::${no + 1}` })))).toBe(10);
  });

  it('leave the crowd of a test on its own machine alone', () => {
    expect(countOf(times(100, (no) => ({ userId: `u${no}`, address: '127.0.0.1', isTrusted: true })))).toBe(100);
  });

  it('report the one with least room', () => {
    const limiter = createRateLimiter({ now: () => 0, monotonic: () => 0 });
    for (let no = 0; no < 15; no += 1)
      countRequest(limiter, ROUTE, { userId: `u${no}`, address: 'x', isTrusted: false });
    expect(countRequest(limiter, ROUTE, { userId: 'new', address: 'x', isTrusted: false })).toMatchObject({
      limit: 20,
      remaining: 4,
    });
  });
});

describe('what one subscriber holds', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
    ['2001:0db8:0000:0001:ffff::', '2001:db8:0:1::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s: %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});
