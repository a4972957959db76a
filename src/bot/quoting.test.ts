import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHARE_PRICES } from '#domain/trading/book/price-scale.ts';
import type { BookWire } from '#protocol/exchange.ts';
import { middleOf, quotesAround } from './quoting.ts';

const STYLE = { edge: 10, shares: 20, lean: 0.2 };

function book(bids: readonly [number, number][], asks: readonly [number, number][]): BookWire {
  const levels = (side: readonly [number, number][]) => side.map(([price, shares]) => ({ price, shares, orders: 1 }));
  const time = '2026-11-21T03:00:00.000Z';
  return { marketId: 'm', seq: 1, time, status: 'OPEN', quoted: true, bids: levels(bids), asks: levels(asks) };
}

describe('the middle of a book', () => {
  it('is between the best prices of others', () => {
    expect(middleOf(book([[0.48, 10]], [[0.51, 10]]), new Map())).toBe(495);
  });

  it('leaves own orders out, in whole or in part', () => {
    const levels = book(
      [
        [0.49, 20],
        [0.47, 5],
      ],
      [[0.51, 30]],
    );
    expect(middleOf(levels, new Map([['bid 490', 20]]))).toBe(490);
    expect(middleOf(levels, new Map([['bid 490', 15]]))).toBe(500);
    expect(middleOf(levels, new Map([['ask 510', 30]]))).toBeNull();
  });

  it('is none where a side is empty', () => {
    expect(middleOf(book([], [[0.5, 1]]), new Map())).toBeNull();
  });
});

describe('quotes around it', () => {
  it('stand on both sides, at least the edge away, on prices that the book has', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1_998 }), fc.integer({ min: -200, max: 200 }), (twice, held) => {
        const middle = twice / 2;
        const centre = middle - held * STYLE.lean;
        for (const { side, price } of quotesAround(middle, held, STYLE)) {
          expect(SHARE_PRICES.levelOf(price)).toBeGreaterThanOrEqual(0);
          const away = side === 'bid' ? centre - price : price - centre;
          expect(away).toBeGreaterThanOrEqual(STYLE.edge);
        }
      }),
    );
  });

  it.each([
    [500, 0, [490, 510]],
    [495, 0, [480, 510]],
    [50, 0, [40, 60]],
    [500, 100, [470, 490]],
    [500, -100, [510, 530]],
    [5, 0, [null, 15]],
    [996, 0, [986, null]],
  ])('of %d with %d shares held are %j', (middle, held, [bid, ask]) => {
    const quotes = quotesAround(middle, held, STYLE);
    const priceOf = (side: string) => quotes.find((one) => one.side === side)?.price ?? null;
    expect([priceOf('bid'), priceOf('ask')]).toEqual([bid, ask]);
  });
});
