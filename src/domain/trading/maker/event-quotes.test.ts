import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '../../money.ts';
import { SHARE_PRICES } from '../book/price-scale.ts';
import { HOUSE } from '../orders/contract.ts';
import type { Quote } from '../orders/contract.ts';
import type { Position } from '../orders/order.ts';
import { bought, noPosition } from '../orders/positions.ts';
import { costOf } from '../orders/share-money.ts';
import { depthOf, endsOf, quoteEvent } from './event-quotes.ts';
import type { EventQuoting } from './event-quotes.ts';
import { worthOf } from './quotes.ts';
import type { MakerInventory } from './quotes.ts';

const CAP = usdt(1_000_000_000n);
const NOBODY = noPosition({ marketId: 'm', realm: 'demo', userId: HOUSE });

const inventoryOf = ({ lots, cost, gained }: Position): MakerInventory => ({ lots, cost, realised: gained });

function quoting(change: Partial<EventQuoting> = {}): EventQuoting {
  const inventory = inventoryOf(NOBODY);
  return { opening: 500, spread: 10, inventory, lossCap: CAP, funds: usdt(CAP * 1_000n), ...change };
}

const pricesOf = (quotes: readonly Quote[], side: Quote['side']) =>
  quotes.filter((quote) => quote.side === side).map(({ price }) => price);

/** Somebody takes `lots` of what is quoted on a side; the maker's position after it. */
function taken(position: Position, quotes: readonly Quote[], take: { side: Quote['side']; lots: number }): Position {
  let left = take.lots;
  let held = position;
  for (const { side, price, lots } of quotes) {
    if (side !== take.side || left <= 0) continue;
    const now = Math.min(left, lots);
    left -= now;
    const [outcome, of] = side === 'bid' ? ([0, price] as const) : ([1, 1_000 - price] as const);
    held = bought(held, { outcome, lots: now, paid: costOf(of, now) }).position;
  }
  return held;
}

const takes = fc.array(
  fc.record({
    side: fc.constantFrom('bid' as const, 'ask' as const),
    lots: fc.integer({ min: 1, max: 400_000 }),
    cap: fc.integer({ min: 0, max: 2_000 }).map((whole) => usdt(BigInt(whole) * 1_000_000n)),
  }),
  { maxLength: 60 },
);
const terms = fc.record({ opening: fc.integer({ min: 10, max: 990 }), spread: fc.integer({ min: 0, max: 200 }) });

describe('the house maker of an event', () => {
  it('quotes both sides of its opening chance, outwards on the price steps', () => {
    const quotes = quoteEvent(quoting());
    expect(pricesOf(quotes, 'bid').slice(0, 3)).toEqual([490, 480, 470]);
    expect(pricesOf(quotes, 'ask').slice(0, 3)).toEqual([510, 520, 530]);
    const likely = quoteEvent(quoting({ opening: 900 }));
    expect([pricesOf(likely, 'bid')[0], pricesOf(likely, 'ask')[0]]).toEqual([890, 906]);
  });

  it('offers as much at a step as moves its price there: b is the cap over ln 2 at even chances', () => {
    const depth = depthOf({ lossCap: CAP, opening: 500 });
    expect(depth).toBeCloseTo(100_000 / Math.LN2, 6);
    const asks = quoteEvent(quoting({ spread: 0 })).filter(({ side }) => side === 'ask');
    const until = (price: number) => depth * Math.log(price / (1 - price));
    expect(asks[0]).toMatchObject({ price: 510, lots: Math.floor(until(0.51)) });
    const sum = asks.filter(({ price }) => price <= 600).reduce((all, { lots }) => all + lots, 0);
    expect(sum).toBe(Math.floor(until(0.6)));
  });

  it('loses at most the cap, whatever is taken of it in which order', () => {
    fc.assert(
      fc.property(terms, takes, (of, list) => {
        let position: Position = NOBODY;
        for (const take of list) {
          position = taken(position, quoteEvent(quoting({ ...of, inventory: inventoryOf(position) })), take);
          const { up, down } = worthOf(inventoryOf(position));
          expect(up + CAP >= 0n && down + CAP >= 0n, `${up} ${down}`).toBe(true);
        }
      }),
    );
  });

  it('loses at most the highest cap, where staff moves it between the trades', () => {
    fc.assert(
      fc.property(terms, takes, (of, list) => {
        let position: Position = NOBODY;
        let most = 0n;
        for (const { cap: lossCap, ...take } of list) {
          most = lossCap > most ? lossCap : most;
          position = taken(position, quoteEvent(quoting({ ...of, lossCap, inventory: inventoryOf(position) })), take);
          const { up, down } = worthOf(inventoryOf(position));
          expect(up >= -most && down >= -most, `${up} ${down} of ${most}`).toBe(true);
        }
      }),
    );
  });

  it('never crosses itself, keeps to the price steps, and pays for all of a side out of its funds', () => {
    fc.assert(
      fc.property(terms, takes, fc.bigInt({ min: 0n, max: CAP }), (of, list, funds) => {
        let position: Position = NOBODY;
        for (const take of list) {
          const quotes = quoteEvent(quoting({ ...of, funds: usdt(funds), inventory: inventoryOf(position) }));
          const [bids, asks] = [pricesOf(quotes, 'bid'), pricesOf(quotes, 'ask')];
          expect(Math.max(0, ...bids)).toBeLessThan(Math.min(1_000, ...asks));
          expect(quotes.every(({ price, lots }) => SHARE_PRICES.levelOf(price) >= 0 && lots >= 100)).toBe(true);
          for (const side of ['bid', 'ask'] as const) {
            const costs = quotes.filter((quote) => quote.side === side);
            const of = ({ price, lots }: Quote) => costOf(side === 'bid' ? price : 1_000 - price, lots);
            expect(costs.reduce((sum, quote) => sum + of(quote), 0n)).toBeLessThanOrEqual(funds);
          }
          position = taken(position, quotes, take);
        }
      }),
    );
  });

  it('earns by whoever buys and sells back', () => {
    const first = taken(NOBODY, quoteEvent(quoting()), { side: 'ask', lots: 30_000 });
    const inventory = inventoryOf(first);
    const back = taken(first, quoteEvent(quoting({ inventory })), { side: 'bid', lots: 30_000 });
    expect(back.lots).toBe(0);
    expect(back.gained).toBeGreaterThan(0n);
  });

  it('says nothing without a cap or without money', () => {
    expect(quoteEvent(quoting({ lossCap: usdt(0n) }))).toEqual([]);
    expect(quoteEvent(quoting({ funds: usdt(0n) }))).toEqual([]);
  });
});

describe('the house maker of linked outcomes', () => {
  type Book = { readonly opening: number; readonly begun?: number; readonly position: Position };
  const quotesOf = (books: readonly Book[], at: number, change: Partial<EventQuoting> = {}) => {
    const [own, ...others] = [books[at]!, ...books.filter((_, place) => place !== at)];
    const held = ({ position, ...of }: Book) => ({ ...of, inventory: inventoryOf(position) });
    return quoteEvent(quoting({ ...held(own!), others: others.map(held), ...change }));
  };
  /** Its profit if each of them comes true. */
  const endsIn = (books: readonly Book[]) => {
    const worths = books.map(({ position }) => worthOf(inventoryOf(position)));
    return worths.map((own) => worths.reduce((sum, { down }) => sum + down, own.up - own.down));
  };
  const fresh = (...openings: readonly number[]): Book[] => openings.map((opening) => ({ opening, position: NOBODY }));

  it('begins each at its part of the whole, whatever the openings sum to', () => {
    const tops = (books: readonly Book[]) =>
      books.map((_, at) => {
        const quotes = quotesOf(books, at);
        return [pricesOf(quotes, 'bid')[0], pricesOf(quotes, 'ask')[0]];
      });
    expect(tops(fresh(500, 300, 200))).toEqual([
      [490, 510],
      [290, 310],
      [190, 210],
    ]);
    expect(tops(fresh(800, 800, 800, 800))).toEqual([0, 1, 2, 3].map(() => [240, 260]));
  });

  it('quotes the others as before when one is split, and that one and what came out of it at their parts', () => {
    const books = fresh(300, 300, 400);
    const sold = taken(NOBODY, quotesOf(books, 2, { spread: 0 }), { side: 'ask', lots: 30_000 });
    books[2] = { opening: 400, position: sold };
    const before = [0, 1].map((at) => quotesOf(books, at, { spread: 0 })[0]?.price);
    const rest = pricesOf(quotesOf(books, 2, { spread: 0 }), 'bid')[0]!;
    const split = [
      ...books.slice(0, 2),
      { opening: 100, begun: 400, position: sold },
      { opening: 300, begun: 0, position: { ...sold, cost: usdt(0n), gained: usdt(0n) } },
    ];
    const after = split.map((_, at) => pricesOf(quotesOf(split, at, { spread: 0 }), 'bid')[0]!);
    expect(after.slice(0, 2)).toEqual(before);
    expect(Math.abs(after[2]! - rest / 4)).toBeLessThanOrEqual(10);
    expect(Math.abs(after[3]! - (rest * 3) / 4)).toBeLessThanOrEqual(10);
  });

  it('makes the others cheaper by what is bought of one, as the rule of all says', () => {
    const books = fresh(250, 250, 250, 250);
    const sold = taken(NOBODY, quotesOf(books, 0, { spread: 0 }), { side: 'ask', lots: 60_000 });
    books[0] = { opening: 250, position: sold };
    const depth = 100_000 / Math.log(4);
    const power = Math.exp(-sold.lots / depth);
    const one = Math.floor((100 * power) / (power + 3)) * 10;
    const other = Math.floor(100 / (power + 3)) * 10;
    expect(pricesOf(quotesOf(books, 0, { spread: 0 }), 'bid')[0]).toBe(one);
    expect([1, 2, 3].map((at) => pricesOf(quotesOf(books, at, { spread: 0 }), 'bid')[0])).toEqual([
      other,
      other,
      other,
    ]);
    expect(one).toBeGreaterThan(300);
    expect(other).toBeLessThan(240);
  });

  it('loses at most one cap over all of them, whatever is taken of which in which order', () => {
    const openings = fc.array(fc.integer({ min: 10, max: 990 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(
        openings,
        fc.integer({ min: 0, max: 200 }),
        takes,
        fc.infiniteStream(fc.nat()),
        (all, ...[spread, list, which]) => {
          const books = fresh(...all);
          let most = 0n;
          for (const { cap: lossCap, ...take } of list) {
            most = lossCap > most ? lossCap : most;
            const at = which.next().value! % books.length;
            const { opening, position } = books[at]!;
            books[at] = { opening, position: taken(position, quotesOf(books, at, { spread, lossCap }), take) };
            expect(
              endsIn(books).every((end) => end >= -most),
              endsIn(books).join(' '),
            ).toBe(true);
          }
        },
      ),
    );
  });

  it('says of each what the maker makes if it comes true, and the least if another does', () => {
    const [a, b, c] = [
      { up: 5n, down: -1n },
      { up: -2n, down: 3n },
      { up: 0n, down: 0n },
    ] as const;
    // If a wins 5 + 3 + 0; if b wins -1 - 2 + 0; if c wins -1 + 3 + 0.
    expect(endsOf(a, [b, c])).toEqual({ ifYes: 8n, ifNo: -3n });
    expect(endsOf(c, [a, b])).toEqual({ ifYes: 2n, ifNo: -3n });
    expect(endsOf(a, [])).toEqual({ ifYes: 5n, ifNo: -1n });
  });
});
