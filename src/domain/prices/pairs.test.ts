import { describe, expect, it } from 'vitest';
import { checkPairs } from './check-pairs.ts';
import { PAIR_GROUPS, sourceNeeds, streamName, streamNo, type Pair } from './pair.ts';
import { PAIRS } from './pairs.ts';

const byId = (id: string): Pair => {
  const pair = PAIRS.find((one) => one.id === id);
  if (pair === undefined) throw new Error(`no ${id}`);
  return pair;
};

describe('the pair table', () => {
  it('is sound, and has as many pairs of each group as the product asks', () => {
    expect(checkPairs(PAIRS)).toEqual([]);
    const counts = PAIR_GROUPS.map((group) => PAIRS.filter((pair) => pair.group === group).length);
    const least = [16, 12, 6, 10];
    counts.forEach((count, i) => expect(count).toBeGreaterThanOrEqual(least[i] ?? 0));
  });

  it.each<[string, number]>([
    ['BTC-USD', 2],
    ['XRP-ETH', 8],
    ['EUR-USD', 6],
    ['USD-JPY', 4],
    ['GBP-JPY', 4],
    ['XAU-USD', 4],
    ['WTI-USD', 3],
    ['BRENT-USD', 3],
    ['IBM-USD', 4],
  ])('%s has %i digits', (id, scale) => {
    expect(byId(id).scale).toBe(scale);
  });

  it('asks no pair for more sources than state it, and crypto never for fewer than two', () => {
    const needs = (id: string) => sourceNeeds(byId(id), 'live');
    expect(needs('BTC-USD')).toEqual({ full: 5, quorum: 3 });
    expect(needs('XRP-ETH')).toEqual({ full: 2, quorum: 2 });
    expect(sourceNeeds({ group: 'crypto', sources: { kraken: 'X' } }, 'live')).toEqual({ full: 2, quorum: 2 });
    for (const pair of PAIRS) {
      const { full, quorum } = sourceNeeds(pair, 'live');
      expect(quorum, pair.id).toBeLessThanOrEqual(full);
      expect(full, pair.id).toBeLessThanOrEqual(Math.max(1, Object.keys(pair.sources).length));
      expect(sourceNeeds(pair, 'replay')).toEqual({ full: 1, quorum: 1 });
    }
  });

  it('keeps the durations of docs/rules/predictions.md#durations', () => {
    expect(byId('BTC-USD').durations).toEqual([30, 60, 120, 180, 300, 600, 900, 1_800, 3_600, 14_400, 86_400]);
    expect(byId('EUR-USD').durations[0]).toBe(60);
    expect(byId('EUR-USD').durations.at(-1)).toBe(14_400);
    expect(byId('IBM-USD').durations).toEqual([300, 600, 900, 1_800, 3_600]);
  });

  it('names every fault', () => {
    const btc = byId('BTC-USD');
    const faults = (change: Partial<Pair>) => checkPairs([...PAIRS.slice(1), { ...btc, ...change }]);
    expect(faults({ no: 2 })).toEqual(['Pairs ETH-USD and BTC-USD share the number 2.']);
    expect(faults({ recordedNames: ['ETHUSD'] }).join()).toContain('share the recorded name ETHUSD');
    expect(faults({ scale: 9 })).toEqual(['Pair BTC-USD: the precision must be from 0 to 8 digits.']);
    expect(faults({ durations: [60, 30] })).toEqual(['Pair BTC-USD: durations must ascend.']);
    expect(faults({ durations: [] }).join()).toContain('durations');
    expect(faults({ basePayoutBps: 9_600 }).join()).toContain('payout');
    expect(faults({ sources: {} }).join()).toContain('no source');
    expect(faults({ recordedNames: [] }).join()).toContain('no recorded name');
    expect(faults({ simulated: { start: '0', volatility: 1 } }).join()).toContain('no price');
    expect(faults({ simulated: { start: '1', volatility: 0 } }).join()).toContain('volatility');
    expect(faults({ quote: 'EUR' }).join()).toContain('BASE-QUOTE');
    expect(checkPairs(PAIRS.filter((pair) => pair.group !== 'comms'))).toEqual(['No pair in group comms.']);
  });
});

describe('streams', () => {
  it('number and name each kind of a pair apart', () => {
    expect(streamNo(1, 'live')).toBe(4);
    expect(streamNo(1, 'simulated')).toBe(6);
    expect(streamName('BTC-USD', 'live')).toBe('BTC-USD');
    expect(streamName('BTC-USD', 'replay')).toBe('BTC-USD#replay');
    const numbers = PAIRS.flatMap((pair) => [streamNo(pair.no, 'live'), streamNo(pair.no, 'replay')]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
