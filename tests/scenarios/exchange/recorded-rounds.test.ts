import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#tests/tree.ts';
import { recordedDir } from '../prices/replay-scan.ts';

const dir = recordedDir();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tikvo-rounds-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function check(...paths: string[]): { readonly code: number | null; readonly lines: string[]; readonly said?: string } {
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsx, 'scripts/check-rounds.ts', ...paths], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { code: status, lines: stdout.trim().split('\n'), ...(stderr === '' ? {} : { said: stderr.trim() }) };
}

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

function marketsOf(...rows: readonly (readonly [start: number, end: number, winner: string])[]): string {
  return rows.map(([start_ms, end_ms, winner]) => JSON.stringify({ start_ms, end_ms, winner })).join('\n');
}

describe('check:rounds', () => {
  const prices = 'ts_ms,price,size\n1000,5.10,1\n2000,5.20,1\n2000,5.10,1\n2500,9,1\n3000,5.09,1\n';

  it.skipIf(dir === null)('finds the winner of each recorded market that its prices can settle', () => {
    const markets = join(dir!, 'events/polymarket-btc-5m.jsonl.gz');
    expect(check(markets, join(dir!, 'crypto/BTCUSD.csv.gz'))).toEqual({
      code: 0,
      lines: ['120 markets, 11 without a price at both times', '109 compared, 0 differ'],
    });
  });

  it('takes the last price of a time, and calls equal prices Up', () => {
    const markets = written(
      'equal.jsonl.gz',
      marketsOf([1_000, 2_000, 'Up'], [2_000, 3_000, 'Down'], [1_000, 2_001, 'Up']),
    );
    expect(check(markets, written('prices.csv', prices))).toEqual({
      code: 0,
      lines: ['3 markets, 1 without a price at both times', '2 compared, 0 differ'],
    });
  });

  it('names a difference and ends with 1', () => {
    const markets = written('wrong.jsonl', marketsOf([1_000, 2_000, 'Down'], [2_000, 3_000, 'Down']));
    const { code, lines } = check(markets, written('prices.csv.gz', prices));
    expect([code, lines[0], lines.at(-1)]).toEqual([
      1,
      'line 1: recorded Down, by our rule Up',
      '2 compared, 1 differ',
    ]);
  });

  it.each([
    ['no markets', ''],
    ['no market at the times of the prices', marketsOf([1_001, 2_001, 'Up'])],
  ])('ends with 2 where nothing was compared: %s', (_, markets) => {
    const { code, lines, said } = check(written('nothing.jsonl', markets), written('prices.csv', prices));
    expect([code, lines.at(-1), said]).toEqual([
      2,
      '0 compared, 0 differ',
      'Nothing was compared: no market has a price at both of its times.',
    ]);
  });

  it('ends with 2 on a file that it cannot read', () => {
    expect(check(written('empty.jsonl', '{}'), written('p.csv', prices)).code).toBe(2);
    expect(check(written('one.jsonl', marketsOf([1, 2, 'Up']))).code).toBe(2);
  });
});
