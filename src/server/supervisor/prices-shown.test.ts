import { describe, expect, it } from 'vitest';
import { createLocalBus } from '#server/bus/index.ts';
import { loadPairs } from '#server/prices/index.ts';
import type { PairBoard } from '#server/prices/wire.ts';
import { pricesShown, whenPricesShow } from './prices-shown.ts';

function boardsOf(kindOf: (group: string) => PairBoard['kind'], status: PairBoard['status'] = 'ONLINE') {
  return loadPairs().map((pair, no): PairBoard => ({
    pair,
    kind: kindOf(pair.group),
    stream: no,
    status,
    reason: null,
    last: null,
    staleAfterMs: 2_000,
    maxEntryWaitMs: 5_000,
    nextOpen: null,
    nextClose: null,
    minDurationSec: 0,
    change24h: null,
    high24h: null,
    low24h: null,
    spark: [],
    sources: [],
    replay: kindOf(pair.group) === 'replay' ? { file: `${pair.id}.csv`, anchor: 0, firstTs: 0, speed: 1 } : null,
    payouts: {},
    crowdUp: null,
  }));
}

describe('the prices that people see', () => {
  it('are said in one word where all are of a kind', () => {
    expect(
      pricesShown(
        'auto',
        boardsOf(() => 'live'),
      ),
    ).toBe('live');
    expect(
      pricesShown(
        'simulated',
        boardsOf(() => 'simulated'),
      ),
    ).toBe('simulated');
    expect(
      pricesShown(
        'auto',
        boardsOf(() => 'simulated'),
      ),
    ).toBe('simulated (no source answered)');
    expect(
      pricesShown(
        'replay',
        boardsOf(() => 'replay'),
      ),
    ).toBe(`recorded (${loadPairs().length} files)`);
  });

  it('are said by group where they differ', () => {
    expect(
      pricesShown(
        'auto',
        boardsOf((group) => (group === 'crypto' ? 'live' : 'simulated')),
      ),
    ).toBe(
      'crypto live, currencies simulated (no source answered), commodities simulated (no source answered), stocks simulated (no source answered)',
    );
  });

  it('are asked for until they flow', async () => {
    const bus = createLocalBus();
    let asked = 0;
    bus.answer('prices.board', () => {
      asked += 1;
      return boardsOf(() => 'simulated', asked < 2 ? 'WARMING' : 'ONLINE');
    });
    expect(await whenPricesShow({ bus, feed: 'auto' })).toBe('simulated (no source answered)');
    expect(asked).toBe(2);
    bus.close();
  });
});
