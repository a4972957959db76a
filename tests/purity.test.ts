import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, treeFiles } from './tree.ts';

/** What a rule of the domain must never ask the world for (R-25), as somebody might write it. */
const PLANTED: Readonly<Record<string, string>> = {
  'the clock': 'export const at = Date.now();',
  'a date': 'export const at = new Date(0);',
  chance: 'export const n = Math.random();',
  'a float from text': "export const n = parseFloat('1.5');",
  'the process': 'export const e = process.env;',
  'a timer': 'setTimeout(() => undefined, 1);',
  'an interval': 'setInterval(() => undefined, 1);',
  'the monotonic clock': 'export const t = performance.now();',
  randomness: 'export const id = crypto.randomUUID();',
  'a file': "import { readFileSync } from 'node:fs';\nexport const f = readFileSync;",
  'the network': "export const f = fetch('http://localhost');",
};
const HARMLESS = 'export const half = (n: bigint): bigint => n / 2n;';

/** Files that turn digits or a `bigint` into a number, and what it is by then (docs/decisions/0055-where-a-number-is-made.md). */
const MAKES_NUMBERS: Readonly<Record<string, string>> = {
  'identity/telegram.ts': 'a time of at most 12 digits',
  'prices/price-text.ts': 'an exponent and the digits of a price',
  'prices/quote-columns.ts': 'a message number and the digits of a price',
  'prices/ticks/tick-hours.ts': 'an hour of two digits',
  'proofs/tick-record.ts': 'times and prices of 64 bits that were written as numbers',
  'settings/settings.ts': 'settings that are lengths of time or counts, each with bounds far below 2^53',
  'support/split.ts': 'numbers of the messages of a ticket, of four digits',
  'trading/crowd.ts': 'a share of stakes in millionths',
  'trading/maker/event-quotes.ts': 'how many lots a loss cap is worth',
  'trading/maker/fair.ts': 'how far an average of prices lies from the last one',
  'trading/maker/quotes.ts': 'lots that a budget covers',
  'trading/orders/affected-accounts.ts': 'lots that an amount covers',
  'trading/orders/linked.ts': 'cents of a price',
  'trading/orders/matching.ts': 'lots that cash covers',
  'trading/orders/share-money.ts': 'lots that money covers',
  'trading/rounds/end-average.ts': 'a mean price',
  'trading/rounds/void-value.ts': 'a mean price',
  'verification/age.ts': 'years, months and days of a date',
  'verification/screening/births.ts': 'years of four digits',
};

let folder: string;

/** A tree of its own with the real lint rules and the real settings of the room, so that nothing is planted in ours. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tikvo-purity-'));
  mkdirSync(join(folder, 'src/domain'), { recursive: true });
  const lint = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8')) as object;
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify({ ...lint, options: {} }));
  writeFileSync(join(folder, 'tsconfig.base.json'), readFileSync(join(ROOT, 'tsconfig.base.json')));
  writeFileSync(join(folder, 'src/domain/tsconfig.json'), readFileSync(join(ROOT, 'src/domain/tsconfig.json')));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(tool: string, args: readonly string[]): { readonly ok: boolean; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'node_modules', tool), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { ok: status === 0, said: stdout + stderr };
}

/** The rules that let the code pass: the types are asked only where the lint has nothing to say, for they are slow. */
function judge(code: string): { readonly passes: boolean; readonly said: string } {
  writeFileSync(join(folder, 'src/domain/planted.ts'), `${code}\n`);
  const lint = run('oxlint/bin/oxlint', ['src']);
  if (!lint.ok) return { passes: false, said: lint.said };
  const types = run('typescript/bin/tsc', ['-p', 'src/domain', '--incremental', 'false']);
  return { passes: types.ok, said: types.said };
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

describe('the purity of the domain', () => {
  it('lets a pure rule pass, so that a refusal below means something', () => {
    const { passes, said } = judge(HARMLESS);
    expect(passes, said).toBe(true);
  });

  it.each(Object.entries(PLANTED))('is guarded against %s', (_what, code) => {
    const { passes, said } = judge(code);
    expect(passes, said).toBe(false);
    expect(said).toContain('planted.ts');
  });

  it('holds in every file of the room', () => {
    const files = treeFiles().filter(
      (file) => /^src\/domain\/.*\.ts$/.test(file.path) && !file.path.endsWith('.test.ts'),
    );
    expect(files.length).toBeGreaterThan(20);
    const impure =
      /\bDate\b\s*[.(]|new Date\b|Math\.random|\bparseFloat\b|\bprocess\.|\bset(?:Timeout|Interval)\b|performance\.now|from 'node:/;
    expect(files.filter((file) => impure.test(withoutComments(file.text))).map((file) => file.path)).toEqual([]);
    expect(Object.values(PLANTED).filter((code) => impure.test(code)).length).toBeGreaterThan(7);
  });

  it('makes numbers of digits and of whole numbers only where that is said', () => {
    const makes = treeFiles()
      .filter(({ path }) => /^src\/domain\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
      .filter(({ text }) => /\bNumber\(|\.map\(Number\)/.test(withoutComments(text)))
      .map(({ path }) => path.slice('src/domain/'.length));
    expect(makes.toSorted()).toEqual(Object.keys(MAKES_NUMBERS).toSorted());
  });
});
