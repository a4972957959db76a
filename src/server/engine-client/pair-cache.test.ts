import { describe, expect, it } from 'vitest';
import { PAIRS } from '#domain/prices/pairs.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import type { PairBoard, TickNote } from '#server/prices/wire.ts';
import { createPairCache, toPairWire } from './pair-cache.ts';

const [BTC] = PAIRS.filter(({ id }) => id === 'BTC-USD');

function boardAt(price: number): PairBoard {
  if (BTC === undefined) throw new Error('no pair');
  return {
    pair: BTC,
    kind: 'simulated',
    stream: 6,
    status: 'ONLINE',
    reason: null,
    last: { seq: 1, t: 1_000, tSource: 1_000, price, head: '00' },
    staleAfterMs: 2_000,
    maxEntryWaitMs: 5_000,
    nextOpen: null,
    nextClose: null,
    minDurationSec: 0,
    sources: [],
    replay: null,
    change24h: 0,
    high24h: 110_00,
    low24h: 90_00,
    spark: [],
    payouts: {},
    crowdUp: null,
  };
}

describe('the board of the web thread', () => {
  it('shows no price outside its day, though ticks come between two boards', async () => {
    const bus = createLocalBus();
    bus.answer('prices.board', () => [boardAt(100_00)]);
    const pairCache = createPairCache({ bus, clock: systemClock });
    const shown = async () => {
      const [pair] = (await pairCache.pairs('real')).crypto;
      return { price: pair?.price, high: pair?.high24h, low: pair?.low24h };
    };
    const tick = (seq: number, price: number): TickNote => ({
      pair: 'BTC-USD',
      kind: 'simulated',
      seq,
      t: 1_000 + seq,
      price,
      head: '00',
    });
    expect(await shown()).toEqual({ price: 100, high: 110, low: 90 });
    bus.publish('prices.tick', tick(2, 120_00));
    await expect.poll(shown).toEqual({ price: 120, high: 120, low: 90 });
    bus.publish('prices.tick', tick(3, 80_00));
    await expect.poll(shown).toEqual({ price: 80, high: 110, low: 80 });
    bus.close();
  });
});

describe('a pair on the wire', () => {
  it('has half of its usual largest stake while prices come from fewer sources', () => {
    const full = boardAt(100_00);
    const few: PairBoard = { ...full, status: 'DEGRADED' };
    for (const realm of ['real', 'demo'] as const) {
      const { maxStake, degraded } = toPairWire(few, realm);
      expect({ maxStake, degraded }).toEqual({ maxStake: toPairWire(full, realm).maxStake / 2, degraded: true });
    }
  });
});
