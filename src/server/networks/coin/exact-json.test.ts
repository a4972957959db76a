import { describe, expect, it } from 'vitest';
import { parseExact, unitsOf } from './exact-json.ts';

describe('an amount of a node', () => {
  it('is read as it is written, where a double would round it', () => {
    const read = parseExact('{"value":90071992.54740993,"n":1,"text":"1.5 and \\"2.5\\"","difficulty":4.6e-10}');
    expect(read).toEqual({ value: '90071992.54740993', n: 1, text: '1.5 and "2.5"', difficulty: '4.6e-10' });
    expect(unitsOf('90071992.54740993')).toBe(9_007_199_254_740_993n);
  });

  it.each([
    ['0.00000001', 1n],
    ['21000000.00000000', 2_100_000_000_000_000n],
    [50, 5_000_000_000n],
    ['0.1', 10_000_000n],
  ])('%s is %d of its smallest unit', (amount, units) => expect(unitsOf(amount)).toBe(units));

  it.each(['1e-8', '-1.0', '0.000000001', '', 1e-7])('%j is none', (amount) => {
    expect(() => unitsOf(amount)).toThrow('a node gave the amount');
  });
});
