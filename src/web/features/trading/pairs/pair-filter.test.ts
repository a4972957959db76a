import { describe, expect, test } from 'vitest';
import type { PairWire } from '#protocol/trading.ts';
import { alternatives, firstPair, rowsOf } from './pair-filter.ts';

function pair(id: string, more: Partial<PairWire> = {}): PairWire {
  const [base = '', quote = ''] = id.split('-');
  return {
    id,
    market: 'crypto',
    name: base,
    base,
    quote,
    payout: 0.85,
    payouts: {},
    precision: 2,
    status: 'online',
    isEnabledPair: true,
    nextOpen: null,
    nextClose: null,
    minStake: 1,
    maxStake: 2000,
    durations: [60],
    price: 1,
    priceTime: null,
    change24h: null,
    high24h: null,
    low24h: null,
    spark: [],
    crowd: null,
    degraded: false,
    reason: null,
    feed: { kind: 'live', sources: [] },
    ...more,
  };
}
const pairs = [
  pair('BTC-USD', { name: 'Bitcoin' }),
  pair('ETH-USD', { name: 'Ethereum', payout: 0.9 }),
  pair('EUR-USD', { market: 'forex', name: 'Euro', status: 'closed' }),
  pair('IBM-USD', { market: 'stocks', name: 'IBM' }),
];
const rows = (tab: 'crypto' | 'favourites', search = '') =>
  rowsOf(pairs, { tab, search, favourites: new Set(['IBM-USD']) }).map((one) => one.id);

describe('rows', () => {
  test('of a tab', () => {
    expect(rows('crypto')).toEqual(['BTC-USD', 'ETH-USD']);
    expect(rows('favourites')).toEqual(['IBM-USD']);
  });
  test.each([
    ['btc', 'BTC-USD'],
    ['BTC/USD', 'BTC-USD'],
    ['btcusd', 'BTC-USD'],
    ['bitcóin', 'BTC-USD'],
    ['euro', 'EUR-USD'],
    ['usd eur', 'EUR-USD'],
  ])('a search for "%s" goes through all groups', (search, id) => {
    expect(rows('favourites', search)).toContain(id);
  });
  test('nothing found', () => {
    expect(rows('crypto', 'zzz')).toEqual([]);
  });
});

test('alternatives take predictions now, best payout first', () => {
  expect(alternatives(pairs, 'BTC-USD').map((one) => one.id)).toEqual(['ETH-USD', 'IBM-USD']);
});

test('first pair', () => {
  expect(firstPair(pairs, 'EUR-USD')?.id).toBe('EUR-USD');
  expect(firstPair(pairs, 'NO-NE')?.id).toBe('BTC-USD');
  expect(firstPair(pairs.slice(2, 3), null)?.id).toBe('EUR-USD');
  expect(firstPair([], null)).toBeNull();
});

test('pairs that take predictions stand first, the rest keep their order', () => {
  const pairs = [
    pair('A-USD', { status: 'offline' }),
    pair('B-USD'),
    pair('C-USD', { status: 'closed' }),
    pair('D-USD'),
  ];
  const wish = { tab: 'crypto', search: '', favourites: new Set<string>() } as const;
  expect(rowsOf(pairs, wish).map((one) => one.id)).toEqual(['B-USD', 'D-USD', 'A-USD', 'C-USD']);
});

test('a search finds the name the person reads', () => {
  const wish = { tab: 'crypto', search: 'золото', favourites: new Set<string>(), nameOf: () => 'Золото' } as const;
  expect(rowsOf([pair('XAU-USD')], wish)).toHaveLength(1);
});
