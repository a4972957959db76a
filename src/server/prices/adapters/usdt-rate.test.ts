import { describe, expect, it } from 'vitest';
import { UsdtRate } from './usdt-rate.ts';

const T = 1_800_000_000_000;

describe('our own USDT-USD price', () => {
  it('is missing until a venue states it', () => {
    const rate = new UsdtRate();
    expect(rate.at(T)).toBeNull();
    expect(rate.convert('100', T)).toBeNull();
    rate.quote('kraken', '0.9998', T);
    expect(rate.at(T)).toBe('0.9998');
    expect(rate.convert('100', T)).toBe('99.9800');
  });

  it('is the middle of both venues, in either order', () => {
    const rate = new UsdtRate();
    rate.quote('kraken', '1.0002', T);
    rate.quote('coinbase', '0.9999', T);
    expect(Number(rate.at(T))).toBe(1.00005);
    rate.quote('coinbase', '1.0003', T);
    expect(Number(rate.at(T))).toBe(1.00025);
  });

  it.each([
    ['0.99499', null],
    ['0.995', '0.995'],
    ['1.005', '1.005'],
    ['1.00501', null],
  ])('at %s gives %s', (price, expected) => {
    const rate = new UsdtRate();
    rate.quote('kraken', price, T);
    expect(rate.at(T)).toBe(expected);
  });

  it('goes with its connection: no message for 5 s, or no price for 75 s', () => {
    const rate = new UsdtRate();
    rate.quote('kraken', '1', T);
    expect(rate.at(T + 5_000)).toBe('1');
    expect(rate.at(T + 5_001)).toBeNull();
    for (let t = T; t <= T + 80_000; t += 1_000) rate.alive('kraken', t);
    expect(rate.at(T + 80_000)).toBeNull();
    rate.quote('kraken', '1', T + 80_000);
    expect(rate.at(T + 80_000)).toBe('1');
    rate.forget('kraken');
    expect(rate.at(T + 80_000)).toBeNull();
  });

  it('is vouched for by later messages, up to 75 s behind the price', () => {
    const rate = new UsdtRate();
    rate.quote('coinbase', '1.001', T);
    for (let t = T; t <= T + 75_000; t += 1_000) {
      rate.alive('coinbase', t);
      expect(rate.at(t)).toBe('1.001');
    }
    rate.alive('coinbase', T + 75_001);
    expect(rate.at(T + 75_001)).toBeNull();
  });
});
