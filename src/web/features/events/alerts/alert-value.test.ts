import { describe, expect, it } from 'vitest';
import { sideOf, typedOf, valueOf } from './alert-value.ts';

describe('the value of an alert', () => {
  it.each([
    ['price', '60', 600],
    ['price', '62,5', 625],
    ['price', '0', null],
    ['price', '100', null],
    ['price', 'x', null],
    ['price', ' ', null],
    ['closes', '2', 120],
    ['closes', '0.5', 30],
    ['closes', '0', null],
    ['closes', '169', null],
    ['volume', '1000', 1_000],
    ['volume', '-1', null],
  ] as const)('%s “%s” is %s', (kind, typed, value) => {
    expect(valueOf(kind, typed)).toBe(value);
    const again = value === null ? null : valueOf(kind, typedOf({ kind: kind === 'price' ? 'above' : kind, value }));
    expect(again).toBe(value);
  });

  it('is waited for from where the price is', () => {
    expect([sideOf(600, 0.5), sideOf(400, 0.5), sideOf(500, 0.5), sideOf(400, null)]).toEqual([
      'above',
      'below',
      'above',
      'above',
    ]);
  });
});
