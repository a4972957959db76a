import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PairWire, TickMessage } from '#protocol/trading.ts';
import { PriceStore } from './price-store.ts';
import { ReconnectingSocket, socketUrl } from './socket.ts';
import type { Frame } from './socket.ts';

/** A socket of the browser, driven by the test. */
class FakeSocket extends EventTarget {
  static made: FakeSocket[] = [];
  readyState = 0;
  readonly sent: { op: string; channels?: string[]; token?: string }[] = [];
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.made.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.drop(1000);
  }

  drop(code: number) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  says(message: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  asked(op: string): string[] {
    return this.sent
      .filter((message) => message.op === op)
      .flatMap((message) => message.channels ?? [message.token ?? '']);
  }
}

const last = () => FakeSocket.made.at(-1) as FakeSocket;

function make(options: { token?: () => string | null; onRefused?: () => void } = {}) {
  return new ReconnectingSocket({
    url: 'ws://x/public',
    WebSocket: FakeSocket as unknown as typeof WebSocket,
    jitter: () => 0.5,
    ...options,
  });
}

beforeEach(() => {
  FakeSocket.made = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the socket', () => {
  it('subscribes at opening and again after each reconnection', () => {
    const socket = make();
    const frames: Frame[] = [];
    socket.subscribe('ticks:BTC-USD', (frame) => frames.push(frame));
    last().open();
    expect(last().asked('subscribe')).toEqual(['ticks:BTC-USD']);
    last().says({ ch: 'ticks:BTC-USD', seq: 1, t: 1, data: {}, snapshot: true });
    last().drop(1006);
    expect(socket.status()).toBe('reconnecting');
    vi.advanceTimersByTime(300);
    expect(FakeSocket.made.length).toBe(2);
    last().open();
    expect(last().asked('subscribe')).toEqual(['ticks:BTC-USD']);
    // A line may open and carry nothing.
    expect(socket.status()).toBe('reconnecting');
    last().says({ op: 'pong', t: 1 });
    expect(socket.status()).toBe('live');
    expect(socket.latency()).not.toBeNull();
    expect(frames.length).toBe(1);
    last().drop(1006);
    expect(socket.latency()).toBeNull();
  });

  it('waits longer each time, up to ten seconds', () => {
    const socket = make();
    socket.open();
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      last().drop(1006);
      const before = FakeSocket.made.length;
      let waited = 0;
      while (FakeSocket.made.length === before) {
        vi.advanceTimersByTime(100);
        waited += 100;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000]);
  });

  it('mends a hole by a new snapshot, but not on ticks, where holes are conflation', () => {
    const socket = make();
    socket.subscribe('pairs', () => undefined);
    socket.subscribe('ticks:A', () => undefined);
    last().open();
    const sent = last().asked('subscribe').length;
    for (const ch of ['pairs', 'ticks:A']) {
      last().says({ ch, seq: 1, t: 1, data: [], snapshot: true });
      last().says({ ch, seq: 5, t: 2, data: [] });
    }
    expect(last().asked('subscribe').slice(sent)).toEqual(['pairs']);
  });

  it('authorises first on a private socket, and says when it is refused', () => {
    const onRefused = vi.fn<() => void>();
    const socket = make({ token: () => 'secret', onRefused });
    socket.subscribe('balance', () => undefined);
    last().open();
    expect(last().sent).toEqual([{ op: 'auth', token: 'secret' }]);
    last().says({ op: 'ok', of: 'auth' });
    expect(last().asked('subscribe')).toEqual(['balance']);
    last().drop(4001);
    expect(onRefused).toHaveBeenCalledOnce();
  });

  it.each([
    { whose: 'of prices', token: {}, asked: 2, dead: 4 },
    { whose: 'of a person', token: { token: () => 'secret' }, asked: 15, dead: 20 },
  ])('asks a quiet line $whose for a sign of life, and leaves a dead one', ({ token, asked, dead }) => {
    const socket = make(token);
    socket.open();
    const first = last();
    first.open();
    first.says({ op: 'ok', of: 'auth' });
    first.says({ op: 'pong', t: 1 });
    expect(socket.status()).toBe('live');
    const pings = () => first.sent.filter(({ op }) => op === 'ping').length;
    expect(pings()).toBe(1);
    vi.advanceTimersByTime(asked * 1_000 - 1);
    expect(pings()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(pings()).toBe(2);
    vi.advanceTimersByTime((dead - asked) * 1_000 - 1);
    expect(socket.status()).toBe('live');
    vi.advanceTimersByTime(1);
    expect([socket.status(), first.readyState]).toEqual(['reconnecting', 3]);
  });

  it('keeps a line on which anything is heard', () => {
    const socket = make();
    socket.open();
    last().open();
    for (let second = 0; second < 60; second += 1) {
      last().says({ ch: 'ticks:A', seq: second, t: second, data: {} });
      vi.advanceTimersByTime(1_000);
    }
    expect([FakeSocket.made.length, socket.status()]).toEqual([1, 'live']);
  });

  it('leaves one that does not open, and hears no more of it', () => {
    const socket = make();
    const frames: Frame[] = [];
    socket.subscribe('pairs', (frame) => frames.push(frame));
    const first = last();
    vi.advanceTimersByTime(10_300);
    expect([FakeSocket.made.length, first.readyState]).toEqual([2, 3]);
    first.says({ ch: 'pairs', seq: 1, t: 1, data: [], snapshot: true });
    expect(frames).toEqual([]);
  });

  it('knows at once that the network is gone, and comes back with it', () => {
    const network = new EventTarget();
    vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
    vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
    const socket = make();
    socket.open();
    last().open();
    network.dispatchEvent(new Event('offline'));
    expect(socket.status()).toBe('reconnecting');
    for (let tries = 0; tries < 5; tries += 1) {
      vi.advanceTimersByTime(10_000);
      if (last().readyState === 0) last().drop(1006);
    }
    const made = FakeSocket.made.length;
    network.dispatchEvent(new Event('online'));
    expect(FakeSocket.made.length).toBe(made + 1);
    socket.close();
    network.dispatchEvent(new Event('online'));
    expect(FakeSocket.made.length).toBe(made + 1);
    vi.unstubAllGlobals();
  });

  it('stays closed once closed', () => {
    const socket = make();
    socket.open();
    last().open();
    socket.close();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made.length).toBe(1);
    expect(socket.status()).toBe('off');
  });

  it('is on ws where the host is on http', () => {
    expect(socketUrl('https://a.example', '/public')).toBe('wss://a.example/public');
    expect(socketUrl('http://localhost:3000', '/private')).toBe('ws://localhost:3000/private');
    vi.stubGlobal('location', { origin: 'http://127.0.0.1:3000' });
    expect(socketUrl('', '/public')).toBe('ws://127.0.0.1:3000/public');
  });
});

const tick = (seq: number, price: number): TickMessage => ({
  seq,
  price,
  priceStr: String(price),
  time: seq,
  head: '',
});

describe('the price store', () => {
  function setUp() {
    const socket = make();
    const draws: (() => void)[] = [];
    const store = new PriceStore(socket, (draw) => draws.push(draw));
    const run = () => draws.splice(0).forEach((draw) => draw());
    return { store, run, draws, socket };
  }

  it('tells once a frame however many ticks came, with the newest', () => {
    const { store, run, draws } = setUp();
    const told = vi.fn<() => void>();
    store.watchTick('A', told);
    last().open();
    for (let seq = 1; seq <= 20; seq += 1) last().says({ ch: 'ticks:A', seq, t: seq, data: tick(seq, 100 + seq) });
    expect(told).not.toHaveBeenCalled();
    expect(draws.length).toBe(1);
    run();
    expect(told).toHaveBeenCalledOnce();
    expect(store.tick('A')?.price).toBe(120);
  });

  it('never goes back to an older tick', () => {
    const { store } = setUp();
    store.watchTick('A', () => undefined);
    last().open();
    last().says({ ch: 'ticks:A', seq: 1, t: 1, data: tick(9, 9) });
    last().says({ ch: 'ticks:A', seq: 2, t: 2, data: tick(8, 8) });
    expect(store.tick('A')?.seq).toBe(9);
  });

  it('tells only those whose pair changed', () => {
    const { store, run } = setUp();
    const [a, b] = [vi.fn<() => void>(), vi.fn<() => void>()];
    store.watchTick('A', a);
    store.watchTick('B', b);
    last().open();
    last().says({ ch: 'ticks:B', seq: 1, t: 1, data: tick(1, 1) });
    run();
    expect(a).not.toHaveBeenCalled();
    expect(b).toHaveBeenCalledOnce();
  });

  it('follows the pairs of the realm that looks', () => {
    const { store, run } = setUp();
    store.seed([{ id: 'A', durations: [30] }] as unknown as PairWire[]);
    store.watchPairs(() => undefined, 'demo');
    last().open();
    expect(last().asked('subscribe')).toEqual(['pairs:demo']);
    last().says({ ch: 'pairs:demo', seq: 1, t: 1, data: [{ id: 'A', durations: [15, 30] }], snapshot: true });
    run();
    expect(store.pair('A')?.durations).toEqual([15, 30]);
  });

  it('puts changed pairs over those the page was rendered with', () => {
    const { store, run } = setUp();
    const told = vi.fn<() => void>();
    store.seed([
      { id: 'A', status: 'online' },
      { id: 'B', status: 'online' },
    ] as PairWire[]);
    store.watchPairs(told, 'real');
    last().open();
    last().says({ ch: 'pairs', seq: 1, t: 1, data: [{ id: 'B', status: 'closed' }] });
    run();
    expect(told).toHaveBeenCalledOnce();
    expect(store.all().map((pair) => pair.status)).toEqual(['online', 'closed']);
    expect(store.pair('B')?.status).toBe('closed');
  });
});
