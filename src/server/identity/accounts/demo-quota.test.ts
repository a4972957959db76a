import { describe, expect, it } from 'vitest';
import type { Clock } from '#server/clock.ts';
import { STANDARD_SETTINGS } from '#server/settings/index.ts';
import { createDemoQuota, isLoopback } from './demo-quota.ts';

function handClock(): Clock & { at: number } {
  const clock = { at: 0, now: () => clock.at, monotonic: () => clock.at };
  return clock;
}

/** A place that shares its network with nobody. */
const from = (address: string) => ({ address, network: address });

describe('new demo people of an address', () => {
  it('are 10 an hour, and the eleventh learns how long to wait', () => {
    const clock = handClock();
    const quota = createDemoQuota({ clock, mode: 'sandbox', settings: STANDARD_SETTINGS });
    for (let no = 0; no < 10; no += 1) {
      clock.at = no * 1_000;
      expect(quota.take(from('203.0.113.9'))).toBe(0);
    }
    clock.at = 60_000;
    expect(quota.take(from('203.0.113.9'))).toBe(3_600_000 - 60_000);
    expect(quota.take(from('203.0.113.10'))).toBe(0);
    clock.at = 3_600_001;
    expect(quota.take(from('203.0.113.9'))).toBe(0);
    expect(quota.take(from('203.0.113.9'))).toBeGreaterThan(0);
  });

  it('are 10 an hour for all addresses of a network together', () => {
    const quota = createDemoQuota({ clock: handClock(), mode: 'production', settings: STANDARD_SETTINGS });
    const of = (no: number, network = '2001:db8:0:7::/64') => ({ address: `2001:db8:0:7::${no}`, network });
    for (let no = 0; no < 10; no += 1) expect(quota.take(of(no))).toBe(0);
    expect(quota.take(of(10))).toBe(3_600_000);
    expect(quota.take(of(10, '2001:db8:0:8::/64'))).toBe(0);
  });

  it('are 10,000 for the machine itself, in sandbox only', () => {
    const clock = handClock();
    const sandbox = createDemoQuota({ clock, mode: 'sandbox', settings: STANDARD_SETTINGS });
    const production = createDemoQuota({ clock, mode: 'production', settings: STANDARD_SETTINGS });
    for (let no = 0; no < 10; no += 1) production.take(from('127.0.0.1'));
    for (let no = 0; no < 10_000; no += 1) expect(sandbox.take(from('127.0.0.1'))).toBe(0);
    expect(sandbox.take(from('127.0.0.1'))).toBeGreaterThan(0);
    expect(production.take(from('127.0.0.1'))).toBeGreaterThan(0);
  });

  it.each([
    ['127.0.0.1', true],
    ['127.8.8.8', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['::ffff:10.127.0.1', false],
    ['1127.0.0.1', false],
  ])('%s is loopback: %s', (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});
