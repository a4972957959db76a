import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { binance } from '#server/prices/adapters/binance.ts';
import { bybit } from '#server/prices/adapters/bybit.ts';
import { coinbase } from '#server/prices/adapters/coinbase.ts';
import { finnhub } from '#server/prices/adapters/finnhub.ts';
import { kraken } from '#server/prices/adapters/kraken.ts';
import { okx } from '#server/prices/adapters/okx.ts';
import { twelveData } from '#server/prices/adapters/twelvedata.ts';
import { UsdtRate } from '#server/prices/adapters/usdt-rate.ts';
import { createVenueSource } from '#server/prices/adapters/venue-source.ts';
import type { Venue } from '#server/prices/adapters/venue.ts';
import { systemClock } from '#server/clock.ts';
import type { Quote, Source, SourceSink } from '#server/prices/source.ts';
import { systemTimers } from '#server/prices/timers.ts';
import { captured, LocalVenue } from './feeds-capture.ts';
import type { Step } from './feeds-capture.ts';
import { finnhubTrades, keyOf, krakenV2, twelveDataPrices, type Made } from './feeds-made.ts';
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

const WAIT = { timeout: 25_000, interval: 20 } as const;

/** Waits until nothing more comes after `marks` messages were read: the last one is a life sign that the test put there. */
async function settled(heard: Heard, count: number): Promise<void> {
  await vi.waitFor(() => expect(heard.quotes.length).toBeGreaterThanOrEqual(count), WAIT);
  await new Promise((resolve) => setTimeout(resolve, 60));
}

const keysOf = ({ quotes }: Heard): readonly string[] =>
  quotes.map(({ pairId, tVenue, price }) => keyOf(pairId.replace('pair:', ''), tVenue, Number(price)));

interface Capture {
  readonly name: string;
  readonly venue: Venue;
  readonly symbols: readonly string[];
  readonly messages: () => readonly string[];
  /** Its own prices, told without the adapter: as many as there are, or `keyOf` of each where a repeat has no number to be told by. */
  readonly expected: (messages: readonly string[]) => readonly string[];
  readonly repeats: 'told' | 'alike';
}

/** A capture, or as much of its beginning as is enough. */
const capture = (
  name: string,
  of: Pick<Capture, 'venue' | 'symbols' | 'expected'> & { readonly most?: number },
): Capture => ({ name, repeats: 'told', messages: () => captured(name).slice(0, of.most), ...of });

const made = (name: string, of: Pick<Capture, 'venue' | 'symbols'> & { readonly made: () => Made }): Capture => ({
  name,
  venue: of.venue,
  symbols: of.symbols,
  messages: () => of.made().messages,
  expected: () => of.made().prices,
  repeats: 'alike',
});

const field = (text: string, name: string): string => new RegExp(`"${name}":"?([^",}]+)`).exec(text)?.[1] ?? '';

const FINNHUB = ['AAPL', 'OANDA:EUR_USD'];
const TWELVE_DATA = ['IBM', 'EUR/USD', 'XAU/USD'];
const KRAKEN = ['XMR/USD', 'WAVES/EUR'];

const CAPTURES: readonly Capture[] = [
  capture('binance-spot-btcusdt', {
    venue: binance,
    symbols: ['BTCUSDT'],
    expected: (messages) => messages.filter((text) => /@(bookTicker|trade)"/.test(text)),
  }),
  capture('binance-spot-ethusdt', {
    venue: binance,
    symbols: ['ETHUSDT'],
    most: 4_000,
    expected: (messages) => messages.filter((text) => /@(bookTicker|trade)"/.test(text)),
  }),
  capture('binance-spot-aggtrade-multi', {
    venue: binance,
    symbols: ['NKNUSDT', 'LRCBTC'],
    expected: (messages) => messages.filter((text) => /"(nknusdt|lrcbtc)@(bookTicker|aggTrade)"/.test(text)),
  }),
  // Of contracts the trades are read, and no book ticker.
  capture('binance-usdm-btcusdt', {
    venue: binance,
    symbols: ['BTCUSDT'],
    most: 4_000,
    expected: (messages) => messages.filter((text) => text.includes('@trade"')),
  }),
  capture('binance-usdm-aggtrade-multi', {
    venue: binance,
    symbols: ['SUSHIUSDT', 'CTKUSDT', 'AKROUSDT'],
    expected: (messages) => messages.filter((text) => /"(sushi|ctk|akro)usdt@aggTrade"/.test(text)),
  }),
  capture('coinbase', {
    venue: coinbase,
    symbols: ['SKL-USD', 'NMR-EUR', 'DASH-BTC', 'BAND-GBP'],
    expected: (messages) =>
      messages.filter((text) => /"type":"ticker".*"product_id":"(SKL-USD|NMR-EUR|DASH-BTC|BAND-GBP)"/.test(text)),
  }),
  {
    ...capture('okx', {
      venue: okx,
      symbols: ['BTC-USDT', 'UNI-USD-SWAP', 'BTC-USD-220527'],
      expected: (messages) =>
        messages
          .filter((text) => /"instType":"SPOT"/.test(text) && text.includes('"tickers"'))
          .map((text) => {
            const middle = (Number(field(text, 'bidPx')) * 10 + Number(field(text, 'askPx')) * 10) / 20;
            return keyOf('BTC-USDT', Number(field(text, 'ts')), Number(middle.toFixed(6)));
          }),
    }),
    repeats: 'alike',
  },
  capture('bybit-linear', {
    venue: bybit,
    symbols: ['LTCUSDT', 'BCHUSDT', 'XTZUSDT'],
    expected: (messages) =>
      messages
        .filter((text) => /"topic":"trade\.(LTC|BCH|XTZ)USDT"/.test(text))
        .flatMap((text) => [...text.matchAll(/"trade_id":"[^"]+"/g)].map(([id]) => id)),
  }),
  made('kraken v2', { venue: kraken, symbols: KRAKEN, made: () => krakenV2(KRAKEN, 900) }),
  made('finnhub', { venue: finnhub('a-key'), symbols: FINNHUB, made: () => finnhubTrades(FINNHUB, 300) }),
  made('twelve data', {
    venue: twelveData('a-key'),
    symbols: TWELVE_DATA,
    made: () => twelveDataPrices(TWELVE_DATA, 300),
  }),
];

const NUMBERED = CAPTURES.filter(({ repeats }) => repeats === 'told');
const UNNUMBERED = CAPTURES.filter(({ repeats }) => repeats === 'alike');

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

/** The messages over three connections: a pulled cable, a polite end, and each begins with what the one before it said last. */
function disturbed(messages: readonly string[]): readonly (readonly Step[])[] {
  const [third, half] = [Math.floor(messages.length / 3), Math.floor(messages.length / 2)];
  const overlap = Math.min(600, third);
  return [
    [{ send: littered(messages.slice(0, third)) }, { cut: 'pull' }],
    [{ send: messages.slice(third - overlap, half) }, { cut: 'close' }],
    [{ send: littered(messages.slice(half - overlap)) }],
  ];
}

function expectThreeConnections({ venue, states }: Heard): void {
  expect(venue.requests.length).toBe(3);
  expect(new Set(venue.requests.map((asked) => asked.join('\n'))).size).toBe(1);
  expect(states.filter((state) => state === 'live').length).toBe(3);
}

describe.skipIf(recordedDir() === null)('live sources on captured messages', () => {
  it.each(CAPTURES)('$name: every price once, in order', async ({ venue, symbols, expected, ...of }) => {
    const messages = of.messages();
    const count = expected(messages).length;
    expect(count).toBeGreaterThan(8);
    const heard = await listen({ venue, symbols, scripts: [[{ send: messages }]] });
    await settled(heard, count);
    expect(heard.quotes.length).toBe(count);
    expect(heard.states).toEqual(['connecting', 'live']);
    expect(heard.signs).toBeGreaterThan(0);
  });

  it.each(UNNUMBERED)('$name: the prices and times that it states', async ({ venue, symbols, expected, ...of }) => {
    const messages = of.messages();
    const heard = await listen({ venue, symbols, scripts: [[{ send: messages }]] });
    await vi.waitFor(() => expect(keysOf(heard)).toEqual(expected(messages)), WAIT);
  });

  it.each(NUMBERED)('$name: the same through cuts, repeats and garbage', async ({ expected, ...capture }) => {
    const messages = capture.messages();
    const count = expected(messages).length;
    const heard = await listen({ ...capture, scripts: disturbed(messages) });
    await settled(heard, count);
    expect(heard.quotes.length).toBe(count);
    expectThreeConnections(heard);
  });

  // A repeat has no number to be told by: it comes as the same price of the same time, and nothing new comes of it.
  it.each(UNNUMBERED)('$name: nothing new through cuts, repeats and garbage', async ({ expected, ...capture }) => {
    const messages = capture.messages();
    const prices = expected(messages);
    const heard = await listen({ ...capture, scripts: disturbed(messages) });
    await vi.waitFor(() => expect(heard.quotes.length).toBeGreaterThan(prices.length), WAIT);
    await vi.waitFor(() => expect([...new Set(keysOf(heard))]).toEqual([...new Set(prices)]), WAIT);
    expect(keysOf(heard).at(-1)).toBe(prices.at(-1));
    expectThreeConnections(heard);
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
      await vi.waitFor(() => expect(heard.venue.requests.length).toBe(2), { timeout: 60_000 });
      expect([name, heard.quotes.length, heard.signs > 0]).toEqual([name, 0, true]);
    }
  });

  it('hears Kraken alive through messages of its older form, which state no price', async () => {
    const messages = captured('kraken');
    const script: Step[] = [{ send: messages }, { cut: 'close' }];
    const heard = await listen({ venue: kraken, symbols: ['XMR/USD'], scripts: [script] });
    await vi.waitFor(() => expect(heard.venue.requests.length).toBe(2), { timeout: 60_000 });
    expect(heard.quotes).toEqual([]);
    expect(heard.signs).toBeGreaterThan(0);
    expect(heard.states.slice(0, 2)).toEqual(['connecting', 'live']);
  });

  it.each(CAPTURES)(
    '$name: a silent connection is cut, made anew and asked again',
    async ({ venue, symbols, ...of }) => {
      const messages = of.messages().slice(0, 50);
      const scripts = [[{ send: messages }], [], [{ send: messages }]];
      const heard = await listen({ venue, symbols, scripts, silentAfterMs: 400 });
      const order = ['connecting', 'live', 'silent', 'connecting', 'silent', 'away', 'live'];
      await vi.waitFor(() => expect(heard.states.length).toBeGreaterThanOrEqual(order.length), { timeout: 60_000 });
      expect(heard.states.slice(0, order.length)).toEqual(order);
      expect(heard.venue.requests.slice(0, 3).every((asked) => asked.join() === heard.venue.requests[0]?.join())).toBe(
        true,
      );
    },
  );
});
