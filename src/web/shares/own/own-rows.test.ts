import { describe, expect, it } from 'vitest';
import type { OrderWire, PositionWire, RoundWire } from '#protocol/exchange.ts';
import { toDecimal } from '#domain/money.ts';
import {
  endedByRule,
  freeShares,
  gainIfRight,
  heldOf,
  mergeOrders,
  mergePositions,
  replaceResting,
  restingOf,
  restsUntil,
  settledBetween,
} from './own-rows.ts';
import { chosenRound, nextChange, phaseOf, roundsOf, windowsOf } from '../round-choice.ts';

const order = (id: string, part: Partial<OrderWire> = {}): OrderWire =>
  ({ id, status: 'OPEN', filled: 0, placedAt: '2026-11-20T17:00:00.000Z', endReason: null, ...part }) as OrderWire;
const position = (marketId: string, outcome: string, shares: number): PositionWire =>
  ({
    market: { marketId, endsAt: '2026-11-20T17:30:00.000Z' },
    outcome,
    shares,
    free: shares,
    credit: null,
  }) as PositionWire;

describe('own orders, whatever comes first', () => {
  const rested = mergeOrders(new Map(), [order('a'), order('b', { filled: 5, status: 'PARTLY_FILLED' })]);

  it('never goes back', () => {
    const ended = mergeOrders(rested, [order('a', { status: 'CANCELLED', endReason: 'user' })]);
    expect(mergeOrders(ended, [order('a')])).toBe(ended);
    expect(mergeOrders(rested, [order('b', { filled: 2, status: 'PARTLY_FILLED' })])).toBe(rested);
    expect(restingOf(ended).map((one) => one.id)).toEqual(['b']);
  });

  it('lets a list replace what rested', () => {
    expect(restingOf(replaceResting(rested, [order('c')])).map((one) => one.id)).toEqual(['c']);
  });

  it('names those that a rule ended, not those the person cancelled', () => {
    const after = mergeOrders(rested, [
      order('a', { status: 'EXPIRED', endReason: 'cut_off' }),
      order('b', { status: 'CANCELLED', endReason: 'user' }),
    ]);
    expect(endedByRule(rested, after).map((one) => one.id)).toEqual(['a']);
    expect(endedByRule(after, after)).toEqual([]);
  });

  it.each(['time', 'pause', 'rules', 'self_trade', 'netted'] as const)('names one that ended for %s', (endReason) => {
    const after = mergeOrders(rested, [order('a', { status: 'CANCELLED', endReason })]);
    expect(endedByRule(rested, after).map((one) => one.id)).toEqual(['a']);
  });
});

describe('how long an order rests', () => {
  const FROM = '2026-11-20T17:00:00.000Z';
  interface Case {
    readonly window: OrderWire['market']['window'];
    readonly endsAt: string;
    readonly expiresAt: string | null;
  }
  const until = ({ window, endsAt, expiresAt }: Case) => {
    const startsAt = window === null ? null : FROM;
    const market = { marketId: 'm', kind: 'round', pair: 'BTC-USD', window, startsAt, endsAt } as const;
    return new Date(restsUntil({ market, expiresAt })).toISOString().slice(11, 19);
  };

  it.each([
    ['5m', '2026-11-20T17:05:00.000Z', null, '17:04:54'],
    ['15m', '2026-11-20T17:15:00.000Z', null, '17:14:42'],
    ['1h', '2026-11-20T18:00:00.000Z', null, '17:58:48'],
    ['1d', '2026-11-21T17:00:00.000Z', null, '16:31:12'],
    ['5m', '2026-11-20T17:05:00.000Z', '2026-11-20T17:04:53.000Z', '17:04:53'],
    ['5m', '2026-11-20T17:05:00.000Z', '2026-11-20T17:04:58.000Z', '17:04:54'],
    [null, '2026-11-20T18:00:00.000Z', null, '18:00:00'],
    [null, '2026-11-20T18:00:00.000Z', '2026-11-20T17:30:00.000Z', '17:30:00'],
  ] as const)('of a market of %s to %s, wished to %s: until %s', (...[window, endsAt, expiresAt, said]) => {
    expect(until({ window, endsAt, expiresAt })).toBe(said);
  });
});

describe('what an order gains if right', () => {
  it.each([
    ['nothing filled', { price: 0.53, filled: 0, remaining: 60, feeStr: '0.000000' }, '28.200000'],
    ['partly filled as it rested', { price: 0.41, filled: 15, remaining: 25, feeStr: '0.000000' }, '23.600000'],
    ['partly taken at once, with a fee', { price: 0.41, filled: 15, remaining: 25, feeStr: '0.217710' }, '23.382290'],
    [
      'a tenth of a cent and parts of shares',
      { price: 0.055, filled: 0, remaining: 12.34, feeStr: '0.000000' },
      '11.661300',
    ],
  ])('%s', (_name, part, gain) => {
    expect(toDecimal(gainIfRight({ side: 'BUY', ...part })!)).toBe(gain);
  });

  it('is not said of a sale', () => {
    expect(gainIfRight({ side: 'SELL', price: 0.5, filled: 0, remaining: 10, feeStr: '0.000000' })).toBeNull();
  });
});

describe('own positions', () => {
  it('has one a market: the other outcome takes its place', () => {
    const first = mergePositions(new Map(), [position('m', 'UP', 5), position('n', 'UP', 1)]);
    const turned = mergePositions(first, [position('m', 'DOWN', 2)]);
    expect(heldOf(turned).map((one) => [one.market.marketId, one.outcome])).toEqual([
      ['n', 'UP'],
      ['m', 'DOWN'],
    ]);
    expect(freeShares(turned, 'm', 'DOWN')).toBe(2);
    expect(freeShares(turned, 'm', 'UP')).toBe(0);
    expect(heldOf(mergePositions(turned, [position('m', 'DOWN', 0)])).length).toBe(1);
  });
});

describe('a round that has ended', () => {
  it('is told of where something was held', () => {
    const held = mergePositions(new Map(), [position('m', 'UP', 5), position('n', 'UP', 0)]);
    const paid = (marketId: string) => ({ ...position(marketId, 'UP', 5), credit: 5 });
    const after = mergePositions(held, [paid('m'), paid('n'), paid('o')]);
    expect(settledBetween(held, after).map(({ market }) => market.marketId)).toEqual(['m']);
    expect(settledBetween(after, after)).toEqual([]);
  });
});

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 17, minutes)).toISOString();
const round = (
  window: RoundWire['window'],
  [start, length]: [number, number],
  part: Partial<RoundWire> = {},
): RoundWire =>
  ({
    marketId: `${window} ${start}`,
    window,
    windowSec: length * 60,
    opensAt: at(start - length),
    startsAt: at(start),
    endsAt: at(start + length),
    cutOffAt: new Date(Date.parse(at(start + length)) - 18_000).toISOString(),
    status: 'OPEN',
    ...part,
  }) as RoundWire;

describe('the round chosen', () => {
  const rounds = [round('15m', [15, 15]), round('15m', [30, 15]), round('15m', [0, 15]), round('5m', [20, 5])];
  const now = Date.parse(at(22));

  it('is the one that was named, else the running one of the window wished or of the first there is', () => {
    expect(windowsOf(rounds)).toEqual(['5m', '15m']);
    expect(roundsOf(rounds, '15m', now).map((one) => one.marketId)).toEqual(['15m 15', '15m 30']);
    expect(chosenRound(rounds, { window: '15m', marketId: null }, now)?.marketId).toBe('15m 15');
    expect(chosenRound(rounds, { window: '1d', marketId: null }, now)?.marketId).toBe('5m 20');
    expect(chosenRound([], { window: '5m', marketId: null }, now)).toBeNull();
  });

  it('stays the one that was named when it begins, and is the running one once it is over', () => {
    const later = [...rounds, round('15m', [45, 15])];
    const wish = { window: '15m', marketId: '15m 30' } as const;
    for (const [minute, chosen] of [
      [29, '15m 30'],
      [30, '15m 30'],
      [44, '15m 30'],
      [45, '15m 45'],
    ] as const)
      expect(chosenRound(later, wish, Date.parse(at(minute)))?.marketId, `${minute}`).toBe(chosen);
  });

  it('closes by the clock, whatever its status says', () => {
    const one = round('15m', [15, 15]);
    expect(phaseOf(one, now)).toBe('open');
    expect(phaseOf(one, Date.parse(one.cutOffAt))).toBe('closed');
    expect(phaseOf(one, Date.parse(one.opensAt) - 1)).toBe('early');
    expect(phaseOf({ ...one, status: 'PAUSED' }, now)).toBe('paused');
    expect(phaseOf({ ...one, status: 'VOIDED' }, now)).toBe('closed');
  });

  it('knows when to ask again', () => {
    expect(nextChange(rounds, now)).toBe(Date.parse(round('5m', [20, 5]).cutOffAt));
    expect(nextChange([], now)).toBeNull();
  });
});
