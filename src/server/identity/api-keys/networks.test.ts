import { describe, expect, it } from 'vitest';
import { isInside, readNetwork } from './networks.ts';

describe('networks of a key', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    [' 203.0.113.0/24 ', '203.0.113.0/24'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['2001:db8::/48', '2001:db8::/48'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['203.0.113.0/33', null],
    ['2001:db8::/129', null],
    ['203.0.113.0/24/1', null],
    ['203.0.113', null],
    ['fe80::1%eth0', null],
    ['example.com', null],
    ['203.0.113.0/-1', null],
    ['', null],
  ])('reads %j as %j', (text, network) => {
    expect(readNetwork(text)).toBe(network);
  });

  it('hold what is inside and nothing else', () => {
    const networks = ['203.0.113.0/24', '2001:db8::/48'];
    expect(isInside(networks, '203.0.113.200')).toBe(true);
    expect(isInside(networks, '203.0.114.1')).toBe(false);
    expect(isInside(networks, '::ffff:203.0.113.1')).toBe(true);
    expect(isInside(networks, '2001:db8:0:ffff::1')).toBe(true);
    expect(isInside(networks, '2001:db9::1')).toBe(false);
    expect(isInside(networks, 'nowhere')).toBe(false);
    expect(isInside([], 'nowhere')).toBe(true);
  });
});
