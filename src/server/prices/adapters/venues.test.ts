import { describe, expect, it } from 'vitest';
import { binance } from './binance.ts';
import { bybit } from './bybit.ts';
import { coinbase } from './coinbase.ts';
import { finnhub } from './finnhub.ts';
import { kraken } from './kraken.ts';
import { okx } from './okx.ts';
import { twelveData } from './twelvedata.ts';

/** Messages in the forms that the venues document now. */
describe('binance', () => {
  it('reads a trade and a book ticker by what they are', () => {
    const trade = {
      e: 'trade',
      E: 9,
      s: 'BTCUSDT',
      t: 12_345,
      p: '0.001',
      q: '100',
      b: 88,
      a: 50,
      T: 1_672_515_782_136,
    };
    expect(binance.read({ stream: 'btcusdt@trade', data: trade })).toEqual({
      quotes: [{ symbol: 'BTCUSDT', price: '0.001', tVenue: 1_672_515_782_136, id: 'trade:12345' }],
    });
    const book = { u: 400_900_217, s: 'BNBUSDT', b: '25.35190000', B: '31.21', a: '25.36520000', A: '40.66' };
    expect(binance.read({ stream: 'bnbusdt@bookTicker', data: book })?.quotes).toEqual([
      { symbol: 'BNBUSDT', price: '25.358550000', tVenue: null, id: 'book:400900217' },
    ]);
  });

  it('takes no price of a contract, which names its event', () => {
    const perpetual = { e: 'bookTicker', u: 1, E: 5, s: 'BTCUSDT', b: '1', a: '2' };
    expect(binance.read({ stream: 'btcusdt@bookTicker', data: perpetual })?.quotes).toEqual([]);
  });

  it('asks for both streams of a pair and hears a refusal', () => {
    expect(binance.subscribe(['BTCUSDT'])).toEqual([
      { method: 'SUBSCRIBE', params: ['btcusdt@bookTicker', 'btcusdt@trade'], id: 1 },
    ]);
    expect(binance.read({ result: null, id: 1 })).toEqual({ quotes: [] });
    expect(binance.read({ error: { code: 2, msg: 'bad' }, id: 1 })?.refusal).toContain('bad');
  });
});

describe('coinbase', () => {
  it('reads the middle of a ticker, and the time of a heartbeat', () => {
    const ticker = {
      type: 'ticker',
      sequence: 37_475_248_783,
      product_id: 'ETH-USD',
      price: '1285.22',
      best_bid: '1285.04',
      best_ask: '1285.27',
      time: '2022-10-19T23:28:22.061769Z',
    };
    expect(coinbase.read(ticker)?.quotes).toEqual([
      { symbol: 'ETH-USD', price: '1285.155', tVenue: Date.UTC(2022, 9, 19, 23, 28, 22, 61), id: '37475248783' },
    ]);
    const beat = { type: 'heartbeat', sequence: 90, product_id: 'BTC-USD', time: '2014-11-07T08:19:28.464459Z' };
    expect(coinbase.read(beat)).toEqual({ quotes: [], t: Date.UTC(2014, 10, 7, 8, 19, 28, 464) });
  });

  it('states no price by trades, and hears a refusal', () => {
    expect(coinbase.read({ type: 'last_match', product_id: 'ETH-USD', price: '1', trade_id: 1 })?.quotes).toEqual([]);
    expect(coinbase.read({ type: 'error', message: 'Failed to subscribe', reason: 'X-Y' })?.refusal).toContain('X-Y');
    expect(coinbase.subscribe(['ETH-USD', 'X-Y']).length).toBe(2);
  });
});

describe('kraken', () => {
  const entry = { symbol: 'ALGO/USD', bid: 0.10025, bid_qty: 740, ask: 0.10036, ask_qty: 1_361, last: 0.10035 };
  it('reads updates, while the first snapshot is history', () => {
    expect(kraken.read({ channel: 'ticker', type: 'snapshot', data: [entry] })?.quotes).toEqual([]);
    expect(kraken.read({ channel: 'ticker', type: 'update', data: [entry] })?.quotes).toEqual([
      { symbol: 'ALGO/USD', price: '0.100305', tVenue: null, id: null },
    ]);
    const stamped = { ...entry, timestamp: '2023-09-25T09:04:31.742648Z' };
    expect(kraken.read({ channel: 'ticker', type: 'update', data: [stamped, stamped] })?.quotes.length).toBe(2);
  });

  it('takes heartbeats and older forms as signs of life, and hears a refusal', () => {
    expect(kraken.read({ channel: 'heartbeat' })).toEqual({ quotes: [] });
    expect(kraken.read([1_664, { a: [['1', '2', '3']] }, 'book-1000', 'WAVES/EUR'])).toEqual({ quotes: [] });
    expect(kraken.read({ error: 'Currency pair not supported X/Y', success: false })?.refusal).toContain('X/Y');
  });
});

describe('okx', () => {
  const ticker = {
    instType: 'SPOT',
    instId: 'BTC-USDT',
    last: '9',
    askPx: '8446.2',
    bidPx: '8446',
    ts: '1597026383085',
  };
  const tickers = (instId: string, data: unknown): unknown => ({ arg: { channel: 'tickers', instId }, data: [data] });

  it('reads spot tickers and leaves contracts', () => {
    expect(okx.read(tickers('BTC-USDT', ticker))?.quotes).toEqual([
      { symbol: 'BTC-USDT', price: '8446.10', tVenue: 1_597_026_383_085, id: null },
    ]);
    expect(okx.read(tickers('BTC-USDT', { ...ticker, instType: 'SWAP' }))?.quotes).toEqual([]);
  });

  it('takes `pong` as a sign of life, and hears a refusal', () => {
    expect(okx.read('pong')).toEqual({ quotes: [] });
    expect(okx.read({ event: 'error', code: '60012', msg: 'Invalid request' })?.refusal).toBe('Invalid request');
    expect(okx.subscribe(['BTC-USDT'])).toEqual([
      { op: 'subscribe', args: [{ channel: 'tickers', instId: 'BTC-USDT' }] },
    ]);
  });
});

describe('bybit', () => {
  it('reads the best sides and public trades', () => {
    const book = {
      s: 'BTCUSDT',
      b: [['16493.50', '0.006']],
      a: [['16611.00', '0.029']],
      u: 18_521_288,
      seq: 7_961_638,
    };
    expect(bybit.read({ topic: 'orderbook.1.BTCUSDT', type: 'snapshot', ts: 5, data: book, cts: 4 })?.quotes).toEqual([
      { symbol: 'BTCUSDT', price: '16552.250', tVenue: 4, id: 'book:18521288' },
    ]);
    const trade = { T: 1_672_304_486_865, s: 'BTCUSDT', S: 'Buy', v: '0.001', p: '16578.50', i: '20f43950', BT: false };
    expect(bybit.read({ topic: 'publicTrade.BTCUSDT', type: 'snapshot', ts: 1, data: [trade] })?.quotes).toEqual([
      { symbol: 'BTCUSDT', price: '16578.50', tVenue: 1_672_304_486_865, id: '20f43950' },
    ]);
  });

  it('makes no price of one side, and hears a refusal', () => {
    const half = { s: 'BTCUSDT', b: [['1', '1']], a: [], u: 1 };
    const delta = { topic: 'orderbook.1.BTCUSDT', type: 'delta', ts: 5, data: half, cts: 4 };
    expect(bybit.read(delta)).toEqual({ quotes: [], t: 4 });
    expect(bybit.read({ success: true, ret_msg: 'pong', op: 'ping' })).toEqual({ quotes: [] });
    expect(bybit.read({ success: false, ret_msg: 'no such topic', op: 'subscribe' })?.refusal).toBe('no such topic');
    expect(bybit.subscribe(['BTCUSDT', 'ETHUSDT']).length).toBe(2);
  });
});

describe('venues by key', () => {
  it('reads trades of Finnhub', () => {
    const venue = finnhub('a key');
    expect(venue.url).toContain('token=a%20key');
    const trades = [
      { p: 7_296.89, s: 'AAPL', t: 1_575_526_691_134, v: 0.011467, c: ['1'] },
      { p: 1e-7, s: 'OANDA:EUR_USD', t: 1_575_526_691_135, v: 0 },
    ];
    expect(venue.read({ type: 'trade', data: trades })?.quotes).toEqual([
      { symbol: 'AAPL', price: '7296.89', tVenue: 1_575_526_691_134, id: null },
      { symbol: 'OANDA:EUR_USD', price: '0.0000001', tVenue: 1_575_526_691_135, id: null },
    ]);
    expect(venue.read({ type: 'ping' })).toEqual({ quotes: [] });
    expect(venue.read({ type: 'error', msg: 'Invalid API key' })?.refusal).toBe('Invalid API key');
    expect(venue.subscribe(['AAPL'])).toEqual([{ type: 'subscribe', symbol: 'AAPL' }]);
  });

  it('reads prices of Twelve Data, whose time is in seconds', () => {
    const venue = twelveData('k');
    const price = { event: 'price', symbol: 'EUR/USD', timestamp: 1_592_249_566, price: 1.13032, bid: 1.1, ask: 1.2 };
    expect(venue.read(price)?.quotes).toEqual([
      { symbol: 'EUR/USD', price: '1.13032', tVenue: 1_592_249_566_000, id: null },
    ]);
    expect(venue.read({ event: 'heartbeat', status: 'ok' })).toEqual({ quotes: [] });
    expect(venue.read({ event: 'subscribe-status', status: 'error', fails: ['X'] })?.refusal).toBe('["X"]');
    expect(venue.subscribe(['EUR/USD', 'IBM'])).toEqual([{ action: 'subscribe', params: { symbols: 'EUR/USD,IBM' } }]);
  });
});

describe('every venue', () => {
  it.each([binance, coinbase, kraken, okx, bybit, finnhub('k'), twelveData('k')])(
    '$name refuses what is no message',
    (venue) => {
      for (const nonsense of [undefined, null, 42, 'text', true]) expect(venue.read(nonsense)).toBeNull();
      expect(venue.url.startsWith('wss://')).toBe(true);
    },
  );
});
