import { describe, expect, test } from 'vitest';
import { toDecimal, usdt } from '#domain/money.ts';
import {
  BLOCKING,
  CONFIRM_MS,
  DOUBLE_TAP_MS,
  chosenDuration,
  forgetConfirmation,
  ifClosedNow,
  newTicket,
  problem,
  summary,
  tap,
  withAmount,
  withDuration,
  withOneClick,
  type TicketPair,
  type TicketScene,
} from './ticket.ts';

const dollars = (n: number) => usdt(BigInt(n) * 1_000_000n);
const pair: TicketPair = {
  id: 'BTC-USD',
  market: 'crypto',
  status: 'online',
  isEnabledPair: true,
  durations: [15, 30, 60],
  nextClose: null,
  feed: { kind: 'simulated', sources: [] },
  payout: 0.85,
  payouts: { '15': 0.82, '60': 0.85 },
  minStake: 1,
  maxStake: 2000,
};
const scene: TicketScene = { pair, cash: dollars(10_000), connected: true, now: 1_000_000 };
const demo = newTicket('demo', { amount: '25', durationSec: 60 });
const real = newTicket('real', { amount: '25', durationSec: 60 });
const at = (ms: number, more: Partial<TicketScene> = {}): TicketScene => ({ ...scene, now: scene.now + ms, ...more });

describe('figures before the tap', () => {
  test('profit, total return and the break-even rate', () => {
    const figures = summary(demo, scene);
    expect(toDecimal(figures.profit)).toBe('21.250000');
    expect(toDecimal(figures.totalReturn)).toBe('46.250000');
    expect(figures.breakEven).toBeCloseTo(0.5405, 4);
  });

  test('follow the payout of the chosen duration', () => {
    expect(summary(withDuration(demo, 15), scene).payoutBps).toBe(8200);
  });

  test('an unreadable amount counts as nothing', () => {
    expect(summary(withAmount(demo, 'x'), scene).totalReturn).toBe(0n);
  });

  test('a remembered amount that is none is replaced', () => {
    expect(newTicket('demo', { amount: 'many', durationSec: 15 }).amount).toBe('25');
  });

  test('a wish that is not offered falls to the nearest', () => {
    expect(chosenDuration(withDuration(demo, 300), scene)).toBe(60);
  });
});

describe('problems, in the order of the gates', () => {
  const named = (more: Partial<TicketPair>, sceneMore: Partial<TicketScene> = {}) =>
    problem(demo, { ...scene, ...sceneMore, pair: { ...pair, ...more } });

  test('closed before everything, for it needs no prices', () => {
    expect(named({ status: 'closed' }, { connected: false })).toBe('closed');
  });
  test('no connection before offline', () => {
    expect(named({ status: 'offline' }, { connected: false })).toBe('reconnecting');
  });
  test('offline or switched off', () => {
    expect(named({ status: 'offline' })).toBe('offline');
    expect(named({ isEnabledPair: false })).toBe('offline');
  });
  test('no duration left before the close', () => {
    expect(named({ nextClose: new Date(scene.now + 1_000).toISOString() })).toBe('noDuration');
  });
  test.each([
    ['', 'amountMissing'],
    ['0', 'amountMissing'],
    ['0.99', 'belowMin'],
    ['2000.01', 'aboveMax'],
  ])('amount "%s": %s', (amount, expected) => {
    expect(problem(withAmount(demo, amount), scene)).toBe(expected);
  });
  test('more than there is', () => {
    expect(problem(demo, at(0, { cash: dollars(24) }))).toBe('noBalance');
    expect(problem(demo, at(0, { cash: dollars(25) }))).toBeNull();
  });
  test('an unknown balance is left to the server', () => {
    expect(problem(demo, at(0, { cash: null }))).toBeNull();
  });
  test('only the market blocks a button', () => {
    expect([...BLOCKING].sort()).toEqual(['closed', 'noDuration', 'offline', 'reconnecting']);
  });
});

describe('taps', () => {
  test('one-click in demo places at once', () => {
    const { verdict, ticket } = tap(demo, scene, 'UP');
    expect(verdict).toEqual({ kind: 'place', stake: dollars(25), durationSec: 60, payoutBps: 8500 });
    expect(ticket.confirming).toBeNull();
  });

  test('a double tap within 300 ms is one tap, per button', () => {
    const first = tap(demo, scene, 'UP').ticket;
    expect(tap(first, at(DOUBLE_TAP_MS - 1), 'UP').verdict.kind).toBe('merged');
    expect(tap(first, at(10), 'DOWN').verdict.kind).toBe('place');
    expect(tap(first, at(DOUBLE_TAP_MS), 'UP').verdict.kind).toBe('place');
  });

  test('in real the first tap asks, the second places', () => {
    const asked = tap(real, scene, 'UP');
    expect(asked.verdict.kind).toBe('confirm');
    expect(asked.ticket.confirming).toEqual({ direction: 'UP', stake: dollars(25), until: scene.now + CONFIRM_MS });
    expect(tap(asked.ticket, at(1_000), 'UP').verdict.kind).toBe('place');
  });

  test('a confirmation is for one direction, one stake and 3 s', () => {
    const asked = tap(real, scene, 'UP').ticket;
    expect(tap(asked, at(1_000), 'DOWN').verdict.kind).toBe('confirm');
    expect(tap(asked, at(CONFIRM_MS), 'UP').verdict.kind).toBe('confirm');
    expect(tap(withAmount(asked, '26'), at(1_000), 'UP').verdict.kind).toBe('confirm');
    expect(forgetConfirmation(asked, scene.now + CONFIRM_MS - 1).confirming).not.toBeNull();
    expect(forgetConfirmation(asked, scene.now + CONFIRM_MS).confirming).toBeNull();
  });

  test('a large stake of half the balance is confirmed even with one-click', () => {
    const large = withAmount(demo, '100');
    expect(tap(large, at(0, { cash: dollars(200) }), 'UP').verdict.kind).toBe('confirm');
    expect(tap(large, at(0, { cash: dollars(201) }), 'UP').verdict.kind).toBe('place');
    expect(tap(withAmount(demo, '99'), at(0, { cash: dollars(100) }), 'UP').verdict.kind).toBe('place');
  });

  test('one-click can be turned off and on', () => {
    expect(tap(withOneClick(demo, 'off'), scene, 'UP').verdict.kind).toBe('confirm');
    expect(tap(withOneClick(real, 'on'), scene, 'UP').verdict.kind).toBe('place');
  });

  test('a problem is named and sends nothing', () => {
    expect(tap(demo, at(0, { connected: false }), 'UP').verdict).toEqual({ kind: 'problem', problem: 'reconnecting' });
  });
});

test('if it closed now', () => {
  const money = { stake: dollars(10), payoutBps: 8500 };
  expect(ifClosedNow({ direction: 'UP', entry: 10, price: 11 }, money)).toEqual({ result: 'win', profit: 8_500_000n });
  expect(ifClosedNow({ direction: 'DOWN', entry: 10, price: 11 }, money)).toEqual({
    result: 'lose',
    profit: -10_000_000n,
  });
  expect(ifClosedNow({ direction: 'DOWN', entry: 10, price: 9 }, money)).toEqual({ result: 'win', profit: 8_500_000n });
  expect(ifClosedNow({ direction: 'DOWN', entry: 10, price: 10 }, money)).toEqual({ result: 'tie', profit: 0n });
});
