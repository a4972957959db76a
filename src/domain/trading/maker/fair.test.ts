import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededUniform } from '../../prices/simulated-path.ts';
import { timesOf } from '../rounds/windows.ts';
import type { RoundTimes } from '../rounds/windows.ts';
import { fairOf } from './fair.ts';
import type { RoundMoment } from './fair.ts';
import { normalBelow, normalDensity } from './normal.ts';
import { sigmaOf } from './sigma.ts';

const TIMES = timesOf({ windowSec: 300, startMs: 1_763_650_800_000 });
const W = TIMES.averagingMs;
const SIGMA = 1e-4;
const PRICE = 1_000_000;

/** A moment at `at` whose passed parts averaged `startMean` and `endMean`. */
function moment(at: number, means: { price?: number; start?: number; end?: number } = {}): RoundMoment {
  const price = means.price ?? PRICE;
  const passed = (endMs: number) => BigInt(Math.min(W, Math.max(0, at - (endMs - W))));
  const start = BigInt(means.start ?? price) * passed(TIMES.startMs);
  const end = BigInt(means.end ?? price) * passed(TIMES.endMs);
  return { times: TIMES, price, sigma: SIGMA, known: { at, start, end } };
}

/** Share of walks, stepped each 250 ms in the windows, whose closing average is above the opening one. */
function walked({ price, known, sigma }: RoundMoment, times: RoundTimes, seed: number): number {
  const uniform = seededUniform(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const walks = 8_000;
  const stepMs = 250;
  let up = 0;
  for (let walk = 0; walk < walks; walk++) {
    let at = known.at;
    let motion = 0;
    const sums = [Number(known.start), Number(known.end)];
    for (const [index, endMs] of [times.startMs, times.endMs].entries()) {
      const from = Math.max(at, endMs - W);
      if (from > at) motion += price * sigma * Math.sqrt((from - at) / 1_000) * normal();
      for (at = from; at < endMs; at += stepMs) {
        const before = motion;
        motion += price * sigma * Math.sqrt(stepMs / 1_000) * normal();
        sums[index]! += (price + (before + motion) / 2) * stepMs;
      }
      at = Math.max(at, known.at);
    }
    if (sums[1]! > sums[0]!) up += 1;
  }
  return up / walks;
}

describe('the fair value of an UP share', () => {
  it.each([
    ['inside the opening window', moment(TIMES.startMs - 10_000, { start: PRICE - 400 })],
    ['at the start', moment(TIMES.startMs, { start: PRICE - 700 })],
    ['in the middle', moment(TIMES.startMs + 150_000, { start: PRICE + 900 })],
    ['a minute before the end', moment(TIMES.endMs - 60_000, { start: PRICE - 500 })],
    ['as the closing window begins', moment(TIMES.closingAt, { start: PRICE + 150 })],
    ['inside the closing window', moment(TIMES.endMs - 12_000, { start: PRICE - 100, end: PRICE - 260 })],
  ])('is what walks of the price say %s', (_when, at) => {
    // Four standard errors of 8,000 walks.
    expect(Math.abs(fairOf(at).up - walked(at, TIMES, 7))).toBeLessThan(4 * Math.sqrt(0.25 / 8_000));
  });

  it('is one half until the opening window begins', () => {
    for (const before of [1, 60_000, 300_000])
      expect(fairOf(moment(TIMES.startMs - W - before)).up).toBeCloseTo(0.5, 6);
  });

  it('prices the average and not the last tick: half of the window that stood higher outweighs a last tick below', () => {
    const late = moment(TIMES.endMs - 5_000, { start: PRICE, end: PRICE + 1_000, price: PRICE - 300 });
    expect(fairOf(late).up).toBeGreaterThan(0.99);
  });

  it('is certain once both averages are known', () => {
    const done = (end: number) => fairOf(moment(TIMES.endMs, { start: PRICE, end })).up;
    expect([done(PRICE + 1), done(PRICE - 1), done(PRICE)]).toEqual([1, 0, 0.5]);
  });

  it('mirrors: what is above by so much is worth what is below by as much is short of 1', () => {
    const at = fc.integer({ min: TIMES.startMs - W, max: TIMES.endMs - 1 });
    fc.assert(
      fc.property(at, fc.integer({ min: -3_000, max: 3_000 }), (t, off) => {
        const above = fairOf(moment(t, { start: PRICE - off, end: PRICE + off })).up;
        const below = fairOf(moment(t, { start: PRICE + off, end: PRICE - off })).up;
        expect(above + below).toBeCloseTo(1, 6);
      }),
    );
  });

  it('says how far it moves with the price of a second and with sigma, as differences do', () => {
    const at = moment(TIMES.startMs + 200_000, { start: PRICE - 600 });
    const fair = fairOf(at);
    const h = 40;
    const sumsAt = (price: number) => ({ ...at, price });
    const slope = (fairOf(sumsAt(PRICE + h)).up - fairOf(sumsAt(PRICE - h)).up) / (2 * h);
    expect(fair.perSecond).toBeCloseTo(slope * PRICE * SIGMA, 3);
    const wider = fairOf({ ...at, sigma: SIGMA * Math.exp(0.01) }).up;
    const narrower = fairOf({ ...at, sigma: SIGMA * Math.exp(-0.01) }).up;
    expect(fair.perLogSigma).toBeCloseTo((narrower - wider) / 0.02, 3);
  });
});

describe('the normal distribution', () => {
  it('has the values of the tables', () => {
    for (const [x, below] of [
      [0, 0.5],
      [1, 0.841_344_746],
      [-1.959_963_985, 0.025],
      [2.326_347_874, 0.99],
      [-3.090_232_306, 0.001],
    ] as const) {
      expect(Math.abs(normalBelow(x) - below)).toBeLessThan(2e-7);
    }
    expect([normalBelow(40), normalBelow(-40)]).toEqual([1, 0]);
  });

  it('has the density as its slope', () => {
    for (const x of [-2, -0.4, 0, 1.1, 3]) {
      expect(normalDensity(x)).toBeCloseTo((normalBelow(x + 1e-3) - normalBelow(x - 1e-3)) / 2e-3, 3);
    }
  });
});

describe('sigma', () => {
  const measured = { rv5m: 3e-4, rv24h: 1e-4 };

  it('goes from the last five minutes to the day as the horizon grows', () => {
    const at = (horizonMs: number) => sigmaOf({ measured, yearly: 0.5, speed: 1 }, horizonMs);
    expect(at(1)).toBeCloseTo(3e-4, 6);
    expect(at(300_000)).toBeGreaterThan(at(3_600_000));
    expect(at(86_400_000)).toBeGreaterThan(1e-4);
    expect(at(86_400_000)).toBeLessThan(1.1e-4);
  });

  it('does not take a market that stands still for one that never moves', () => {
    const still = { measured: { rv5m: 0, rv24h: 1e-4 }, yearly: 0.5, speed: 1 };
    expect(sigmaOf(still, 1)).toBeCloseTo(0.25e-4, 9);
  });

  it('stands in with the year of the pair file while nothing is measured', () => {
    const yearly = 0.6;
    const second = yearly / Math.sqrt(365.25 * 86_400);
    expect(sigmaOf({ measured: null, yearly, speed: 1 }, 1_000)).toBeCloseTo(second, 12);
    expect(sigmaOf({ measured: { rv5m: 0, rv24h: 0 }, yearly, speed: 1 }, 1_000)).toBeCloseTo(second, 12);
  });

  it('grows with the square root of the speed of a replay', () => {
    const flat = { rv5m: 1e-4, rv24h: 1e-4 };
    expect(sigmaOf({ measured: flat, yearly: 1, speed: 16 }, 60_000)).toBeCloseTo(4e-4, 9);
  });
});
