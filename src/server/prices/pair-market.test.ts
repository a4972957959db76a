import { describe, expect, it } from 'vitest';
import { PairMarket } from './pair-market.ts';
import type { Quote } from './source.ts';

const NOW = 1_763_650_800_000;
const market = () => new PairMarket({ scale: 2, staleAfterMs: 2_000, rule: { quorum: 1, keep: 1, nthNewest: 1 } });
const quote = (change: Partial<Quote> = {}): Quote => ({
  source: 'kraken',
  pairId: 'BTC-USD',
  price: '100.005',
  tVenue: NOW - 50,
  tReceive: NOW,
  id: null,
  ...change,
});

const at = (now: number) => ({ stated: now, now });

describe('what the sources of a pair say', () => {
  it('counts from the earlier of venue and receive time', () => {
    const one = market();
    one.quote(quote());
    one.quote(quote({ source: 'okx', tVenue: NOW + 1_900 }));
    one.quote(quote({ source: 'bybit', tVenue: null, tReceive: NOW - 7 }));
    expect(one.aliveAt(NOW).map((price) => [price.source, price.price, price.t - NOW])).toEqual([
      ['kraken', 10_001, -50],
      ['okx', 10_001, 0],
      ['bybit', 10_001, -7],
    ]);
  });

  it('is alive for S after its last message, whatever the message was', () => {
    const one = market();
    one.quote(quote());
    expect(one.aliveAt(NOW + 1_950).length).toBe(1);
    expect(one.aliveAt(NOW + 1_951).length).toBe(0);
    one.alive('kraken', at(NOW + 1_900));
    expect(one.aliveAt(NOW + 3_900)[0]?.t).toBe(NOW + 1_900);
    one.alive('kraken', at(NOW + 100));
    expect(one.aliveAt(NOW + 3_900).length).toBe(1);
    expect(one.aliveAt(NOW + 3_901).length).toBe(0);
  });

  it('vouches for a price 75 s at most', () => {
    const one = market();
    one.quote(quote());
    one.alive('kraken', at(NOW + 200_000));
    expect(one.aliveAt(NOW + 76_950)[0]?.t).toBe(NOW - 50 + 75_000);
    expect(one.aliveAt(NOW + 76_951).length).toBe(0);
  });

  it('is not vouched for by what its connection said before it', () => {
    const one = market();
    one.quote(quote({ tVenue: NOW - 900, tReceive: NOW - 800 }));
    one.alive('kraken', at(NOW - 20));
    one.quote(quote({ tVenue: NOW - 50, price: '200' }));
    expect(one.aliveAt(NOW)).toEqual([{ source: 'kraken', price: 20_000, t: NOW - 50 }]);
  });

  it('leaves out a source whose clock is more than 2 s ahead, until it states a right time', () => {
    const one = market();
    one.quote(quote());
    one.quote(quote({ source: 'okx', tVenue: NOW + 2_000 }));
    one.quote(quote({ source: 'bybit', tVenue: NOW + 2_001 }));
    const alive = (now: number) => one.aliveAt(now).map(({ source }) => source);
    expect([alive(NOW), one.ahead()]).toEqual([['kraken', 'okx'], ['bybit']]);
    expect(one.sources(NOW + 500).at(-1)).toEqual({ name: 'bybit', ageMs: 500, state: 'ahead', since: NOW });
    // A heartbeat shows it as well as a price does; one without a time shows nothing.
    one.alive('kraken', { stated: NOW + 600_000, now: NOW });
    one.alive('bybit', { stated: null, now: NOW + 100 });
    expect(alive(NOW + 100)).toEqual(['okx']);
    one.alive('kraken', at(NOW + 200));
    one.quote(quote({ source: 'bybit', tVenue: NOW + 250, tReceive: NOW + 300 }));
    expect([alive(NOW + 300), one.ahead()]).toEqual([['kraken', 'okx', 'bybit'], []]);
    expect(one.sources(NOW + 300).every(({ state }) => state === 'live')).toBe(true);
  });

  it('tells whether clocks alone keep it from a quorum', () => {
    const one = new PairMarket({ scale: 2, staleAfterMs: 2_000, rule: { quorum: 2, keep: 1, nthNewest: 1 } });
    one.quote(quote());
    expect(one.lacksClocks(NOW)).toBe(false);
    one.quote(quote({ source: 'okx', tVenue: NOW + 600_000 }));
    expect(one.lacksClocks(NOW)).toBe(true);
    expect(one.lacksClocks(NOW + 2_100)).toBe(false);
    one.quote(quote({ source: 'bybit' }));
    expect(one.lacksClocks(NOW)).toBe(false);
  });

  it('never says more than the time it is asked for', () => {
    const one = market();
    one.quote(quote({ tVenue: null, tReceive: NOW + 500 }));
    expect(one.aliveAt(NOW)[0]?.t).toBe(NOW);
  });

  it('forgets the price of a connection that was cut', () => {
    const one = market();
    one.quote(quote());
    one.state('kraken', 'connecting', NOW);
    expect(one.aliveAt(NOW).length).toBe(0);
    expect(one.sources(NOW)).toEqual([{ name: 'kraken', ageMs: null, state: 'connecting', since: NOW }]);
    // Since it was lost, whatever it is called meanwhile.
    one.state('kraken', 'away', NOW + 60_000);
    expect(one.sources(NOW + 90_000)).toEqual([{ name: 'kraken', ageMs: null, state: 'away', since: NOW }]);
    one.state('kraken', 'live', NOW + 95_000);
    expect(one.sources(NOW + 95_000)).toEqual([{ name: 'kraken', ageMs: null, state: 'live', since: null }]);
  });

  it('tells ages, and calls a source silent that is live but says nothing', () => {
    const one = market();
    one.quote(quote());
    expect(one.sources(NOW)).toEqual([{ name: 'kraken', ageMs: 50, state: 'live', since: null }]);
    expect(one.sources(NOW + 5_000)).toEqual([{ name: 'kraken', ageMs: 5_050, state: 'silent', since: NOW - 50 }]);
  });

  it('lists the quotes behind a price as they were stated, by source', () => {
    const one = market();
    one.quote(quote({ id: '77' }));
    one.quote(quote({ source: 'binance', price: '100.1' }));
    const { alive, result } = one.at(NOW, null);
    expect(alive).toBe(2);
    const used = result.ok ? result.used : [];
    expect(one.quotesOf(used)).toEqual([
      { src: 'binance', price: '100.1', t: NOW - 50, id: null },
      { src: 'kraken', price: '100.005', t: NOW - 50, id: '77' },
    ]);
  });
});
