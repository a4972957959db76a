import { describe, expect, test } from 'vitest';
import type { PredictionWire } from '#protocol/trading.ts';
import {
  closedOf,
  elapsedShare,
  ended,
  endedAt,
  isOpen,
  merge,
  missingFrom,
  openOf,
  tellingOf,
  type Predictions,
} from './predictions.ts';

const NONE: Predictions = new Map();
function prediction(id: string, more: Partial<PredictionWire> = {}): PredictionWire {
  return {
    id,
    realm: 'demo',
    pair: 'BTC-USD',
    direction: 'UP',
    stake: 25,
    stakeStr: '25.00',
    payout: 0.85,
    durationSec: 60,
    status: 'OPEN',
    outcome: null,
    voidReason: null,
    admittedAt: '2026-11-20T17:00:00.000Z',
    entry: null,
    expiresAt: '2026-11-20T17:01:00.000Z',
    exit: null,
    profit: null,
    profitStr: null,
    credit: null,
    creditStr: null,
    ...more,
  };
}

describe('news in any order', () => {
  test('never goes back', () => {
    const settled = merge(NONE, [prediction('a', { status: 'SETTLED', outcome: 'WIN' })]);
    expect(merge(settled, [prediction('a', { status: 'OPEN' })])).toBe(settled);
    expect(merge(settled, [prediction('a', { status: 'CORRECTED' })]).get('a')?.status).toBe('CORRECTED');
  });

  test('the answer of the tap may come after the socket said OPEN', () => {
    const open = merge(NONE, [prediction('a', { status: 'OPEN' })]);
    expect(merge(open, [prediction('a', { status: 'ADMITTED' })])).toBe(open);
  });

  test('each end is told once, and only of what was seen open', () => {
    const before = merge(NONE, [prediction('a'), prediction('b')]);
    const after = merge(before, [
      prediction('a', { status: 'SETTLED', outcome: 'WIN' }),
      prediction('old', { status: 'SETTLED', outcome: 'WIN' }),
    ]);
    expect(ended(before, after).map((one) => one.id)).toEqual(['a']);
    expect(ended(after, after)).toEqual([]);
  });
});

test('an open one that the server no longer lists is asked for', () => {
  const known = merge(NONE, [prediction('a'), prediction('b'), prediction('c', { status: 'VOID', outcome: 'VOID' })]);
  expect(missingFrom(known, [prediction('b')])).toEqual(['a']);
});

test('order: what ends first stands first; closed ones newest first', () => {
  const known = merge(NONE, [
    prediction('01', { expiresAt: '2026-11-20T17:05:00.000Z' }),
    prediction('02', { expiresAt: null, durationSec: 15 }),
    prediction('03', { status: 'SETTLED', outcome: 'LOSE' }),
    prediction('04', { status: 'VOID', outcome: 'VOID' }),
  ]);
  expect(openOf(known).map((one) => one.id)).toEqual(['02', '01']);
  expect(closedOf(known).map((one) => one.id)).toEqual(['04', '03']);
});

test('the bar of time runs from nothing to full and stops there', () => {
  const one = prediction('a');
  const start = Date.parse('2026-11-20T17:00:00.000Z');
  expect(elapsedShare(one, start)).toBe(0);
  expect(elapsedShare(one, start + 15_000)).toBe(0.25);
  expect(elapsedShare(one, start + 90_000)).toBe(1);
});

test('telling', () => {
  expect(tellingOf({ outcome: 'WIN', profit: 8 })).toBe('won');
  expect(tellingOf({ outcome: 'LOSE', profit: -10 })).toBe('lost');
  expect(tellingOf({ outcome: 'TIE', profit: 0 })).toBe('returned');
  expect(tellingOf({ outcome: 'VOID', profit: 0 })).toBe('returned');
  expect(tellingOf({ outcome: 'SOLD', profit: 2 })).toBe('won');
  expect(tellingOf({ outcome: 'SOLD', profit: -2 })).toBe('lost');
  expect(tellingOf({ outcome: 'SOLD', profit: 0 })).toBe('returned');
  expect(isOpen({ status: 'EXPIRED' })).toBe(true);
});

test('one that was sold ended when it was sold, not at the expiry that it did not reach', () => {
  const sold = { seq: 3, time: '2026-11-20T17:01:00.000Z', price: 1 };
  const over = { expiresAt: '2026-11-20T17:05:00.000Z', exit: sold };
  expect(endedAt(prediction('a', { ...over, outcome: 'SOLD' }))).toBe(Date.parse(sold.time));
  expect(endedAt(prediction('b', { ...over, outcome: 'LOSE' }))).toBe(Date.parse(over.expiresAt));
  expect(endedAt(prediction('c', { outcome: 'VOID', expiresAt: null }))).toBe(Date.parse('2026-11-20T17:00:00.000Z'));
});
