import { expect, it } from 'vitest';
import { clockOf, firstFiat, leftOf, sumOf } from './shown.ts';
import type { FiatOrder } from './use-fiat.ts';

const EUR = { code: 'EUR', minStr: '18.43', maxStr: '4608.29' };

it('reads a sum, and says on which side of its bounds it lies', () => {
  expect(['', '0', 'x', '1.234'].map((typed) => sumOf(typed, EUR))).toEqual([null, null, null, null]);
  expect(sumOf('18.42', EUR)).toEqual({ amount: '18.42', side: 'low' });
  expect(sumOf('18.43', EUR)).toEqual({ amount: '18.43', side: null });
  expect(sumOf('4608.30', EUR)).toEqual({ amount: '4608.30', side: 'high' });
});

it('begins with the currency of the last order', () => {
  const fiats = [{ ...EUR, code: 'AED' }, EUR, { ...EUR, code: 'USD' }];
  const ordered = (fiat: string) => [{ fiat } as FiatOrder];
  expect([firstFiat(fiats, ordered('USD')), firstFiat(fiats, ordered('XAF')), firstFiat(fiats, [])]).toEqual([
    'USD',
    'EUR',
    'EUR',
  ]);
  expect([firstFiat(fiats.slice(0, 1), []), firstFiat([], [])]).toEqual(['AED', null]);
});

it('counts the time to pay down to nothing', () => {
  const order = { at: '2026-11-26T10:00:00.000Z', expiresAt: '2026-11-26T11:00:00.000Z' };
  expect([60, 30, 0, -30, 90].map((minutes) => leftOf(order, minutes * 60_000))).toEqual([1, 0.5, 0, 0, 1]);
  expect([3_543_000, 1, 0, -5].map(clockOf)).toEqual(['59:03', '0:01', '0:00', '0:00']);
});
