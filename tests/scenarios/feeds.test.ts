import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { binance } from '#server/prices/adapters/binance.ts';
import { bybit } from '#server/prices/adapters/bybit.ts';
import { coinbase } from '#server/prices/adapters/coinbase.ts';
import { kraken } from '#server/prices/adapters/kraken.ts';
import { okx } from '#server/prices/adapters/okx.ts';
import { UsdtRate } from '#server/prices/adapters/usdt-rate.ts';
import { createVenueSource } from '#server/prices/adapters/venue-source.ts';
import type { Venue } from '#server/prices/adapters/venue.ts';
import { systemClock } from '#server/clock.ts';
import type { Quote, Source, SourceSink } from '#server/prices/source.ts';
import { systemTimers } from '#server/prices/timers.ts';
import { captured, LocalVenue } from './feeds-capture.ts';
import type { Step } from './feeds-capture.ts';
import { recordedDir } from './replay-scan.ts';

const open: { source: Source; venue: LocalVenue }[] = [];
afterEach(async () => {
  for (const { source, venue } of open.splice(0)) {
    await source.stop();
    await venue.close();
  }
});

interface Heard {
  readonly quotes: Quote[];
  readonly states: string[];
  signs: number;
  readonly venue: LocalVenue;
}

/** A source against a local venue that plays these scripts. Each symbol is its own pair. */
async function listen(options: {
  readonly venue: Venue;
  readonly symbols: readonly string[];
  readonly scripts: readonly (readonly Step[])[];
  readonly silentAfterMs?: number;
}): Promise<Heard> {
  const venue = await LocalVenue.open(options.scripts);
  const heard: Heard = { quotes: [], states: [], signs: 0, venue };
  const source = createVenueSource({
    venue: options.venue,
    listings: options.symbols.map((symbol) => ({ symbol, pairId: `pair:${symbol}`, inUsdt: false })),
    rate: new UsdtRate(),
    tools: { clock: systemClock, timers: systemTimers },
    log: pino({ level: 'silent' }),
    random: () => 0.5,
    url: venue.url,
    patience: { firstRetryMs: 5, longestRetryMs: 20, silentAfterMs: options.silentAfterMs ?? 20_000 },
  });
  const sink: SourceSink = {
    quote: (quote) => heard.quotes.push(quote),
    alive: () => (heard.signs += 1),
    state: ({ state }) => heard.states.push(state),
  };
  open.push({ source, venue });
  source.start(sink);
  return heard;
}

/** Waits until nothing more comes after `marks` messages were read: the last one is a life sign that the test put there. */
async function settled(heard: Heard, count: number): Promise<void> {
  await vi.waitFor(() => expect(heard.quotes.length).toBeGreaterThanOrEqual(count), { timeout: 25_000, interval: 20 });
  await new Promise((resolve) => setTimeout(resolve, 60));
}

interface Capture {
  readonly name: string;
  readonly venue: Venue;
  readonly symbols: readonly string[];
  /** The capture's own price messages, told by their text alone: [symbol, price or sides, id]. */
  readonly expected: (messages: readonly string[]) => readonly string[];
}

const field = (text: string, name: string): string => new RegExp(`"${name}":"?([^",}]+)`).exec(text)?.[1] ?? '';

const CAPTURES: readonly Capture[] = [
  {
    name: 'binance-spot-btcusdt',
    venue: binance,
    symbols: ['BTCUSDT'],
    expected: (messages) => messages.filter((text) => /@(bookTicker|trade)"/.test(text)),
  },
  {
    name: 'binance-spot-aggtrade-multi',
    venue: binance,
    symbols: ['NKNUSDT', 'LRCBTC'],
    expected: (messages) => messages.filter((text) => /"(nknusdt|lrcbtc)@(bookTicker|aggTrade)"/.test(text)),
  },
  {
    name: 'coinbase',
    venue: coinbase,
    symbols: ['SKL-USD', 'NMR-EUR', 'DASH-BTC', 'BAND-GBP'],
    expected: (messages) =>
      messages.filter((text) => /"type":"ticker".*"product_id":"(SKL-USD|NMR-EUR|DASH-BTC|BAND-GBP)"/.test(text)),
  },
  {
    name: 'okx',
    venue: okx,
    symbols: ['BTC-USDT', 'UNI-USD-SWAP', 'BTC-USD-220527'],
    expected: (messages) => messages.filter((text) => /"instType":"SPOT"/.test(text) && text.includes('"tickers"')),
  },
  {
    name: 'bybit-linear',
    venue: bybit,
    symbols: ['LTCUSDT', 'BCHUSDT', 'XTZUSDT'],
    expected: (messages) =>
      messages
        .filter((text) => /"topic":"trade\.(LTC|BCH|XTZ)USDT"/.test(text))
        .flatMap((text) => [...text.matchAll(/"trade_id":"[^"]+"/g)].map(([id]) => id)),
  },
];

const GARBAGE: readonly (string | Uint8Array)[] = [
  'not json',
  '',
  '{"type":',
  'null',
  '[]',
  '{}',
  '42',
  '{"data":null}',
  '{"stream":"btcusdt@bookTicker","data":{"u":1,"s":"BTCUSDT","b":"-1","a":"0"}}',
  '{"stream":"x","data":[1,2]}',
  '{"type":"ticker","product_id":"SKL-USD","best_bid":"9","best_ask":"1","time":"never"}',
  '{"arg":{"channel":"tickers"},"data":[{"instType":"SPOT","instId":"BTC-USDT","bidPx":"","askPx":"NaN"}]}',
  '{"topic":"trade.LTCUSDT","data":[null,{"symbol":"LTCUSDT","price":"1e","trade_id":"z"}]}',
  new Uint8Array([0, 255, 1]),
];

/** Every 97th message is followed by one that no venue means. */
function littered(messages: readonly string[]): (string | Uint8Array)[] {
  return messages.flatMap((text, at) => (at % 97 === 0 ? [text, GARBAGE[(at / 97) % GARBAGE.length] ?? ''] : [text]));
}

describe.skipIf(recordedDir() === null)('live sources on captured messages', () => {
  it.each(CAPTURES)('$name: every price once, in order', async ({ name, venue, symbols, expected }) => {
    const messages = captured(name);
    const count = expected(messages).length;
    expect(count).toBeGreaterThan(8);
    const heard = await listen({ venue, symbols, scripts: [[{ send: messages }]] });
    await settled(heard, count);
    expect(heard.quotes.length).toBe(count);
    expect(heard.states).toEqual(['connecting', 'live']);
    expect(heard.signs).toBeGreaterThan(0);
  });

  it.each(CAPTURES)('$name: the same through cuts, repeats and garbage', async ({ name, venue, symbols, expected }) => {
    const messages = captured(name);
    const [third, half] = [Math.floor(messages.length / 3), Math.floor(messages.length / 2)];
    // OKX tickers have no number: what is sent twice is taken twice, so there the cut comes without a repeat.
    const overlap = name === 'okx' ? 0 : Math.min(600, third);
    const scripts: Step[][] = [
      [{ send: littered(messages.slice(0, third)) }, { cut: overlap === 0 ? 'close' : 'pull' }],
      [{ send: messages.slice(third - overlap, half) }, { cut: 'close' }],
      [{ send: littered(messages.slice(half - overlap)) }],
    ];
    const count = expected(messages).length;
    const heard = await listen({ venue, symbols, scripts });
    await settled(heard, count);
    expect(heard.quotes.length).toBe(count);
    expect(heard.venue.requests.length).toBe(3);
    expect(new Set(heard.venue.requests.map((asked) => asked.join('\n'))).size).toBe(1);
    expect(heard.states.filter((state) => state === 'live').length).toBe(3);
  });

  it('takes prices, not order ids: a trade its own, a book ticker the middle of its sides', async () => {
    const messages = captured('binance-spot-btcusdt').filter((text) => /@(bookTicker|trade)"/.test(text));
    const heard = await listen({ venue: binance, symbols: ['BTCUSDT'], scripts: [[{ send: messages }]] });
    await settled(heard, messages.length);
    const expected = messages.map((text) => {
      if (text.includes('@trade"')) return Number(field(text, 'p'));
      const sides = [field(text, 'b'), field(text, 'a')].map((side) => BigInt(side.replace('.', '')));
      return Number(((sides[0] ?? 0n) + (sides[1] ?? 0n)) * 5n) / 1e9;
    });
    expect(heard.quotes.map(({ price }) => Number(price))).toEqual(expected);
    expect(heard.quotes.find(({ id }) => id?.startsWith('trade:') === true)?.tVenue).toBe(1_723_161_255_342);
  });

  it('takes no price from contracts: coin-margined, inverse and swap captures state none', async () => {
    for (const [name, venue, symbol] of [
      ['binance-coinm-btcusd', binance, 'BTCUSD'],
      ['bybit', bybit, 'BTCUSDT'],
      ['okx', okx, 'UNI-USD-SWAP'],
    ] as const) {
      const heard = await listen({ venue, symbols: [symbol], scripts: [[{ send: captured(name) }, { cut: 'close' }]] });
      await vi.waitFor(() => expect(heard.venue.requests.length).toBe(2), { timeout: 30_000 });
      expect([name, heard.quotes.length, heard.signs > 0]).toEqual([name, 0, true]);
    }
  });

  it('hears Kraken alive through messages of its older form, which state no price', async () => {
    const messages = captured('kraken');
    const script: Step[] = [{ send: messages }, { cut: 'close' }];
    const heard = await listen({ venue: kraken, symbols: ['XMR/USD'], scripts: [script] });
    await vi.waitFor(() => expect(heard.venue.requests.length).toBe(2), { timeout: 30_000 });
    expect(heard.quotes).toEqual([]);
    expect(heard.signs).toBeGreaterThan(0);
    expect(heard.states.slice(0, 2)).toEqual(['connecting', 'live']);
  });

  it.each(CAPTURES)(
    '$name: a silent connection is cut, made anew and asked again',
    async ({ name, venue, symbols }) => {
      const messages = captured(name).slice(0, 50);
      const scripts = [[{ send: messages }], [], [{ send: messages }]];
      const heard = await listen({ venue, symbols, scripts, silentAfterMs: 400 });
      const order = [
        'connecting',
        'live',
        'silent',
        'connecting',
        'connecting',
        'silent',
        'connecting',
        'connecting',
        'live',
      ];
      await vi.waitFor(() => expect(heard.states.length).toBeGreaterThanOrEqual(order.length), { timeout: 30_000 });
      expect(heard.states.slice(0, order.length)).toEqual(order);
      expect(heard.venue.requests.slice(0, 3).every((asked) => asked.join() === heard.venue.requests[0]?.join())).toBe(
        true,
      );
    },
  );
});
