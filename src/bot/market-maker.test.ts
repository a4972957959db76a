import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { CLOSE } from '#protocol/channels.ts';
import type { BookWire, OrderWire } from '#protocol/exchange.ts';
import { Refused, type BotClient } from './client.ts';
import { MarketMaker, type QuotedMarket } from './market-maker.ts';

const CUT_OFF = Date.now() + 3_600_000;
/** When nothing of it shall rest any longer. */
const HOME = CUT_OFF - 10_000;
const ROUND: QuotedMarket = { marketId: 'm', cutOffAt: new Date(CUT_OFF).toISOString(), outcomes: ['UP', 'DOWN'] };

const BOOK: BookWire = {
  marketId: 'm',
  seq: 1,
  time: new Date(0).toISOString(),
  status: 'OPEN',
  quoted: true,
  bids: [{ price: 0.45, shares: 100, orders: 1 }],
  asks: [{ price: 0.55, shares: 100, orders: 1 }],
};

type Call = 'exchange.placeOrder' | 'exchange.cancelOrders';

const FILL = {
  orderId: 'o1',
  market: { marketId: 'm' },
  time: new Date(2_000).toISOString(),
  side: 'BUY',
  outcome: 'UP',
  price: 0.45,
  role: 'maker',
  feeStr: '0.00',
};

interface Input {
  readonly body?: { readonly seconds: number };
  readonly params?: { readonly id: string };
}

/** A house whose sockets tell one book, and whose answers to orders are given: an order rests until all are cancelled. */
class House {
  readonly #sockets = new WebSocketServer({ port: 0 });
  readonly calls: string[] = [];
  readonly lines: string[] = [];
  resting = 0;
  /** The time of the house, whatever the machine of the bot says. */
  now = Date.now();
  fails = 0;
  /** What the house has of fills, and what beats it heard, s. */
  fills: readonly object[] = [];
  readonly beats: number[] = [];
  /** Throws what the call throws. */
  answer: (call: Call, no: number) => void | Promise<void> = () => undefined;
  /** What a socket is told when it subscribes. */
  tell: (socket: WebSocket, path: string) => void = (socket, path) => {
    if (path === '/public') this.say(socket, BOOK);
  };
  market: QuotedMarket = ROUND;
  maker!: MarketMaker;

  async open(): Promise<void> {
    await once(this.#sockets, 'listening');
    this.#sockets.on('connection', (socket, request) => {
      socket.on('message', (data: Buffer) => {
        if (data.toString('utf8').includes('subscribe')) this.tell(socket, request.url ?? '');
      });
    });
    const { port } = this.#sockets.address() as AddressInfo;
    const client = {
      origin: `http://127.0.0.1:${port}`,
      now: () => this.now,
      call: (name: Call, input: never) => this.#hear(name, input),
    };
    this.maker = new MarketMaker({
      client: client as unknown as BotClient,
      token: () => 't',
      market: this.market,
      style: { edge: 10, lean: 0, shares: 20 },
      say: (line) => void this.lines.push(line),
      onFail: () => (this.fails += 1),
      sleep: () => Promise.resolve(),
    });
    this.maker.start();
  }

  say(socket: WebSocket, data: unknown): void {
    socket.send(JSON.stringify({ ch: 'book:m', seq: 1, snapshot: true, data }));
  }

  /** All connections break. */
  cut(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  async close(): Promise<void> {
    await this.maker.stop();
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
  }

  async #hear(name: string, input: Input): Promise<unknown> {
    const seconds = input.body?.seconds ?? 0;
    if (name === 'exchange.heartbeat') {
      this.beats.push(seconds);
      // It is one second past 1970 in this house.
      return { seconds, until: new Date(1_000 + seconds * 1_000).toISOString() };
    }
    if (name === 'exchange.cancelOrder') {
      this.resting -= 1;
      return { id: input.params?.id, market: ROUND, status: 'CANCELLED' };
    }
    if (name === 'exchange.fills') return { items: this.fills, nextCursor: null };
    return this.#call(name as Call);
  }

  async #call(call: Call): Promise<unknown> {
    this.calls.push(call);
    const no = this.calls.filter((one) => one === call).length;
    await this.answer(call, no);
    if (call === 'exchange.placeOrder') {
      this.resting += 1;
      return {
        id: `o${no}`,
        market: ROUND,
        status: 'OPEN',
        outcome: 'UP',
        price: 0.4,
        remaining: 20,
      } as unknown as OrderWire;
    }
    const items = Array.from({ length: this.resting });
    this.resting = 0;
    return { items };
  }
}

let house: House;
beforeEach(() => {
  house = new House();
});
afterEach(() => house.close());

const failed = () => expect.poll(() => house.fails).toBe(1);

describe('the example of a bot that meets an error', () => {
  it('cancels what rests when a call fails, and says why', async () => {
    house.answer = (call, no) => {
      if (call === 'exchange.placeOrder' && no === 2) throw new TypeError('fetch failed');
    };
    await house.open();
    await failed();
    expect(await house.maker.stop()).toBe('fetch failed');
    expect(house.calls).toEqual(['exchange.placeOrder', 'exchange.placeOrder', 'exchange.cancelOrders']);
    expect(house.resting).toBe(0);
    expect(house.lines.slice(-2)).toEqual(['failed   fetch failed', 'stopped  1 orders cancelled']);
  });

  it('goes on after a refusal', async () => {
    house.answer = (call, no) => {
      if (call === 'exchange.placeOrder' && no === 1)
        throw new Refused(409, { code: 'OrderRejected', message: 'no', details: {} });
    };
    await house.open();
    await expect.poll(() => house.maker.tally.refused).toBe(1);
    expect(await house.maker.stop()).toBeNull();
    expect(house.fails).toBe(0);
  });

  it.each<[string, RegExp, (socket: WebSocket, path: string) => void]>([
    [
      'a message that is not of the protocol',
      /^a message of the server makes no sense: .*$/,
      (socket, path) => path === '/public' && house.say(socket, { ...BOOK, bids: 'none' }),
    ],
    [
      'a token that is not believed',
      /^the server does not believe the token$/,
      (socket, path) => path === '/private' && socket.close(CLOSE.unauthorised),
    ],
  ])('ends with %s', async (_, why, tell) => {
    house.tell = tell;
    await house.open();
    await failed();
    expect(await house.maker.stop()).toMatch(why);
    expect(house.calls).toEqual(['exchange.cancelOrders']);
  });

  it('asks until somebody answers that what rests is cancelled, and then needs no heartbeat', async () => {
    house.answer = (call, no) => {
      if (call === 'exchange.placeOrder' ? no === 2 : no < 4) throw new TypeError('fetch failed');
    };
    await house.open();
    await failed();
    expect(await house.maker.stop()).toBe('fetch failed');
    expect(house.calls.filter((call) => call === 'exchange.cancelOrders')).toHaveLength(4);
    expect(house.lines.filter((line) => line.startsWith('waiting'))).toHaveLength(1);
    expect([house.resting, house.lines.at(-1)]).toEqual([0, 'stopped  1 orders cancelled']);
    expect(house.beats).toEqual([15, 0]);
  });

  it('says what could not be found out where its cancel is refused', async () => {
    house.answer = (call) => {
      if (call === 'exchange.cancelOrders') throw new Refused(401, { code: 'NotSignedIn', message: 'no', details: {} });
    };
    await house.open();
    expect(await house.maker.stop()).toBe('what rests and what was filled is not known: NotSignedIn: no');
  });
});

describe('the example of a bot whose connection is cut', () => {
  it('says so, and counts what was filled meanwhile: the house has it', async () => {
    await house.open();
    await expect.poll(() => house.resting).toBe(2);
    house.cut();
    await expect.poll(() => house.lines.filter((line) => line.startsWith('cut'))).toHaveLength(2);
    house.fills = [
      { ...FILL, id: 'o1/1', shares: 8 },
      { ...FILL, id: 'o1/2', shares: 4.5 },
    ];
    expect(await house.maker.stop()).toBeNull();
    expect(house.maker.tally).toMatchObject({ fills: 2, shares: 12.5 });
    expect(house.lines.filter((line) => line.startsWith('filled'))).toHaveLength(2);
  });
});

describe('the end of an example of a bot', () => {
  it('waits for an order on its way before it cancels', async () => {
    let arrive = (): void => undefined;
    const way = new Promise<void>((resolve) => (arrive = resolve));
    house.answer = (call) => (call === 'exchange.placeOrder' ? way : undefined);
    await house.open();
    await expect.poll(() => house.calls.length).toBe(1);
    const stopped = house.maker.stop();
    arrive();
    expect(await stopped).toBeNull();
    expect([house.resting, house.maker.tally.cancelled]).toEqual([0, 1]);
  });
});

describe('the time to go home', () => {
  it('is by the clock of the house, and comes though the book stands still', async () => {
    // The machine of the bot is an hour behind: by its own clock there is time.
    house.now = HOME - 1;
    await house.open();
    await expect.poll(() => house.resting).toBe(2);
    house.now = HOME;
    await expect.poll(() => house.resting).toBe(0);
    expect(house.maker.tally).toMatchObject({ placed: 2, cancelled: 2 });
  });
});
