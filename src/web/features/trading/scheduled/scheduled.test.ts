import { describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { scheduledProblem, nextAt, readPercent, readPrice } from './scheduled.ts';
import type { ScheduledDraft } from './scheduled.ts';
import { newTicket } from '../ticket/ticket.ts';
import type { TicketPair, TicketScene } from '../ticket/ticket.ts';

const NOW = new Date(2026, 10, 20, 14, 30, 15).getTime();
const pair: TicketPair = {
  id: 'BTC-USD',
  market: 'crypto',
  feed: { kind: 'simulated', sources: [] },
  status: 'online',
  isEnabledPair: true,
  payout: 0.85,
  payouts: { '60': 0.85 },
  minStake: 1,
  maxStake: 5_000,
  durations: [60],
  nextClose: null,
};
const scene: TicketScene = { pair, cash: usdt(100_000_000n), connected: true, now: NOW };
const ticket = newTicket('demo', { amount: '25', durationSec: 60 });
const DRAFT: ScheduledDraft = { kind: 'price', price: '105.5', time: '', least: '80' };

function found(draft: Partial<ScheduledDraft>, on: Partial<Parameters<typeof scheduledProblem>[1]> = {}) {
  return scheduledProblem({ ...DRAFT, ...draft }, { ticket, scene, precision: 2, price: 100, ...on });
}

describe('a price that is typed', () => {
  it.each([
    ['105.5', '105.5'],
    [' 105,25 ', '105.25'],
    ['105.', '105'],
    ['.5', '0.5'],
    ['１０５．２５', '105.25'],
    ['64.250,5', '64250.5'],
    ['0', null],
    ['105.123', null],
    ['1.2.3', null],
    ['-5', null],
    ['', null],
    ['abc', null],
  ])('%s', (text, read) => expect(readPrice(text, 2)).toBe(read));
});

describe('a time of day', () => {
  it('is the next one that clocks show, today or tomorrow', () => {
    expect(nextAt('14:31', NOW)).toBe(new Date(2026, 10, 20, 14, 31).getTime());
    expect(nextAt('14:30', NOW)).toBe(new Date(2026, 10, 21, 14, 30).getTime());
    expect(nextAt('00:00', NOW)).toBe(new Date(2026, 10, 21).getTime());
    expect(nextAt('', NOW)).toBeNull();
  });
});

describe('a least payout', () => {
  it.each([
    ['82', 8_200],
    ['82,5', 8_250],
    ['٨٠٫٥٪', 8_050],
    ['100', 10_000],
    ['101', null],
    ['', null],
    ['x', null],
  ])('%s', (text, bps) => expect(readPercent(text)).toBe(bps));
});

describe('what is missing', () => {
  it('is said one thing at a time, the market and the amount first', () => {
    expect(found({})).toBeNull();
    expect(found({ price: '' })).toBe('price');
    expect(found({ price: '100.00' })).toBe('other_price');
    expect(found({ kind: 'time', price: '' })).toBe('time');
    expect(found({ kind: 'time', time: '15:00' })).toBeNull();
    expect(found({ least: '' })).toBe('least');
    expect(found({ price: '' }, { scene: { ...scene, cash: usdt(1_000_000n) } })).toBe('noBalance');
    expect(found({}, { scene: { ...scene, pair: { ...pair, status: 'closed' } } })).toBe('closed');
  });
});
