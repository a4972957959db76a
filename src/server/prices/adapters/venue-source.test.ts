import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PAIRS } from '#domain/prices/pairs.ts';
import { systemClock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { SourceSink } from '../source.ts';
import { systemTimers } from '../timers.ts';
import { LocalVenue } from '#tests/scenarios/feeds-capture.ts';
import { createSources, listingsOf } from './index.ts';
import { binance } from './binance.ts';
import { UsdtRate } from './usdt-rate.ts';
import { createVenueSource } from './venue-source.ts';

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
    await vi.waitFor(() => expect(states).toContain('left_out BTC-USD'), { timeout: 30_000 });
    await vi.waitFor(() => expect(states).toContain('live all'), { timeout: 30_000 });
    expect(prices).toEqual([]);
    rate.quote('kraken', '1.001', systemClock.now());
    await vi.waitFor(() => expect(states.at(-1)).toBe('live BTC-USD'), { timeout: 5_000 });
    venue.send(trade(2, '100'));
    venue.send(trade(2, '100'));
    venue.send(trade(3, '200.5'));
    await vi.waitFor(() => expect(prices).toEqual(['100.100', '200.7005']), { timeout: 5_000 });
  });
});
