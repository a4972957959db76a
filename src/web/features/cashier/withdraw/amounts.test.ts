import { describe, expect, it } from 'vitest';
import { coinsFor, freeAfter, insteadOf, isAddressLike, mostOf, partsOf } from './amounts.ts';

const gate = (name: 'documents' | 'hold', state: 'open' | 'met') =>
  ({ gate: name, state, code: null, reason: null, until: null, document: null }) as const;
const STANDING = { free: 1_640.009, max: 50_000, min: 10, monthLeft: null, gates: [gate('documents', 'open')] };

describe('how much may leave', () => {
  it.each([
    ['1640.00', {}],
    ['760.00', { monthLeft: 760 }],
    ['50000.00', { free: 90_000 }],
    [null, { free: 9.99 }],
  ])('is %s', (most, other) => {
    expect(mostOf({ ...STANDING, ...other })).toBe(most);
  });

  it('is offered instead where nothing but the amount is in the way', () => {
    expect(insteadOf(STANDING, '2400')).toBe('1640.00');
    expect(insteadOf(STANDING, '1640')).toBeNull();
    expect(insteadOf(STANDING, null)).toBeNull();
    expect(insteadOf({ ...STANDING, gates: [gate('documents', 'open'), gate('hold', 'open')] }, '2400')).toBeNull();
    expect(insteadOf({ ...STANDING, gates: [gate('documents', 'met')] }, '2400')).toBeNull();
  });
});

it.each([
  ['100', '850.00'],
  ['250', '1000.00'],
  ['9000', '1000.00'],
  ['0', null],
  ['', null],
])('after %s more is played %s is free', (typed, free) => {
  expect(freeAfter({ cash: 1_000, toPlay: 250 }, typed)).toBe(free);
});

it('shows an address by its ends', () => {
  const parts = partsOf('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  expect([parts[0], parts[2]]).toEqual(['0x5aAe', 'eAed']);
  expect(parts.join('')).toHaveLength(42);
});

it.each([
  ['24.00', '96.0000', '0.25000000'],
  ['9', '94.6100', '0.09512736'],
  ['-1', '96.0000', null],
  ['24', '0.0', null],
])('says what %s buys at %s', (amount, rate, coins) => {
  expect(coinsFor(amount, rate)).toBe(coins);
});

it.each([
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', false],
  ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', true],
  ['LVuDpNCSSj6pQ7t9Pv6d6sUkLKoqDEVUnJ', true],
  ['ltc1qw508', false],
])('asks for %s: %s', (text, asked) => {
  expect(isAddressLike(text)).toBe(asked);
});
