import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { CLOSE } from '#protocol/channels.ts';
import type { BookWire, OrderWire, RoundWire } from '#protocol/exchange.ts';
import { Refused, type BotClient } from './client.ts';
import { MarketMaker } from './market-maker.ts';

const ROUND = { marketId: 'm', cutOffAt: new Date(Date.now() + 3_600_000).toISOString() } as RoundWire;

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

/** A house whose sockets tell one book, and whose answers to orders are given: an order rests until all are cancelled. */
class House {
  readonly #sockets = new WebSocketServer({ port: 0 });
  readonly calls: string[] = [];
  readonly lines: string[] = [];
  resting = 0;
  fails = 0;
  /** Throws what the call throws. */
  answer: (call: Call, no: number) => void | Promise<void> = () => undefined;
  /** What a socket is told when it subscribes. */
  tell: (socket: WebSocket, path: string) => void = (socket, path) => {
    if (path === '/public') this.say(socket, BOOK);
  };
  maker!: MarketMaker;

  async open(): Promise<void> {
    await once(this.#sockets, 'listening');
    this.#sockets.on('connection', (socket, request) => {
      socket.on('message', (data: Buffer) => {
        if (data.toString('utf8').includes('subscribe')) this.tell(socket, request.url ?? '');
      });
    });
    const { port } = this.#sockets.address() as AddressInfo;
    const client = { origin: `http://127.0.0.1:${port}`, call: (name: Call) => this.#call(name) };
    this.maker = new MarketMaker({
      client: client as unknown as BotClient,
      token: () => 't',
      round: ROUND,
      style: { edge: 10, lean: 0, shares: 20 },
      say: (line) => void this.lines.push(line),
      onFail: () => (this.fails += 1),
    });
    this.maker.start();
  }

  say(socket: WebSocket, data: unknown): void {
    socket.send(JSON.stringify({ ch: 'book:m', seq: 1, snapshot: true, data }));
  }

  async close(): Promise<void> {
    await this.maker.stop();
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
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

  it('says that orders may still rest where they could not be cancelled', async () => {
    house.answer = (_, no) => {
      if (no === 1) throw new TypeError('fetch failed');
    };
    await house.open();
    await failed();
    expect(await house.maker.stop()).toBe(
      'fetch failed; orders may still rest, they could not be cancelled: fetch failed',
    );
  });

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
