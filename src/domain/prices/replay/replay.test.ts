import { describe, expect, it } from 'vitest';
import { PAIRS } from '../pairs.ts';
import { chooseFiles, pairOfName, recordedName } from './replay.ts';
import type { RecordedFile } from './replay.ts';

const file = (path: string, rows: number): RecordedFile => ({ path, rows });

function chosenFor(pairId: string, files: readonly RecordedFile[], listed: readonly string[] = []): string | undefined {
  return chooseFiles({ files, pairs: PAIRS, listed }).chosen.get(pairId)?.path;
}

describe('recordedName', () => {
  it('reads the name, bars of a minute and perpetuals off a path', () => {
    expect(recordedName('forex/GBPUSD_1M_2026.csv.gz')).toEqual({
      name: 'GBPUSD',
      plain: false,
      minuteBars: true,
      perpetual: false,
    });
    expect(recordedName('BTCUSDT_PERP_BINANCE.csv')).toMatchObject({ name: 'BTCUSDT', perpetual: true, plain: false });
    expect(recordedName('a/b/IBM.csv.gz')).toMatchObject({ name: 'IBM', plain: true });
    expect(recordedName('README.md')).toBeNull();
    expect(recordedName('polymarket-btc-5m.jsonl.gz')).toBeNull();
  });
});

describe('pairOfName', () => {
  it.each([
    ['BTCUSD', 'BTC-USD'],
    ['BTCUSDT', 'BTC-USD'],
    ['ETHUSDT', 'ETH-USD'],
    ['DOGEUSDT', 'DOGE-USD'],
    ['ADAUSDT', 'ADA-USD'],
    ['USDJPY', 'USD-JPY'],
    ['XRPETH', 'XRP-ETH'],
    ['GBPJPY', 'GBP-JPY'],
    ['XAUUSD', 'XAU-USD'],
    ['IBM', 'IBM-USD'],
    ['WTIOIL', 'WTI-USD'],
    ['BRENTOIL', 'BRENT-USD'],
    ['GC', 'GC-USD'],
    ['GLD', 'GLD-USD'],
  ])('%s is %s', (name, id) => {
    expect(pairOfName(PAIRS, name)?.pair.id).toBe(id);
  });

  it.each(['sdn-2021-07', 'cme-ESH4-mbo-part1', 'lobster-AAPL-0930-1000', 'ZZZZZZ', 'USDT', ''])(
    '%s is unknown',
    (name) => {
      expect(pairOfName(PAIRS, name)).toBeNull();
    },
  );
});

describe('chooseFiles', () => {
  it('takes the listed file before all others, of two the first in the list', () => {
    const files = [file('c/BTCUSD.csv.gz', 9), file('c/BTCUSDT_PERP.csv.gz', 3), file('c/BTCUSD_1M.csv.gz', 2)];
    expect(chosenFor('BTC-USD', files, ['c/BTCUSD_1M.csv.gz', 'c/BTCUSDT_PERP.csv.gz'])).toBe('c/BTCUSD_1M.csv.gz');
    expect(chosenFor('BTC-USD', files, ['c/BTCUSDT_PERP.csv.gz'])).toBe('c/BTCUSDT_PERP.csv.gz');
  });

  it('takes the plain file however short, of two names the earlier in recordedNames', () => {
    const files = [file('BTCUSDT.csv.gz', 900), file('BTCUSD.csv.gz', 2), file('BTCUSD_LONG.csv.gz', 9_999)];
    expect(chosenFor('BTC-USD', files)).toBe('BTCUSD.csv.gz');
    expect(chosenFor('BTC-USD', files.slice(0, 1))).toBe('BTCUSDT.csv.gz');
  });

  it('takes the longest without _1M and _PERP, else the longest _1M, never a perpetual', () => {
    const bars = [file('ETHUSD_1M_2018.csv.gz', 10), file('ETHUSDT_1M.csv.gz', 11)];
    const perpetual = file('ETHUSDT_PERP_BINANCE.csv.gz', 99_999);
    expect(chosenFor('ETH-USD', [...bars, perpetual])).toBe('ETHUSDT_1M.csv.gz');
    expect(chosenFor('ETH-USD', [...bars, perpetual, file('ETHUSD_X.csv.gz', 1)])).toBe('ETHUSD_X.csv.gz');
    expect(chosenFor('ETH-USD', [perpetual])).toBeUndefined();
    const equal = [file('ETHUSDT_A.csv.gz', 5), file('ETHUSD_Z.csv.gz', 5)];
    expect(chosenFor('ETH-USD', equal)).toBe('ETHUSD_Z.csv.gz');
  });

  it('does not depend on the order in which the folder was read', () => {
    const files = [
      file('a/GC_TICK.csv.gz', 4),
      file('a/GC_1M.csv.gz', 40),
      file('b/GC_TICK.csv.gz', 4),
      file('a/EURUSD.csv.gz', 1),
    ];
    const forward = chooseFiles({ files, pairs: PAIRS, listed: [] });
    const backward = chooseFiles({ files: files.toReversed(), pairs: PAIRS, listed: [] });
    expect(new Map(backward.chosen)).toEqual(new Map(forward.chosen));
    expect(forward.chosen.get('GC-USD')?.path).toBe('a/GC_TICK.csv.gz');
  });

  it('says what it leaves aside and why, and which listed paths are not there', () => {
    const files = [
      file('IBM.csv.gz', 3),
      file('IBM_1M.csv.gz', 3),
      file('ofac/sdn.csv.gz', 0),
      file('BTC_PERP.csv', 1),
    ];
    const choice = chooseFiles({
      files: [...files, file('BTCUSD_PERP.csv', 1)],
      pairs: PAIRS,
      listed: ['missing/IBM.csv.gz', 'ofac/sdn.csv.gz'],
    });
    expect(choice.aside).toEqual([
      { path: 'ofac/sdn.csv.gz', reason: 'unknown_name' },
      { path: 'BTC_PERP.csv', reason: 'unknown_name' },
      { path: 'IBM_1M.csv.gz', reason: 'another_file_plays' },
      { path: 'BTCUSD_PERP.csv', reason: 'perpetual' },
    ]);
    expect(choice.unmet).toEqual(['missing/IBM.csv.gz', 'ofac/sdn.csv.gz']);
  });
});
