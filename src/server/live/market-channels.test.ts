import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookWire, MarketWire, PublicFillWire } from '#protocol/exchange.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { clock, reader } from '#tests/sockets/slow-reader.ts';
import { MarketChannels } from './market-channels.ts';

const KNOWN = '3f0c8a52-8f6f-8b1e-9d5c-2a6b7c8d9e0f';
const UNKNOWN = '3f0c8a52-8f6f-8b1e-9d5c-000000000000';

function fill(no: number): PublicFillWire {
  return {
    id: String(no),
    marketId: KNOWN,
    time: '2026-11-21T03:00:00.000Z',
    outcome: 'UP',
    side: 'BUY',
    price: 0.5,
    shares: no,
  };
}

const BOOK: BookWire = {
  marketId: KNOWN,
  seq: 7,
  time: '2026-11-21T03:00:00.000Z',
  status: 'OPEN',
  quoted: true,
  bids: [],
  asks: [],
};

/** An exchange of one market in demo, with what has been filled so far. */
function exchange() {
  const bus = createLocalBus();
  const filled: PublicFillWire[] = [];
  const asked = { books: 0 };
  bus.answer('exchange.book', ({ realm, marketId }) => {
    asked.books += 1;
    return Promise.resolve(realm === 'demo' && marketId === KNOWN ? BOOK : null);
  });
  bus.answer('exchange.market', ({ realm, marketId }) =>
    Promise.resolve(realm === 'demo' && marketId === KNOWN ? ({ id: KNOWN } as MarketWire) : null),
  );
  const channels = new MarketChannels({
    bus,
    clock,
    exchange: {
      publicFills: ({ realm, marketId }) => {
        const items = realm === 'demo' && marketId === KNOWN ? filled.toReversed() : [];
        return Promise.resolve({ items, nextCursor: null });
      },
    },
  });
  const publish = async (...fills: PublicFillWire[]) => {
    filled.push(...fills);
    bus.publish('exchange.fills', { realm: 'demo', marketId: KNOWN, fills });
    await Promise.resolve();
  };
  return { bus, channels, asked, publish };
}

let open: ReturnType<typeof exchange>;
beforeEach(() => {
  vi.useFakeTimers();
  open = exchange();
});
afterEach(() => {
  open.channels.close();
  vi.useRealTimers();
});

describe('channels of markets', () => {
  it('leave other channels to others and know no unknown market', async () => {
    const { channels } = open;
    const one = reader();
    expect(await channels.join('pairs', one.writer)).toBeNull();
    for (const channel of [`book:${UNKNOWN}`, `fills:${UNKNOWN}`, 'book:', 'fills:x', "book:'"]) {
      expect(await channels.join(channel, one.writer), channel).toBe(false);
    }
    expect(one.got).toEqual([]);
  });

  it('open a book once for all who come together, in whichever realm it is', async () => {
    const { channels, asked } = open;
    const readers = [reader(), reader(), reader()];
    await Promise.all(readers.map((one) => channels.join(`book:${KNOWN}`, one.writer)));
    expect(asked.books).toBe(2);
    for (const one of readers) expect(one.got).toMatchObject([{ data: BOOK, snapshot: true }]);
  });

  it('begin fills with the newest first and go on one by one', async () => {
    const { channels, publish } = open;
    await publish(fill(1), fill(2));
    const one = reader();
    await channels.join(`fills:${KNOWN}`, one.writer);
    await publish(fill(3), fill(4));
    expect(one.got.map(({ seq, data }) => [seq, data])).toEqual([
      [0, [fill(2), fill(1)]],
      [1, fill(3)],
      [2, fill(4)],
    ]);
  });

  it('send a fill that comes while a snapshot is read behind it, and none twice in order', async () => {
    const { channels, publish } = open;
    const one = reader();
    const joining = channels.join(`fills:${KNOWN}`, one.writer);
    await publish(fill(1));
    await joining;
    await publish(fill(2));
    const [snapshot, ...rest] = one.got;
    expect(snapshot?.snapshot).toBe(true);
    expect(rest.map(({ data }) => (data as PublicFillWire).id)).toEqual(['1', '2']);
    expect(one.seqs()).toEqual([0, 1, 2]);
  });

  it('tell nothing to who has left', async () => {
    const { channels, publish } = open;
    const one = reader();
    await channels.join(`fills:${KNOWN}`, one.writer);
    channels.leave(`fills:${KNOWN}`, one.writer);
    await publish(fill(1));
    expect(one.got).toHaveLength(1);
  });
});
