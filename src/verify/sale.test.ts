import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDecimal, usdt } from '#domain/money.ts';
import { normalBelowNano, rootFloor } from '#domain/trading/sale/normal-integer.ts';
import { SALE_FORMULA, saleValue, sigmaText } from '#domain/trading/sale/value.ts';
import type { Case } from './case.ts';
import { Fault } from './codes.ts';
import type { Settlement } from './documents.ts';
import { checkSaleCredit, normalShare, wholeRoot } from './sale.ts';

describe('the value of a sale', () => {
  it.each([
    [0n, 500_000_000n],
    [1_000_000_000n, 841_344_746n],
    [-1_959_963_985n, 24_999_999n],
    [3_000_000_000n, 998_650_101n],
    [7_000_000_000n, 1_000_000_000n],
  ])('knows the normal distribution at %d', (z, share) => {
    const far = normalShare(z) - share;
    expect(far >= -2n && far <= 2n, String(normalShare(z))).toBe(true);
  });

  it('agrees with the other side to the last two digits, and on roots exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -7_000_000_000n, max: 7_000_000_000n }), (z) => {
        const far = normalShare(z) - normalBelowNano(z);
        return far >= -2n && far <= 2n;
      }),
    );
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 25n }), (n) => wholeRoot(n) === rootFloor(n)));
  });
});

const T_ADM = 1_800_000_000_000;
const T_ENTRY = T_ADM + 600;

interface Sold {
  readonly dir: 'UP' | 'DOWN';
  readonly moved: number;
  readonly after: number;
  readonly sigma: bigint;
}

/** A sale as the product prices it, and what a receipt says of it. */
function sold({ dir, moved, after, sigma }: Sold): { readonly given: Case; readonly result: Settlement } {
  const [entryPrice, durationMs, stake] = [9_000_000, 300_000, usdt(25_000_000n)];
  const tick = { t: T_ENTRY + after, price: entryPrice + moved };
  const terms = { direction: dir, stake, payoutBps: 8_500, durationMs, expiresAt: T_ENTRY + durationMs, entryPrice };
  const { fair, credit } = saleValue(terms, tick, sigma);
  const admission = {
    dir,
    stake: toDecimal(stake),
    payout_bps: 8_500,
    t_adm: T_ADM * 1_000,
    duration_us: durationMs * 1_000,
  };
  const given = {
    receipt: { admission, rules: { sale: SALE_FORMULA } },
    ticks: new Map([
      ['e', { t: T_ENTRY, price: BigInt(entryPrice) }],
      ['s', { t: tick.t, price: BigInt(tick.price) }],
    ]),
  } as unknown as Case;
  const sale = {
    t_sell: (tick.t - 500) * 1_000,
    min_credit: '0.000000',
    seq: 9,
    sigma: sigmaText(sigma),
    fair: toDecimal(fair),
  };
  return { given, result: { outcome: 'SOLD', credit: toDecimal(credit), sale } as Settlement };
}

const faultOf = (given: Case, result: Settlement): unknown => {
  try {
    checkSaleCredit(given, result);
    return null;
  } catch (error) {
    return error instanceof Fault ? error.code : error;
  }
};

describe('what came back for a sale', () => {
  it('is right wherever the product priced it', () => {
    const sales = fc.record({
      dir: fc.constantFrom('UP' as const, 'DOWN' as const),
      moved: fc.integer({ min: -20_000, max: 20_000 }),
      after: fc.integer({ min: 600, max: 299_999 }),
      sigma: fc.bigInt({ min: 100_000n, max: 5_000_000_000n }),
    });
    fc.assert(
      fc.property(sales, (one) => {
        const { given, result } = sold(one);
        expect(faultOf(given, result)).toBeNull();
      }),
    );
  });

  it('is found out where it is not', () => {
    const { given, result } = sold({ dir: 'UP', moved: 900, after: 90_000, sigma: 40_000_000n });
    const sale = result.sale!;
    const cent = (text: string, by: bigint) => toDecimal(usdt(BigInt(text.replace('.', '')) + by));
    expect(faultOf(given, { ...result, sale: { ...sale, sigma: '40000000' } })).toBeNull();
    expect(faultOf(given, { ...result, credit: cent(result.credit, -1n) })).toBe('CREDIT');
    expect(faultOf(given, { ...result, sale: { ...sale, fair: cent(sale.fair, -100n) } })).toBe('CREDIT');
    expect(faultOf(given, { ...result, sale: { ...sale, sigma: sigmaText(400_000_000n) } })).toBe('CREDIT');
    expect(faultOf(given, { ...result, sale: { ...sale, min_credit: cent(result.credit, 1n) } })).toBe('CREDIT');
    const other = { ...given, receipt: { ...given.receipt, rules: { sale: 'as we like' } } };
    expect(faultOf(other, result)).toBe('RULES_UNKNOWN');
  });
});
