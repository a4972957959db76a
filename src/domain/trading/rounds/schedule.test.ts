import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS, dayOf } from '../../prices/calendar.ts';
import { insideOnePeriod, periodsOf } from '../../prices/hours.ts';
import type { HoursRule, PairGroup } from '../../prices/pair.ts';
import { roundKey, roundMarketId } from './market-id.ts';
import { roundExists, roundsLiveAt, roundsOpenAt, roundsStarting } from './schedule.ts';
import type { ScheduledPair } from './schedule.ts';
import { ROUND_WINDOWS_SEC, averagingMsOf, stageOf, timesOf, windowsOf } from './windows.ts';
import { DAY_MS, HOUR_MS } from '../../time.ts';

function pairOf(group: PairGroup, hours: HoursRule): ScheduledPair {
  return { pairId: 'P', group, openThrough: (from, to) => insideOnePeriod(hours, from, to) };
}

const crypto = pairOf('crypto', 'always');
const forex = pairOf('forex', 'forex');
const stocks = pairOf('stocks', 'usStocks');
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/** Friday 20 November 2026 and the days before, 00:00 UTC. New York is at UTC-5. */
const FRIDAY = dayOf(2026, 11, 20) * DAY_MS;
const THURSDAY = FRIDAY - DAY_MS;

describe('windows of rounds', () => {
  it('cut off max(5 s, 2 %) before the end and open a window, at most 4 h, before the start', () => {
    const facts = ROUND_WINDOWS_SEC.map((windowSec) => {
      const times = timesOf({ windowSec, startMs: FRIDAY });
      return [times.startMs - times.opensAt, times.endMs - times.cutOffAt, times.averagingMs].map((ms) => ms / 1_000);
    });
    expect(facts).toEqual([
      [300, 6, 30],
      [900, 18, 60],
      [3_600, 72, 60],
      [14_400, 288, 60],
      [14_400, 1_728, 60],
    ]);
  });

  it('begin the closing window w before the end', () => {
    const times = timesOf({ windowSec: 300, startMs: FRIDAY });
    expect(times.endMs - times.closingAt).toBe(30_000);
  });

  it('walk through their stages by the clock', () => {
    const times = timesOf({ windowSec: 300, startMs: FRIDAY });
    const at = (ms: number) => stageOf(times, FRIDAY + ms);
    expect([at(-300_001), at(-300_000), at(293_999), at(294_000), at(299_999), at(300_000)]).toEqual([
      'SCHEDULED',
      'OPEN',
      'OPEN',
      'CUT_OFF',
      'CUT_OFF',
      'ENDED',
    ]);
  });

  it('are five for crypto and from 15 minutes on elsewhere', () => {
    expect(windowsOf('crypto')).toEqual([300, 900, 3_600, 14_400, 86_400]);
    for (const group of ['forex', 'comms', 'stocks'] as const) {
      expect(windowsOf(group)).toEqual([900, 3_600, 14_400, 86_400]);
    }
  });
});

describe('the schedule of rounds', () => {
  it('takes orders on the running and the next round of each window of crypto', () => {
    const open = roundsOpenAt(crypto, FRIDAY + 10 * HOUR_MS + 1_000);
    const starts = open.map(({ windowSec, startMs }) => [windowSec, (startMs - FRIDAY) / MINUTE_MS]);
    expect(starts).toEqual([
      [300, 600],
      [300, 605],
      [900, 600],
      [900, 615],
      [3_600, 600],
      [3_600, 660],
      [14_400, 480],
      [14_400, 720],
      [86_400, 0],
    ]);
  });

  it('opens the day 4 h before it begins', () => {
    const next = { pairId: 'P', windowSec: 86_400, startMs: FRIDAY + DAY_MS };
    expect(roundsOpenAt(crypto, FRIDAY + 20 * HOUR_MS - 1)).not.toContainEqual(next);
    expect(roundsOpenAt(crypto, FRIDAY + 20 * HOUR_MS)).toContainEqual(next);
  });

  it('keeps a round that was cut off among the live ones until it ends', () => {
    const round = { pairId: 'P', windowSec: 300, startMs: FRIDAY };
    expect(roundsOpenAt(crypto, FRIDAY + 295_000)).not.toContainEqual(round);
    expect(roundsLiveAt(crypto, FRIDAY + 295_000)).toContainEqual(round);
    expect(roundsLiveAt(crypto, FRIDAY + 300_000)).not.toContainEqual(round);
  });

  it('has stock rounds from the first whole opening window to the close', () => {
    const quarters = roundsStarting(stocks, 900, { from: FRIDAY, to: FRIDAY + DAY_MS });
    // 09:30 has no minute before it inside the period; the last one ends with the period at 16:00 New York.
    expect([quarters[0]?.startMs, quarters.at(-1)?.startMs]).toEqual([
      FRIDAY + 14 * HOUR_MS + 45 * MINUTE_MS,
      FRIDAY + 20 * HOUR_MS + 45 * MINUTE_MS,
    ]);
    expect(quarters).toHaveLength(25);
    const hours = roundsStarting(stocks, 3_600, { from: FRIDAY, to: FRIDAY + DAY_MS });
    expect(hours.map(({ startMs }) => (startMs - FRIDAY) / HOUR_MS)).toEqual([15, 16, 17, 18, 19, 20]);
    expect(roundsStarting(stocks, 86_400, { from: FRIDAY, to: FRIDAY + DAY_MS })).toEqual([]);
  });

  it('has no stock round on a holiday and none across a 13:00 close', () => {
    const thanksgiving = dayOf(2026, 11, 26) * DAY_MS;
    expect(roundsStarting(stocks, 900, { from: thanksgiving, to: thanksgiving + DAY_MS })).toEqual([]);
    const half = roundsStarting(stocks, 900, { from: thanksgiving + DAY_MS, to: thanksgiving + 2 * DAY_MS });
    expect(half.at(-1)?.startMs).toBe(thanksgiving + DAY_MS + 17 * HOUR_MS + 45 * MINUTE_MS);
  });

  it('leaves the daily pause of forex out', () => {
    const rounds = roundsStarting(forex, 900, { from: THURSDAY + 21 * HOUR_MS, to: THURSDAY + 23 * HOUR_MS });
    // The pause is 21:59 to 22:05 UTC: rounds that end at 22:00 or begin in it, or just after it, do not exist.
    expect(rounds.map(({ startMs }) => (startMs - THURSDAY) / MINUTE_MS)).toEqual([
      1_260, 1_275, 1_290, 1_335, 1_350, 1_365,
    ]);
  });

  it('refuses a start off the grid, another pair and a window that the group lacks', () => {
    expect(roundExists(crypto, { pairId: 'P', windowSec: 300, startMs: FRIDAY })).toBe(true);
    expect(roundExists(crypto, { pairId: 'P', windowSec: 300, startMs: FRIDAY + 1 })).toBe(false);
    expect(roundExists(crypto, { pairId: 'P', windowSec: 300, startMs: Number.NaN })).toBe(false);
    expect(roundExists(crypto, { pairId: 'Q', windowSec: 300, startMs: FRIDAY })).toBe(false);
    expect(roundExists(crypto, { pairId: 'P', windowSec: 600, startMs: FRIDAY })).toBe(false);
    expect(roundExists(stocks, { pairId: 'P', windowSec: 300, startMs: FRIDAY + 16 * HOUR_MS })).toBe(false);
  });

  it('lists exactly the rounds whose windows lie in one period, over years of calendars (naive scan)', () => {
    const cases = fc.record({
      market: fc.constantFrom<[PairGroup, HoursRule]>(
        ['forex', 'forex'],
        ['comms', 'commodities'],
        ['stocks', 'usStocks'],
      ),
      day: fc.integer({ min: dayOf(2025, 1, 1), max: dayOf(2030, 12, 1) }),
      windowSec: fc.constantFrom(900, 3_600, 14_400, 86_400),
    });
    fc.assert(
      fc.property(cases, ({ market: [group, hours], day, windowSec }) => {
        const [from, to] = [day * DAY_MS, (day + 1) * DAY_MS];
        const listed = roundsStarting(pairOf(group, hours), windowSec, { from, to }).map(({ startMs }) => startMs);
        const naive: number[] = [];
        for (let t = from; t < to; t += windowSec * 1_000) {
          const [first, last] = [t - averagingMsOf(windowSec), t + windowSec * 1_000];
          if (periodsOf(hours).some(({ open, close }) => open <= first && last <= close)) naive.push(t);
        }
        expect(listed).toEqual(naive);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the market id of a round', () => {
  const round = { pairId: 'BTC-USD', windowSec: 300, startMs: 1_763_650_800_000 };

  it('is a UUID of version 8 out of the key', () => {
    const key = roundKey(round, 'real', 'live');
    expect(key).toBe('real/BTC-USD/300/1763650800000');
    const digest = createHash('sha256').update(`tikvo/round/v1\0${key}`).digest('hex');
    const id = roundMarketId(sha256, key);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    // Only the version and two bits of the variant differ from the digest.
    const bare = id.replaceAll('-', '');
    expect([bare.slice(0, 12), bare.slice(13, 16), bare.slice(17)]).toEqual([
      digest.slice(0, 12),
      digest.slice(13, 16),
      digest.slice(17, 32),
    ]);
  });

  it('differs by realm, feed kind, pair, window and start', () => {
    const keys = [
      roundKey(round, 'real', 'live'),
      roundKey(round, 'demo', 'live'),
      roundKey(round, 'real', 'replay'),
      roundKey(round, 'real', 'simulated'),
      roundKey({ ...round, pairId: 'ETH-USD' }, 'real', 'live'),
      roundKey({ ...round, windowSec: 900 }, 'real', 'live'),
      roundKey({ ...round, startMs: round.startMs + 300_000 }, 'real', 'live'),
    ];
    expect(new Set(keys.map((key) => roundMarketId(sha256, key))).size).toBe(keys.length);
    expect(keys[2]).toBe('real/BTC-USD#replay/300/1763650800000');
  });
});
