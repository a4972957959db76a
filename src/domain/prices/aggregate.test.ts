import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregate, median, type AggregateRule, type SourcePrice } from './aggregate.ts';

const CRYPTO: AggregateRule = { quorum: 3, keep: 2, nthNewest: 2 };
const OTHERS: AggregateRule = { quorum: 1, keep: 1, nthNewest: 1 };
const at = (...prices: number[]): SourcePrice[] => prices.map((price, i) => ({ source: `s${i}`, price, t: 1_000 + i }));

describe('aggregation of sources', () => {
  it.each<[string, number[], AggregateRule, number | null, number | string]>([
    ['three that agree', [10_000, 10_002, 10_001], CRYPTO, null, 10_001],
    ['four: mean of the middle two, half away from zero', [10_000, 10_001, 10_002, 10_005], CRYPTO, null, 10_002],
    ['one of three spikes 5 %: left out (R-53)', [10_000, 10_002, 10_500], CRYPTO, 10_001, 10_001],
    ['two of three spike 5 % alike: nobody knows (R-53)', [10_000, 10_500, 10_501], CRYPTO, 10_001, 'disagreement'],
    ['two of three spike both ways: too wide', [9_500, 10_000, 10_500], CRYPTO, 10_000, 'disagreement'],
    ['the market itself moved 5 %', [10_500, 10_500, 10_501], CRYPTO, 10_001, 10_500],
    ['one of three lags after a long silence', [10_000, 10_500, 10_501], CRYPTO, null, 10_501],
    ['two alive are no quorum', [10_000, 10_001], CRYPTO, null, 'quorum'],
    ['nobody', [], OTHERS, null, 'quorum'],
    ['one is enough elsewhere', [10_000], OTHERS, null, 10_000],
    ['two that differ by 5 %', [10_000, 10_500], OTHERS, null, 'disagreement'],
    ['a wide deviation below half a percent stays', [10_000, 10_000, 10_049], CRYPTO, null, 10_000],
  ])('%s', (...[, prices, rule, reference, expected]) => {
    const made = aggregate(at(...prices), rule, reference);
    expect(made.ok ? made.price : made.reason).toBe(expected);
  });

  it('takes the second newest time of the used sources in crypto, the newest elsewhere', () => {
    const crypto = aggregate(at(10_000, 10_001, 10_002, 99_999), CRYPTO, null);
    expect(crypto).toMatchObject({ ok: true, tSource: 1_001, mad: 1 });
    expect(aggregate(at(10_000, 10_001), OTHERS, null)).toMatchObject({ ok: true, tSource: 1_001 });
  });

  it('gives a whole price inside what the used sources say, whatever their order', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 3, maxLength: 7 });
    fc.assert(
      fc.property(prices, (values) => {
        const made = aggregate(at(...values), CRYPTO, null);
        const turned = aggregate(at(...values).toReversed(), CRYPTO, null);
        expect(turned.ok).toBe(made.ok);
        if (!made.ok || !turned.ok) return;
        expect(turned.price).toBe(made.price);
        expect(Number.isSafeInteger(made.price)).toBe(true);
        const used = made.used.map((one) => one.price);
        expect(made.price).toBeGreaterThanOrEqual(Math.min(...used));
        expect(made.price).toBeLessThanOrEqual(Math.max(...used));
      }),
    );
  });

  it('no minority moves the price by more than the honest spread', () => {
    const honest = fc.integer({ min: 9_990, max: 10_010 });
    const liar = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(fc.tuple(honest, honest, honest), fc.tuple(liar, liar), (good, bad) => {
        const made = aggregate(at(...good, ...bad), CRYPTO, 10_000);
        const moved = made.ok ? Math.abs(made.price - 10_000) : 0;
        expect(moved).toBeLessThanOrEqual(50);
      }),
    );
  });

  it('median of nothing is no number', () => {
    expect(median([])).toBeNaN();
  });
});
