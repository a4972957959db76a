import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NaiveBook } from './naive-book.ts';
import { NOBODY, OrderBook } from './order-book.ts';
import type { BookSideName, NewOrder, TimeInForce } from './order-book.ts';
import { PriceScale, SHARE_PRICES } from './price-scale.ts';

const SIDES = ['bid', 'ask'] as const;
const TIFS: readonly TimeInForce[] = ['GTC', 'GTD', 'FAK', 'FOK'];

type Step =
  | ({ kind: 'add' } & NewOrder)
  | { kind: 'cancel'; pick: number }
  | { kind: 'reduce'; pick: number; part: number };

function steps(prices: readonly number[], most: number): fc.Arbitrary<Step[]> {
  const add = fc.record({
    kind: fc.constant('add' as const),
    owner: fc.integer({ min: NOBODY, max: 4 }),
    side: fc.constantFrom(...SIDES),
    price: fc.constantFrom(...prices),
    lots: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 1e12 })),
    tif: fc.oneof({ weight: 4, arbitrary: fc.constant<TimeInForce>('GTC') }, fc.constantFrom(...TIFS)),
    postOnly: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
  });
  const cancel = fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() });
  const reduce = fc.record({
    kind: fc.constant('reduce' as const),
    pick: fc.nat(),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  return fc.array(
    fc.oneof(
      { weight: 6, arbitrary: add as fc.Arbitrary<Step> },
      { weight: 2, arbitrary: cancel as fc.Arbitrary<Step> },
      { weight: 1, arbitrary: reduce as fc.Arbitrary<Step> },
    ),
    { maxLength: most },
  );
}

/** What both books say of a step; the handles given so far are kept in `handles`. */
function answers(step: Step, both: { book: OrderBook; naive: NaiveBook }, handles: number[]): [unknown, unknown] {
  const { book, naive } = both;
  if (step.kind === 'add') {
    const { fills, cancelled, ...said } = book.add(step);
    if (said.handle > 0) handles.push(said.handle);
    return [{ ...said, fills: fills.toArray(), cancelled: cancelled.toArray() }, naive.add(step, said.handle)];
  }
  const handle = handles[step.pick % handles.length] ?? 0;
  if (step.kind === 'cancel') return [book.cancel(handle), naive.cancel(handle)];
  const resting = book.peek(handle);
  if (resting === null) return [0, 0];
  const lots = 1 + Math.floor((resting.lots - 1) * step.part);
  return [book.reduce(handle, lots), naive.reduce(handle, lots)];
}

/** Runs the steps on both books and compares everything either says, after every step. */
function compare(scale: PriceScale, run: readonly Step[]): void {
  const both = { book: new OrderBook(scale), naive: new NaiveBook() };
  const handles: number[] = [];
  for (const step of run) {
    const [ours, naive] = answers(step, both, handles);
    expect(ours).toEqual(naive);
    expect(new Set(handles).size).toBe(handles.length);
    same(both.book, both.naive);
  }
}

function same(book: OrderBook, naive: NaiveBook): void {
  expect(book.isCrossed()).toBe(false);
  expect(book.size).toBe(naive.orders('bid').length + naive.orders('ask').length);
  for (const side of SIDES) {
    const orders = naive.orders(side).map(({ serial: _serial, ...order }) => order);
    expect([...book.orders(side)]).toEqual(orders);
    const prices = [...new Set(orders.map((order) => order.price))];
    let cumulative = 0;
    const levels = prices.map((price) => {
      const among = orders.filter((order) => order.price === price);
      const lots = among.reduce((sum, order) => sum + order.lots, 0);
      cumulative += lots;
      return { price, lots, orders: among.length, cumulative };
    });
    expect(book.levels(side)).toEqual(levels);
    expect(book.levels(side, 2)).toEqual(levels.slice(0, 2));
    expect(book.best(side)).toBe(prices[0] ?? null);
    for (const { price, lots } of levels) expect(book.lotsAt(side, price)).toBe(lots);
  }
}

const wide = new PriceScale([{ lowest: 500, step: 500, count: 100_000 }]);

describe('the order book', () => {
  it('does what a naive book of arrays and sorts does, on few prices', () => {
    fc.assert(
      fc.property(steps([99, 100, 110, 120], 60), (run) => compare(SHARE_PRICES, run)),
      { numRuns: 300 },
    );
  });

  it('does so on all prices of a share, and on a scale that needs every tier of bits', () => {
    const shares = Array.from({ length: SHARE_PRICES.size }, (_, level) => SHARE_PRICES.priceAt(level));
    const far = Array.from({ length: 400 }, (_, index) => 500 + index * 125_000);
    fc.assert(
      fc.property(steps(shares, 150), (run) => compare(SHARE_PRICES, run)),
      { numRuns: 40 },
    );
    fc.assert(
      fc.property(steps(far, 150), (run) => compare(wide, run)),
      { numRuns: 40 },
    );
  });
});

function order(side: BookSideName, price: number, more: Partial<NewOrder> = {}): NewOrder {
  return { owner: NOBODY, side, price, lots: 10, tif: 'GTC', postOnly: false, ...more };
}

describe('one order', () => {
  it('gives the taker the better price of the maker, oldest first', () => {
    const book = new OrderBook(SHARE_PRICES);
    const first = book.add(order('ask', 450)).handle;
    const second = book.add(order('ask', 450)).handle;
    const third = book.add(order('ask', 440, { lots: 1 })).handle;
    const { fills, filled, rested } = book.add(order('bid', 460, { lots: 15 }));
    expect([filled, rested]).toEqual([15, 0]);
    expect(fills.toArray().map(({ handle, price, lots, left }) => [handle, price, lots, left])).toEqual([
      [third, 440, 1, 0],
      [first, 450, 10, 0],
      [second, 450, 4, 6],
    ]);
    expect(() => fills.at(3)).toThrow('match 3 of 3');
  });

  it('keeps its place when it is made smaller, and an old handle never names a new order', () => {
    const book = new OrderBook(SHARE_PRICES);
    const first = book.add(order('bid', 500)).handle;
    const second = book.add(order('bid', 500)).handle;
    expect(book.reduce(first, 9)).toBe(1);
    expect([...book.orders('bid')].map((resting) => resting.handle)).toEqual([first, second]);
    expect(() => book.reduce(first, 2)).toThrow('no 2 lots');
    expect(book.reduce(first, 1)).toBe(0);
    const third = book.add(order('bid', 500)).handle;
    expect(third).not.toBe(first);
    expect([book.cancel(first), book.peek(first), book.peek(0)]).toEqual([0, null, null]);
    expect(() => book.reduce(first, 1)).toThrow('no 1 lots');
    expect(book.peek(third)).toEqual({ handle: third, owner: NOBODY, side: 'bid', price: 500, lots: 10 });
  });

  it('cancels orders of its owner only when they would be next', () => {
    const book = new OrderBook(SHARE_PRICES);
    const own = book.add(order('ask', 400, { owner: 7 })).handle;
    book.add(order('ask', 410, { owner: 8 }));
    const behind = book.add(order('ask', 410, { owner: 7 })).handle;
    const taken = book.add(order('bid', 500, { owner: 7, lots: 10, tif: 'FAK' }));
    expect(taken.cancelled.toArray().map((match) => match.handle)).toEqual([own]);
    expect(taken.filled).toBe(10);
    expect(book.peek(behind)).not.toBeNull();
  });

  it('lets a post-only order of the same owner through, and leaves the book alone when it refuses', () => {
    const book = new OrderBook(SHARE_PRICES);
    book.add(order('ask', 400, { owner: 7 }));
    book.add(order('ask', 410, { owner: 8 }));
    const before = [...book.orders('ask')];
    expect(book.add(order('bid', 410, { owner: 7, postOnly: true })).refused).toBe('WOULD_CROSS');
    expect(book.add(order('bid', 410, { owner: 7, lots: 11, tif: 'FOK' })).refused).toBe('NOT_WHOLE');
    expect([...book.orders('ask')]).toEqual(before);
    const through = book.add(order('bid', 400, { owner: 7, postOnly: true }));
    expect([through.refused, through.cancelled.length, through.rested]).toEqual([null, 1, 10]);
    expect(book.isCrossed()).toBe(false);
  });

  it('is refused by throwing when it cannot be an order', () => {
    const book = new OrderBook(SHARE_PRICES);
    expect(() => book.add(order('bid', 105))).toThrow('no price 105');
    expect(() => book.add(order('bid', 100, { lots: 0 }))).toThrow('not a number of lots');
    expect(() => book.rest(order('bid', 100, { lots: 1.5 }))).toThrow('not a number of lots');
    expect(book.size).toBe(0);
  });

  it('can be put in without matching, and then the book may be crossed', () => {
    const book = new OrderBook(SHARE_PRICES);
    book.rest(order('ask', 400));
    expect(book.isCrossed()).toBe(false);
    book.rest(order('bid', 390));
    expect(book.isCrossed()).toBe(false);
    book.rest(order('bid', 400));
    expect(book.isCrossed()).toBe(true);
  });
});

/** A book and its naive double with these orders. */
function filled(orders: readonly NewOrder[]): { book: OrderBook; naive: NaiveBook } {
  const both = { book: new OrderBook(SHARE_PRICES), naive: new NaiveBook() };
  for (const one of orders) both.naive.add(one, both.book.add(one).handle);
  return both;
}

const someOrders = fc.array(
  fc.record({
    owner: fc.integer({ min: 1, max: 6 }),
    side: fc.constantFrom(...SIDES),
    price: fc.constantFrom(400, 410, 500, 590, 600),
    lots: fc.integer({ min: 1, max: 20 }),
    tif: fc.constant<TimeInForce>('GTC'),
    postOnly: fc.constant(false),
  }),
  { minLength: 1, maxLength: 40 },
);
const someTaker = fc.record({
  owner: fc.integer({ min: NOBODY, max: 6 }),
  side: fc.constantFrom(...SIDES),
  price: fc.constantFrom(400, 500, 600),
});

describe('a walk before an order', () => {
  it('tells just the fills that the order will have, for a budget of any kind', () => {
    fc.assert(
      fc.property(someOrders, someTaker, fc.integer({ min: 0, max: 60_000 }), (orders, taker, budget) => {
        const { book } = filled(orders);
        let left = budget;
        const walked: [price: number, lots: number, owner: number][] = [];
        const before = [...book.orders('bid'), ...book.orders('ask')];
        const lots = book.reach(taker, (price, offered, owner) => {
          const some = Math.min(offered, Math.floor(left / price));
          left -= some * price;
          if (some > 0) walked.push([price, some, owner]);
          return some;
        });
        expect([...book.orders('bid'), ...book.orders('ask')]).toEqual(before);
        fc.pre(lots > 0);
        const added = book.add({ ...taker, lots, tif: 'FOK', postOnly: false });
        expect([added.refused, added.filled]).toEqual([null, lots]);
        expect(added.fills.toArray().map((fill) => [fill.price, fill.lots, fill.owner])).toEqual(walked);
        // One lot more would cost more than is left, or nobody offers it.
        const next = book.reach(taker, (price) => (price <= left ? 1 : 0));
        expect(next).toBe(0);
      }),
    );
  });

  it('names every owner that takers could meet, whatever of their own they cancel first', () => {
    fc.assert(
      fc.property(
        someOrders,
        fc.array(fc.tuple(someTaker, fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 3 }),
        (orders, takers, picks) => {
          const { book } = filled(orders);
          const side = takers[0]![0].side;
          const batch = takers.map(([taker, lots]) => ({ ...taker, side, lots, tif: 'FAK' as const, postOnly: false }));
          const owners = new Set(batch.map((taker) => taker.owner));
          const lots = batch.reduce((sum, taker) => sum + taker.lots, 0);
          const named = new Set<number>();
          for (const taker of batch) book.ownersMet({ ...taker, lots }, owners, named);
          const own = [...book.orders('bid'), ...book.orders('ask')].filter((resting) => owners.has(resting.owner));
          for (const pick of picks) book.cancel(own[pick % own.length]?.handle ?? 0);
          const met = batch.flatMap((taker) => {
            const { fills, cancelled } = book.add(taker);
            return [...fills.toArray(), ...cancelled.toArray()].map((match) => match.owner);
          });
          expect(met.filter((owner) => !named.has(owner))).toEqual([]);
        },
      ),
    );
  });

  it('names nobody beyond the lots or the price', () => {
    const { book } = filled([
      order('ask', 500, { owner: 1, lots: 5 }),
      order('ask', 500, { owner: 2, lots: 5 }),
      order('ask', 510, { owner: 3, lots: 5 }),
    ]);
    const named = (price: number, lots: number, uncounted: readonly number[] = []) => {
      const into = new Set<number>();
      book.ownersMet({ side: 'bid', price, lots }, new Set(uncounted), into);
      return [...into];
    };
    expect(named(490, 100)).toEqual([]);
    expect(named(500, 100)).toEqual([1, 2]);
    expect(named(510, 5)).toEqual([1]);
    expect(named(510, 6)).toEqual([1, 2]);
    expect(named(510, 5, [1])).toEqual([1, 2]);
    expect(named(510, Infinity)).toEqual([1, 2, 3]);
  });
});
