import { afterEach, describe, expect, it, vi } from 'vitest';
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
  afterEach(() => vi.unstubAllEnvs());

  it('is the next one that clocks show, today or tomorrow', () => {
    expect(nextAt('14:31', NOW)).toBe(new Date(2026, 10, 20, 14, 31).getTime());
    expect(nextAt('14:30', NOW)).toBe(new Date(2026, 10, 21, 14, 30).getTime());
    expect(nextAt('00:00', NOW)).toBe(new Date(2026, 10, 21).getTime());
    expect(nextAt('', NOW)).toBeNull();
  });

  it.each([
    // Clocks go back from 03:00 to 02:00 on October 25: 02:30 comes at 00:30 and at 01:30 UTC.
    { zone: 'Europe/Berlin', now: '2026-10-25T00:10:00Z', time: '02:30', at: '2026-10-25T00:30:00.000Z' },
    { zone: 'Europe/Berlin', now: '2026-10-25T00:40:00Z', time: '02:30', at: '2026-10-25T01:30:00.000Z' },
    { zone: 'Europe/Berlin', now: '2026-10-25T01:10:00Z', time: '02:30', at: '2026-10-25T01:30:00.000Z' },
    { zone: 'Europe/Berlin', now: '2026-10-25T01:40:00Z', time: '02:30', at: '2026-10-26T01:30:00.000Z' },
    { zone: 'Europe/Berlin', now: '2026-10-24T00:40:00Z', time: '02:30', at: '2026-10-25T00:30:00.000Z' },
    { zone: 'Europe/Berlin', now: '2026-10-24T10:00:00Z', time: '11:59', at: null },
    { zone: 'Europe/Berlin', now: '2026-10-24T10:00:00Z', time: '10:59', at: '2026-10-25T09:59:00.000Z' },
    // They skip 02:00 to 03:00 on March 29, and show 03:30 in place of 02:30.
    { zone: 'Europe/Berlin', now: '2026-03-29T00:10:00Z', time: '02:30', at: '2026-03-29T01:30:00.000Z' },
    // Back by half an hour on April 5, from 02:00 to 01:30.
    { zone: 'Australia/Lord_Howe', now: '2026-04-04T14:50:00Z', time: '01:40', at: '2026-04-04T15:10:00.000Z' },
  ])('lies within 24 hours where clocks change: $zone, $now, $time', ({ zone, now, time, at }) => {
    vi.stubEnv('TZ', zone);
    expect(nextAt(time, Date.parse(now))).toBe(at === null ? null : Date.parse(at));
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
