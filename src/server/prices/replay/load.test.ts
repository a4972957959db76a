import fc from 'fast-check';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAIRS } from '#domain/prices/pairs.ts';
import type { Pair } from '#domain/prices/pair.ts';
import { loadRecording, parseRows, RecordingError } from './load.ts';
import { countRows, scanFolder } from './scan.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'rows-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function pairOf(id: string): Pair {
  const pair = PAIRS.find((one) => one.id === id);
  if (pair === undefined) throw new Error(id);
  return pair;
}

const write = (name: string, text: string): string => {
  const file = path.join(dir, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, name.endsWith('.gz') ? gzipSync(text) : text);
  return file;
};

describe('parseRows', () => {
  it('reads times and prices as they stand, whatever follows them', () => {
    const text = 'ts_ms,price,size\r\n1,0.5,7\r\n1,2.345,\r\n2,1e-1\r\n\r\n';
    expect(parseRows(text, 2)).toEqual({ ts: Float64Array.of(1, 1, 2), price: Float64Array.of(50, 235, 10) });
    expect(parseRows('ts_ms,price\n7,1', 0)).toEqual({ ts: Float64Array.of(7), price: Float64Array.of(1) });
  });

  it('rounds half away from zero on the digits', () => {
    const cents = fc.integer({ min: 1, max: 1e9 });
    const digits = fc.integer({ min: 0, max: 999_999 }).map((tail) => String(tail).padStart(6, '0'));
    fc.assert(
      fc.property(cents, digits, (units, tail) => {
        const price = `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}${tail}`;
        const expected = units + (Number(tail) >= 500_000 ? 1 : 0);
        expect(parseRows(`ts_ms,price\n1,${price}\n`, 2).price[0]).toBe(expected);
      }),
    );
  });

  it.each([
    ['no header', '1,2\n3,4\n'],
    ['another header', 'time,price\n1,2\n'],
    ['nothing', ''],
    ['a row without a price', 'ts_ms,price\n1\n'],
    ['a price that is none', 'ts_ms,price\n1,abc\n'],
    ['a time that is none', 'ts_ms,price\nabc,1\n'],
    ['a part of a ms', 'ts_ms,price\n1.5,1\n'],
    ['a hole', 'ts_ms,price\n1,1\n\n2,1\n'],
    ['time that goes back', 'ts_ms,price\n2,1\n1,1\n'],
  ])('refuses %s', (_, text) => {
    expect(() => parseRows(text, 2)).toThrow(RecordingError);
  });
});

describe('loadRecording', () => {
  const saturday = Date.UTC(2014, 4, 3, 12);
  const monday = Date.UTC(2014, 4, 5, 12);

  it('begins with the first row inside market hours', async () => {
    const rows = [saturday, saturday + 1, monday, monday + 1].map((ts) => `${ts},1.5`);
    const file = write('EURUSD.csv.gz', ['ts_ms,price', ...rows].join('\n'));
    expect((await loadRecording(file, pairOf('EUR-USD'))).first).toBe(2);
    const crypto = write('BTCUSD.csv', ['ts_ms,price', ...rows].join('\n'));
    expect((await loadRecording(crypto, pairOf('BTC-USD'))).first).toBe(0);
  });

  it('refuses a file without a row inside market hours, and one that cannot be unpacked', async () => {
    const closed = write('EURUSD.csv', `ts_ms,price\n${saturday},1\n`);
    await expect(loadRecording(closed, pairOf('EUR-USD'))).rejects.toThrow('market hours');
    const torn = path.join(dir, 'BTCUSD.csv.gz');
    writeFileSync(torn, gzipSync('ts_ms,price\n1,1\n').subarray(0, 12));
    await expect(loadRecording(torn, pairOf('BTC-USD'))).rejects.toThrow(RecordingError);
  });
});

describe('scanning a folder', () => {
  it('counts data rows, with or without a last line end', async () => {
    expect(await countRows(write('a.csv', 'ts_ms,price\n1,1\n2,2\n'))).toBe(2);
    expect(await countRows(write('b.csv.gz', 'ts_ms,price\n1,1\n2,2'))).toBe(2);
    expect(await countRows(write('c.csv', 'ts_ms,price\n'))).toBe(0);
    expect(await countRows(write('d.csv', ''))).toBe(0);
    const many = Array.from({ length: 200_000 }, (_, at) => `${at},1`);
    expect(await countRows(write('e.csv.gz', ['ts_ms,price', ...many].join('\n')))).toBe(200_000);
    writeFileSync(path.join(dir, 'f.csv.gz'), 'no gzip');
    expect(await countRows(path.join(dir, 'f.csv.gz'))).toBe(0);
  });

  it('walks all folders, in one order, and opens only names that a pair has', async () => {
    write('z/deep/er/BTCUSD.csv.gz', 'ts_ms,price\n1,1\n');
    write('a/IBM_1M.csv', 'ts_ms,price\n1,1\n2,2\n');
    write('a/unknown-thing.csv', 'x\n1\n2\n');
    write('a/notes.md', 'x\n');
    expect(await scanFolder(dir, PAIRS)).toEqual([
      { path: 'a/IBM_1M.csv', rows: 2 },
      { path: 'a/unknown-thing.csv', rows: 0 },
      { path: 'z/deep/er/BTCUSD.csv.gz', rows: 1 },
    ]);
  });

  it('rejects when there is no such folder', async () => {
    await expect(scanFolder(path.join(dir, 'none'), PAIRS)).rejects.toThrow('none');
  });
});
