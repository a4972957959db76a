import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import {
  chargedBack,
  differs,
  FIAT_OUTCOMES,
  FIAT_STATES,
  fiatText,
  stepOf,
  type FiatOutcome,
  type FiatState,
} from './orders.ts';

describe('what a provider says of an order', () => {
  it.each<[FiatState, FiatOutcome, string]>([
    ['CREATED', 'PAID', 'credit'],
    ['PENDING', 'PAID', 'credit'],
    ['PENDING', 'FAILED', 'fail'],
    ['PENDING', 'REFUNDED', 'fail'],
    ['EXPIRED', 'PAID', 'hold'],
    ['FAILED', 'PAID', 'hold'],
    ['KEPT', 'PAID', 'hold'],
    ['CREDITED', 'CHARGEBACK', 'charge'],
    ['CREDITED', 'REFUNDED', 'charge'],
    ['REVIEW', 'REFUNDED', 'refund'],
    ['CHARGEBACK', 'WON', 'win'],
  ])('%s and %s: %s', (state, outcome, step) => expect(stepOf(state, outcome)).toBe(step));

  it('credits by itself only what is open, and moves nothing back', () => {
    const by = (step: string) =>
      FIAT_STATES.filter((state) => FIAT_OUTCOMES.some((outcome) => stepOf(state, outcome) === step));
    expect(by('credit')).toEqual(['CREATED', 'PENDING']);
    expect(by('fail')).toEqual(['CREATED', 'PENDING']);
    expect(by('pending')).toEqual(['CREATED']);
    for (const over of ['REFUNDED', 'LOST'] as const)
      expect(FIAT_OUTCOMES.map((outcome) => stepOf(over, outcome))).toEqual(FIAT_OUTCOMES.map(() => 'same'));
  });
});

describe('what was paid', () => {
  const order = {
    fiat: 'EUR',
    amount: 10_000n,
    receive: usdt(100_000_000n),
    paidFiat: 'EUR',
    paid: 10_000n,
    brings: usdt(100_000_000n),
  };
  const loose = { isFirm: false, gapPercent: 2n };
  it.each([
    ['as ordered', {}, loose, null],
    ['another sum', { paid: 9_999n }, loose, 'amount'],
    ['more', { paid: 10_001n }, loose, 'amount'],
    ['another currency', { paidFiat: 'USD' }, loose, 'currency'],
    ['a rate at the edge', { brings: usdt(98_000_000n) }, loose, null],
    ['a rate past it', { brings: usdt(97_999_999n) }, loose, 'rate'],
    ['a better one past it', { brings: usdt(102_000_001n) }, loose, 'rate'],
    ['a firm offer that was not kept', { brings: usdt(99_999_999n) }, { ...loose, isFirm: true }, 'rate'],
    ['nothing said of it', { paid: null }, loose, 'unsaid'],
    ['nothing of what it brings', { brings: null }, loose, 'unsaid'],
    ['that it brings nothing', { brings: usdt(0n) }, loose, 'unsaid'],
  ] as const)('%s', (...[, change, terms, says]) => expect(differs({ ...order, ...change }, terms)).toBe(says));
});

it('takes a chargeback of the cash, and the rest is owed', () => {
  expect(chargedBack(usdt(50n), usdt(80n))).toEqual({ taken: 50n, owed: 0n });
  expect(chargedBack(usdt(50n), usdt(20n))).toEqual({ taken: 20n, owed: 30n });
  expect(chargedBack(usdt(50n), usdt(0n))).toEqual({ taken: 0n, owed: 50n });
});

it('writes hundredths', () => {
  expect([0n, 5n, 100n, 123_456n].map(fiatText)).toEqual(['0.00', '0.05', '1.00', '1234.56']);
});
