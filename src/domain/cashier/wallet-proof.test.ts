import { expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { proofSumsOf, STANDARD_VALUES } from '../settings/settings.ts';
import { unprovedSum } from './wallet-proof.ts';

const SUMS = { eea: usdt(1n), ch: usdt(2n), gb: usdt(3n), elsewhere: usdt(4n) };

it.each([
  ['DE', 1n],
  ['NO', 1n],
  ['CH', 2n],
  ['GB', 3n],
  ['JP', 4n],
  // Nobody knows: the least of all.
  [null, 1n],
])('the sum of where a person lives holds: %s', (country, sum) => {
  expect(unprovedSum(SUMS, country)).toBe(sum);
});

it('is a setting of each region', () => {
  const values = { ...STANDARD_VALUES, 'wallets.unproved_eea': 250_000_000n };
  expect(unprovedSum(proofSumsOf(values), 'FR')).toBe(250_000_000n);
  expect(unprovedSum(proofSumsOf(values), 'GB')).toBe(STANDARD_VALUES['wallets.unproved_gb']);
});
