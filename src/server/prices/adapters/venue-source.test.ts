import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PAIRS } from '#domain/prices/pairs.ts';
import { systemClock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { PairMarket } from '../pair-market.ts';
import type { SourceSink } from '../source.ts';
import { systemTimers } from '../timers.ts';
import { LocalVenue } from '#tests/scenarios/prices/feeds-capture.ts';
import { createSources, listingsOf } from './index.ts';
import { binance } from './binance.ts';
import { coinbase } from './coinbase.ts';
import { finnhub } from './finnhub.ts';
import { UsdtRate } from './usdt-rate.ts';
import { createVenueSource } from './venue-source.ts';
import type { Venue } from './venue.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const options = (keys: Config['keys']) => ({
  config: { keys } as Config,
  pairs: PAIRS,
  tools: { clock: systemClock, timers: systemTimers, stateDir: '' },
  log: pino({ level: 'silent' }),
});

describe('createSources', () => {
  it('has the venues with a key only when there is one, and USDT-USD is nobody else to trade', () => {
    const names = (keys: Config['keys']): string[] => createSources(options(keys)).map(({ name }) => name);
    expect(names({ finnhub: null, twelveData: null })).toEqual(['binance', 'coinbase', 'kraken', 'okx', 'bybit']);
    expect(names({ finnhub: 'a', twelveData: 'b' }).slice(5)).toEqual(['finnhub', 'twelvedata']);
    for (const source of createSources(options({ finnhub: null, twelveData: null }))) {
      expect(source.pairIds).toContain('BTC-USD');
      expect(source.pairIds).not.toContain('USDT-USD');
    }
  });

  it('knows which names are quoted in USDT, and asks Kraken and Coinbase for it', () => {
    const usdt = (venue: string): string[] => listingsOf(venue, PAIRS).flatMap((one) => (one.inUsdt ? one.symbol : []));
    expect(usdt('binance')).toContain('BTCUSDT');
    expect(usdt('binance')).not.toContain('XRPETH');
    expect(usdt('kraken')).toEqual([]);
    expect(listingsOf('kraken', PAIRS).at(-1)).toEqual({ pairId: 'USDT-USD', symbol: 'USDT/USD', inUsdt: false });
    expect(listingsOf('coinbase', PAIRS).at(-1)?.symbol).toBe('USDT-USD');
    expect(listingsOf('bybit', PAIRS).some(({ pairId }) => pairId === 'USDT-USD')).toBe(false);
  });
});

describe('a venue quoted in USDT', () => {
  it('is left out while our USDT price is missing, converted while it is there', async () => {
    const trade = (t: number, p: string): string =>
      JSON.stringify({ e: 'trade', s: 'BTCUSDT', t, p, T: 1_700_000_000_000 });
    const venue = await LocalVenue.open([[{ send: [trade(1, '100')] }]]);
    const rate = new UsdtRate();
    const prices: string[] = [];
    const states: string[] = [];
    const source = createVenueSource({
      venue: binance,
      listings: [{ pairId: 'BTC-USD', symbol: 'BTCUSDT', inUsdt: true }],
      rate,
      tools: { clock: systemClock, timers: systemTimers },
      log: pino({ level: 'silent' }),
      random: () => 0,
      url: venue.url,
    });
    closing.push(
      () => source.stop(),
      () => venue.close(),
    );
    const sink: SourceSink = {
      quote: ({ price }) => prices.push(price),
      alive: () => undefined,
      state: ({ state, pairIds }) => states.push(`${state} ${pairIds?.join() ?? 'all'}`),
    };
    source.start(sink);
    await vi.waitFor(() => expect(states).toContain('left_out BTC-USD'), { timeout: 60_000 });
    await vi.waitFor(() => expect(states).toContain('live all'), { timeout: 60_000 });
    expect(prices).toEqual([]);
    rate.quote('kraken', '1.001', systemClock.now());
    await vi.waitFor(() => expect(states.at(-1)).toBe('live BTC-USD'), { timeout: 60_000 });
    venue.send(trade(2, '100'));
    venue.send(trade(2, '100'));
    venue.send(trade(3, '200.5'));
    await vi.waitFor(() => expect(prices).toEqual(['100.100', '200.7005']), { timeout: 60_000 });
  });
});

/** What the pairs of a venue's messages count from, by pair: as many messages as `sent`, all told. */
async function timesOf(venue: Venue, symbols: Readonly<Record<string, string>>, sent: readonly string[]) {
  const local = await LocalVenue.open([[{ send: sent }]]);
  const markets = new Map(
    Object.keys(symbols).map((pairId) => [
      pairId,
      new PairMarket({ scale: 2, staleAfterMs: 60_000, rule: { quorum: 1, keep: 1, nthNewest: 1 } }),
    ]),
  );
  let quotes = 0;
  const each = (pairIds: readonly string[] | undefined, act: (market: PairMarket) => void) => {
    for (const [pairId, market] of markets) if (pairIds?.includes(pairId) ?? true) act(market);
  };
  const source = createVenueSource({
    venue,
    listings: Object.entries(symbols).map(([pairId, symbol]) => ({ pairId, symbol, inUsdt: false })),
    rate: new UsdtRate(),
    tools: { clock: systemClock, timers: systemTimers },
    log: pino({ level: 'silent' }),
    random: () => 0,
    url: local.url,
  });
  closing.push(
    () => source.stop(),
    () => local.close(),
  );
  source.start({
    quote: (quote) => {
      quotes += 1;
      markets.get(quote.pairId)?.quote(quote);
    },
    alive: ({ source: name, pairIds, stated }) =>
      each(pairIds, (market) => market.alive(name, { stated, now: Date.now() })),
    state: ({ source: name, pairIds, state }) => each(pairIds, (market) => market.state(name, state, Date.now())),
  });
  const told = (wanted: number) => vi.waitFor(() => expect(quotes).toBe(wanted), { timeout: 60_000 });
  return {
    send: (message: string) => local.send(message),
    told,
    at: (pairId: string, now: number) => markets.get(pairId)?.aliveAt(now)[0]?.t,
  };
}

describe("a venue's own time", () => {
  const ticker = (symbol: string, t: number) =>
    JSON.stringify({
      type: 'ticker',
      product_id: symbol,
      best_bid: '100',
      best_ask: '101',
      time: new Date(t).toISOString(),
    });

  it('is what a price counts from, not the time at which its message came', async () => {
    const then = Date.now() - 20_000;
    const symbols = { 'BTC-USD': 'BTC-USD', 'ETH-USD': 'ETH-USD' };
    const { told, send, at } = await timesOf(coinbase, symbols, [ticker('BTC-USD', then)]);
    await told(1);
    expect(at('BTC-USD', Date.now())).toBe(then);
    // Signs of life are passed on every 100 ms at most.
    await new Promise((resolve) => setTimeout(resolve, 150));
    send(ticker('ETH-USD', then + 5_000));
    await told(2);
    expect(at('ETH-USD', Date.now())).toBe(then + 5_000);
    // A later message of the connection vouches for the price before it: with the venue's time of that message.
    expect(at('BTC-USD', Date.now())).toBe(then + 5_000);
  });

  it('is that of each price where one message brings several', async () => {
    const then = Date.now() - 20_000;
    const data = [
      { s: 'AAPL', p: 7_296.89, t: then },
      { s: 'IBM', p: 120.5, t: then + 5_000 },
    ];
    const symbols = { 'AAPL-USD': 'AAPL', 'IBM-USD': 'IBM' };
    const { told, at } = await timesOf(finnhub('k'), symbols, [JSON.stringify({ type: 'trade', data })]);
    await told(2);
    expect([at('AAPL-USD', Date.now()), at('IBM-USD', Date.now())]).toEqual([then, then + 5_000]);
  });
});
