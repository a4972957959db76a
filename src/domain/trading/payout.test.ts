import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crowdBps, durationBps, PAYOUT_BAND, payoutBps, volatilityBps } from './payout.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const calm = { baseBps: 8_500, durationSec: 60, volatility: null, upShare: 0.5 };

describe('the payout', () => {
  it.each([
    [15, 8_200],
    [30, 8_200],
    [60, 8_500],
    [120, 8_600],
    [180, 8_600],
    [300, 8_600],
    [600, 8_500],
    [3_600, 8_500],
    [14_400, 8_300],
    [86_400, 8_300],
  ])('of %i s is base and duration: %i', (durationSec, expected) => {
    expect(payoutBps({ ...calm, durationSec })).toBe(expected);
  });

  it('falls by 200 for each doubling of volatility, at most 400', () => {
    expect(volatilityBps({ rv5m: 2, rv24h: 1 })).toBe(-200);
    expect(volatilityBps({ rv5m: 4, rv24h: 1 })).toBe(-400);
    expect(volatilityBps({ rv5m: 400, rv24h: 1 })).toBe(-400);
    expect(volatilityBps({ rv5m: 1, rv24h: 4 })).toBeCloseTo(0);
    expect(volatilityBps({ rv5m: 0, rv24h: 1 })).toBe(0);
    expect(volatilityBps(null)).toBe(0);
  });

  it('falls by at most 300 for a one-sided crowd, from a share of 0.65', () => {
    expect(crowdBps(0.5)).toBeCloseTo(0);
    expect(crowdBps(0.65)).toBeCloseTo(0);
    expect(crowdBps(1)).toBeCloseTo(-300);
    expect(crowdBps(0)).toBeCloseTo(-300);
    expect(payoutBps({ ...calm, upShare: 1 })).toBe(8_200);
  });

  it('adds up before it rounds down', () => {
    expect(payoutBps({ ...calm, durationSec: 30, volatility: { rv5m: 4, rv24h: 1 }, upShare: 1 })).toBe(7_500);
    expect(payoutBps({ ...calm, volatility: { rv5m: 1.1, rv24h: 1 } })).toBe(8_400);
  });

  it('stays inside the band in steps of 100, the same for a share and its mirror', () => {
    fc.assert(
      fc.property(
        fc.record({
          baseBps: fc.integer({ min: 6_000, max: 10_500 }),
          durationSec: fc.integer({ min: 1, max: 86_400 }),
          volatility: fc.option(fc.record({ rv5m: unit, rv24h: unit })),
          upShare: unit,
        }),
        (input) => {
          const bps = payoutBps(input);
          expect(bps).toBeGreaterThanOrEqual(PAYOUT_BAND.min);
          expect(bps).toBeLessThanOrEqual(PAYOUT_BAND.max);
          expect(bps % PAYOUT_BAND.step).toBe(0);
          const mirror = payoutBps({ ...input, upShare: 1 - input.upShare });
          expect(Math.abs(mirror - bps)).toBeLessThanOrEqual(PAYOUT_BAND.step);
        },
      ),
    );
  });

  it('knows the duration part at its borders', () => {
    expect([59, 60, 61, 119, 120, 300, 301, 3_600, 3_601].map(durationBps)).toEqual([
      -300, 0, 0, 0, 100, 100, 0, 0, -200,
    ]);
  });
});
