import { expect, test } from 'vitest';
import { PAIRS } from '#domain/prices/pairs.ts';
import { iconUrl } from './pair-icon.tsx';

test('large coins have their picture, and every pair of currencies its two flags', () => {
  expect(['btc', 'eth', 'sol'].filter((coin) => iconUrl(`coin-${coin}`) === null)).toEqual([]);
  expect(['us', 'eu', 'gb', 'jp', 'nz', 'au', 'ca', 'ch'].filter((flag) => iconUrl(`flag-${flag}`) === null)).toEqual(
    [],
  );
  const coins = PAIRS.filter(({ group }) => group === 'crypto').map(({ base }) =>
    iconUrl(`coin-${base.toLowerCase()}`),
  );
  expect(coins.filter((url) => url !== null).length).toBeGreaterThan(10);
  expect(iconUrl('coin-none')).toBeNull();
});
