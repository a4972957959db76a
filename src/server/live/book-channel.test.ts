import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookWire } from '#protocol/exchange.ts';
import { clock, reader } from '#tests/sockets/slow-reader.ts';
import { BookChannel } from './book-channel.ts';

function book(price: number): BookWire {
  return {
    marketId: 'm',
    seq: 1,
    time: new Date(Date.now()).toISOString(),
    status: 'OPEN',
    quoted: true,
    bids: [{ price, shares: 10, orders: 1 }],
    asks: [],
  };
}

/** A book whose best bid is what `now.price` says; `now.reads` counts how often it was asked for. */
function channel() {
  const now = { price: 0.4, reads: 0, isAway: false };
  const read = () => {
    now.reads += 1;
    return now.isAway ? Promise.reject(new Error('away')) : Promise.resolve(book(now.price));
  };
  return {
    now,
    books: new BookChannel(book(now.price), { name: 'book:m', clock, read }),
  };
}

async function pass(books: BookChannel, ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 100) {
    vi.advanceTimersByTime(100);
    await books.sweep();
  }
}

const bids = (got: { data: unknown }[]) => got.map((one) => (one.data as BookWire).bids[0]?.price);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the book of a market', () => {
  it('begins with a snapshot and tells each change once', async () => {
    const { now, books } = channel();
    const one = reader();
    books.join(one.writer);
    now.price = 0.5;
    books.changed();
    await pass(books, 100);
    books.changed();
    await pass(books, 100);
    expect(one.got.map(({ ch, seq, snapshot }) => ({ ch, seq, snapshot }))).toEqual([
      { ch: 'book:m', seq: 0, snapshot: true },
      { ch: 'book:m', seq: 1, snapshot: undefined },
    ]);
    expect(bids(one.got)).toEqual([0.4, 0.5]);
  });

  it('goes out at most every 100 ms, whatever happens in it', async () => {
    const { now, books } = channel();
    const one = reader();
    books.join(one.writer);
    for (let step = 0; step < 100; step += 1) {
      now.price = 0.1 + step / 1_000;
      books.changed();
      vi.advanceTimersByTime(10);
      await books.sweep();
    }
    expect(now.reads).toBeLessThanOrEqual(10);
    expect(one.seqs()).toEqual(one.seqs().map((_, at) => at));
    expect(one.got.length).toBeGreaterThan(5);
  });

  it('sees quotes that moved without an order within half a second', async () => {
    const { now, books } = channel();
    const one = reader();
    books.join(one.writer);
    now.price = 0.45;
    await pass(books, 600);
    expect(bids(one.got)).toEqual([0.4, 0.45]);
    expect(now.reads).toBe(1);
  });

  it('is not read where nobody listens', async () => {
    const { now, books } = channel();
    const one = reader();
    books.join(one.writer);
    books.leave(one.writer);
    books.changed();
    await pass(books, 2_000);
    expect([now.reads, books.isEmpty]).toEqual([0, true]);
  });

  it('gives a reader that was behind a snapshot of the newest, and the others every step', async () => {
    const { now, books } = channel();
    const [slow, quick] = [reader(), reader()];
    for (const one of [slow, quick]) books.join(one.writer);
    slow.stopReading();
    slow.writer.write(Buffer.alloc(80_000));
    for (const price of [0.41, 0.42, 0.43]) {
      now.price = price;
      books.changed();
      await pass(books, 100);
    }
    slow.readAgain();
    now.price = 0.44;
    books.changed();
    await pass(books, 200);
    expect(bids(quick.got)).toEqual([0.4, 0.41, 0.42, 0.43, 0.44]);
    expect(slow.got.map(({ seq, snapshot }) => [seq, snapshot ?? false])).toEqual([
      [0, true],
      [3, true],
      [4, false],
    ]);
  });

  it('goes on when the engine was away', async () => {
    const { now, books } = channel();
    const one = reader();
    books.join(one.writer);
    now.isAway = true;
    await pass(books, 1_000);
    now.isAway = false;
    now.price = 0.6;
    await pass(books, 1_000);
    expect(bids(one.got)).toEqual([0.4, 0.6]);
  });
});
