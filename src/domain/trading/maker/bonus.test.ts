import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '../../money.ts';
import type { BonusFill } from '../orders/contract.ts';
import { FEE_BPS } from '../orders/market.ts';
import { Mirrors, bonusOf } from './bonus.ts';

const STRANGERS = { linked: false, mirrored: false };

/** A fill of the first outcome at `price` thousandths: the maker bought it, the taker the other one. Fee: ceil(rate x lots x p(1-p)). */
function fillOf(price: number, lots: number, change: Partial<BonusFill> = {}): BonusFill {
  const fee = (BigInt(FEE_BPS.round) * BigInt(lots) * BigInt(price * (1_000 - price)) + 999_999n) / 1_000_000n;
  const stake = usdt(BigInt(price) * BigInt(lots) * 10n);
  return {
    kind: 'round',
    marketId: 'm',
    makerId: 'maker',
    takerId: 'taker',
    makerSide: 'bid',
    stake,
    fee: usdt(fee),
    restedMs: 1_000,
    ...change,
  };
}

describe('the market-maker bonus', () => {
  it('is 1 % of the maker stake where half of the taker fee is more', () => {
    // 100 shares at 0.50: stake 50, fee 1.50.
    expect(bonusOf(fillOf(500, 10_000), STRANGERS)).toBe(500_000n);
  });

  it('is half of the taker fee where that is less', () => {
    // 100 shares at 0.95: stake 95, fee 0.285.
    expect(bonusOf(fillOf(950, 10_000), STRANGERS)).toBe(142_500n);
  });

  it('is floored', () => {
    expect(bonusOf(fillOf(500, 1, { stake: usdt(199n) }), STRANGERS)).toBe(1n);
    expect(bonusOf(fillOf(500, 1, { fee: usdt(3n) }), STRANGERS)).toBe(1n);
  });

  it('wants an order that rested 1 s on a round and 5 s on an event market', () => {
    const at = (kind: BonusFill['kind'], restedMs: number) =>
      bonusOf(fillOf(500, 10_000, { kind, restedMs }), STRANGERS);
    expect([at('round', 999), at('round', 1_000), at('event', 4_999), at('event', 5_000)]).toEqual([
      0n,
      500_000n,
      0n,
      500_000n,
    ]);
  });

  it('is nothing on fills with oneself, with a linked account and to and fro', () => {
    expect(bonusOf(fillOf(500, 10_000, { takerId: 'maker' }), STRANGERS)).toBe(0n);
    expect(bonusOf(fillOf(500, 10_000), { linked: true, mirrored: false })).toBe(0n);
    expect(bonusOf(fillOf(500, 10_000), { linked: false, mirrored: true })).toBe(0n);
  });

  it('never exceeds 1 % of the stake nor half of the fee', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 10 ** 7 }), (price, lots) => {
        const fill = fillOf(price, lots);
        const bonus = bonusOf(fill, STRANGERS);
        expect(bonus * 100n <= fill.stake && bonus * 2n <= fill.fee).toBe(true);
      }),
    );
  });
});

describe('farming', () => {
  /** Two accounts of one hand, not known to be linked: sets made at `price` and held; what they have left of each 1.00. */
  function farmed(price: number, fills: number): bigint {
    let together = 0n;
    for (let i = 0; i < fills; i++) {
      const fill = fillOf(price, 10_000);
      together += bonusOf(fill, STRANGERS) - fill.fee;
    }
    return together;
  }

  it('at 0.95/0.05 loses, though 1 % of the stake alone would win', () => {
    const fill = fillOf(950, 10_000);
    // Without the cap each hundred sets would earn 0.95 for a fee of 0.285.
    expect(fill.stake / 100n - fill.fee).toBe(665_000n);
    expect(farmed(950, 1_000)).toBe(-142_500n * 1_000n);
  });

  it('loses at every price and size: the pair pays at least half of the fee', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 10 ** 7 }), (price, lots) => {
        const fill = fillOf(price, lots);
        expect(2n * (fill.fee - bonusOf(fill, STRANGERS))).toBeGreaterThanOrEqual(fill.fee);
        expect(fill.fee).toBeGreaterThan(0n);
      }),
    );
  });
});

describe('mirrors', () => {
  const meeting = { marketId: 'm', makerId: 'a', takerId: 'b', makerSide: 'bid' } as const;

  it('know that shares come back to where they came from', () => {
    const mirrors = new Mirrors();
    mirrors.record(meeting);
    expect(mirrors.isMirrored(meeting)).toBe(false);
    expect(mirrors.isMirrored({ ...meeting, makerSide: 'ask' })).toBe(true);
    expect(mirrors.isMirrored({ ...meeting, makerId: 'b', takerId: 'a' })).toBe(true);
    expect(mirrors.isMirrored({ ...meeting, makerId: 'b', takerId: 'a', makerSide: 'ask' })).toBe(false);
  });

  it('keep people and markets apart, and forget a market that is over', () => {
    const mirrors = new Mirrors();
    mirrors.record(meeting);
    const back = { ...meeting, makerSide: 'ask' } as const;
    expect(mirrors.isMirrored({ ...back, marketId: 'other' })).toBe(false);
    expect(mirrors.isMirrored({ ...back, takerId: 'c' })).toBe(false);
    mirrors.purge('m');
    expect(mirrors.isMirrored(back)).toBe(false);
  });
});
