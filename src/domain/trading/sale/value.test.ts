import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '../../money.ts';
import { normalBelowNano, rootFloor } from './normal-integer.ts';
import { SALE_SIGMA_FORMULA, saleSigma, saleValue, sigmaForSale, sigmaText, type SaleTerms } from './value.ts';

const TERMS: SaleTerms = {
  direction: 'UP',
  stake: usdt(10_000_000n),
  payoutBps: 8_000,
  durationMs: 300_000,
  expiresAt: 300_000,
  entryPrice: 10_000_000,
};
/** 5 x 10^-5 a root second: a move of 0.087 % in 5 min. */
const SIGMA = saleSigma(5e-5);

describe('the normal share in integers', () => {
  // Abramowitz and Stegun, table 26.1.
  it.each([
    [0n, 500_000_000n],
    [500_000_000n, 691_462_461n],
    [1_000_000_000n, 841_344_746n],
    [1_959_963_985n, 975_000_000n],
    [3_000_000_000n, 998_650_101n],
    [-1_000_000_000n, 158_655_254n],
    [9_000_000_000n, 1_000_000_000n],
  ])('below %s x 10^-9 is %s x 10^-9', (z, share) => {
    expect(Number(normalBelowNano(z) - share)).toBeLessThanOrEqual(1);
    expect(Number(normalBelowNano(z) - share)).toBeGreaterThanOrEqual(-1);
  });

  it('never falls as z grows, and its two sides make one', () => {
    const nano = fc.bigInt({ min: -7_000_000_000n, max: 7_000_000_000n });
    fc.assert(
      fc.property(nano, fc.bigInt({ min: 0n, max: 1_000_000_000n }), (z, more) => {
        expect(normalBelowNano(z + more)).toBeGreaterThanOrEqual(normalBelowNano(z));
        expect(normalBelowNano(z) + normalBelowNano(-z)).toBe(1_000_000_000n);
      }),
    );
  });

  it('takes roots down to the whole number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (n) => {
        const root = rootFloor(n);
        expect(root * root <= n && (root + 1n) * (root + 1n) > n).toBe(true);
      }),
    );
  });
});

describe('the value of a sale', () => {
  it('at the entry price is half of stake and profit less 2 % of it, and 5 % when a fifth is left', () => {
    expect(saleValue(TERMS, { t: 0, price: 10_000_000 }, SIGMA)).toEqual({ fair: 9_000_000n, credit: 8_820_000n });
    expect(saleValue(TERMS, { t: 120_000, price: 10_000_000 }, SIGMA).credit).toBe(8_685_000n);
    expect(saleValue(TERMS, { t: 240_000, price: 10_000_000 }, SIGMA).credit).toBe(8_550_000n);
    expect(saleValue(TERMS, { t: 299_999, price: 10_000_000 }, SIGMA).credit).toBe(8_550_000n);
  });

  it('follows the formula one standard deviation away', () => {
    // sigma x sqrt(150 s) = 6.1237 x 10^-4 of the price.
    const value = saleValue(TERMS, { t: 150_000, price: 10_006_124 }, SIGMA);
    expect(Number(value.fair) / 18_000_000).toBeCloseTo(0.84135, 4);
  });

  it('is between nothing and stake and profit, grows with the right move, and both directions share the whole', () => {
    const price = fc.integer({ min: 9_900_000, max: 10_100_000 });
    const t = fc.integer({ min: 0, max: 300_000 });
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 50_000 }), t, (at, more, when) => {
        const up = saleValue(TERMS, { t: when, price: at }, SIGMA);
        expect(up.credit >= 0n && up.credit < 18_000_000n).toBe(true);
        expect(saleValue(TERMS, { t: when, price: at + more }, SIGMA).fair >= up.fair).toBe(true);
        if (when === 300_000) return;
        const down = saleValue({ ...TERMS, direction: 'DOWN' }, { t: when, price: at }, SIGMA);
        expect(Number(up.fair + down.fair - 18_000_000n)).toBeGreaterThanOrEqual(-2);
        expect(up.fair + down.fair <= 18_000_000n).toBe(true);
      }),
    );
  });

  it('is decided where no time is left', () => {
    expect(saleValue(TERMS, { t: 300_000, price: 10_000_001 }, SIGMA).fair).toBe(18_000_000n);
    expect(saleValue(TERMS, { t: 300_000, price: 10_000_000 }, SIGMA).fair).toBe(0n);
  });

  it.each([0, -1])('has none at an entry price of %i', (entryPrice) => {
    expect(() => saleValue({ ...TERMS, entryPrice }, { t: 0, price: 1 }, SIGMA)).toThrow('sigma');
  });
});

/** Whoever has nothing but the words: their numbers, put where they stand. */
function sigmaByTheWords(view: Parameters<typeof sigmaForSale>[0], leftMs: number): bigint {
  const said = (before: string, behind: string) => {
    const [from, to] = [SALE_SIGMA_FORMULA.indexOf(before) + before.length, SALE_SIGMA_FORMULA.indexOf(behind)];
    const text = SALE_SIGMA_FORMULA.slice(from, to);
    expect(text).toMatch(/^[\d.]+(e-\d+)?$/);
    return Number(text);
  };
  const { measured, yearly, speed } = view;
  const left = Math.max(said('with ms_left=max(', ',T_x-t_sell)'), leftMs);
  const n = Math.max(said('n=max(', ',ms_left/1000*speed)'), (left / 1_000) * speed) / said('speed)/', '; sigma=sqrt(');
  const day = (measured?.rv24h ?? 0) ** 2;
  const now = Math.max((measured?.rv5m ?? 0) ** 2, said('now=max(rv5m^2,', '^2*day)') ** 2 * day);
  const sigma =
    (measured?.rv24h ?? 0) === 0
      ? (yearly / Math.sqrt(said('sigma=yearly/sqrt(', ')*sqrt(speed)'))) * Math.sqrt(speed)
      : Math.sqrt((day + ((now - day) * (1 - Math.exp(-n))) / n) * speed);
  return BigInt(Math.floor(Math.max(said('=floor(max(', ',sigma)*10^12'), sigma) * 1e12 + 0.5));
}

it('the words of the rules say where sigma comes from, to its last digits', () => {
  const rv = fc.double({ min: 0, max: 1e-3, noNaN: true });
  const view = fc.record({
    measured: fc.option(fc.record({ rv5m: rv, rv24h: rv })),
    yearly: fc.double({ min: 0.01, max: 4, noNaN: true }),
    speed: fc.constantFrom(1, 10, 60),
  });
  fc.assert(
    fc.property(view, fc.integer({ min: -1_000, max: 86_400_000 }), (seen, leftMs) => {
      const apart = sigmaForSale(seen, leftMs) - sigmaByTheWords(seen, leftMs);
      expect(apart >= -1n && apart <= 1n).toBe(true);
    }),
    {
      examples: [
        [{ measured: { rv5m: 0, rv24h: 1e-4 }, yearly: 0.5, speed: 1 }, 60_000],
        [{ measured: { rv5m: 1e-9, rv24h: 1e-9 }, yearly: 0.5, speed: 1 }, 60_000],
        [{ measured: null, yearly: 0.55, speed: 60 }, 60_000],
        [{ measured: { rv5m: 1e-3, rv24h: 1e-5 }, yearly: 0.5, speed: 1 }, 1_800_000],
      ],
    },
  );
});

it('a volatility is said in twelve digits, and never taken for none', () => {
  expect(sigmaText(saleSigma(5e-5))).toBe('0.000050000000');
  expect(sigmaText(saleSigma(0))).toBe('0.000000100000');
});
