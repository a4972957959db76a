import { expect, it } from 'vitest';
import { worthOf } from '../deposits/conversion.ts';
import { usdt } from '../money.ts';
import { priceToText } from '../prices/price-text.ts';
import { unitsBought } from './coin-offers.ts';

it.each([
  { amount: 24_000_000n, rate: { price: 960_000, scale: 4 }, units: 25_000_000n, text: '96.0000' },
  // A part of a unit less.
  { amount: 9_000_000n, rate: { price: 946_100, scale: 4 }, units: 9_512_736n, text: '94.6100' },
  { amount: 9_000_000n, rate: { price: 12_345_678, scale: 2 }, units: 7_290n, text: '123456.78' },
  { amount: 1_000_000n, rate: { price: 5, scale: 1 }, units: 200_000_000n, text: '0.5' },
])('buys $units units for $amount at $text', ({ amount, rate, units, text }) => {
  expect([unitsBought(usdt(amount), rate), priceToText(rate.price, rate.scale)]).toEqual([units, text]);
  // One unit more would be worth more than was paid.
  expect(worthOf(units, rate)).toBeLessThanOrEqual(amount);
  expect(worthOf(units + 1n, rate)).toBeGreaterThanOrEqual(amount);
});
