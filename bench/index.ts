/** `npm run bench [part …]`: measures ours against a baseline in the same run; prints a table with the floors, writes JSON; `--strict` fails below a floor. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { reaches } from './row.ts';
import type { Row } from './row.ts';

/** In the order of the table. */
const PARTS = [
  'fsync',
  'start',
  'restart',
  'engine',
  'settlement',
  'life',
  'facts',
  'proofs',
  'receipts',
  'receipt-hours',
  'book',
  'events',
  'ticks',
  'sockets',
  'crowd',
  'audit',
  'jobs',
  'pages',
  'sign-in',
  'cashier',
];
const RESULTS = new URL('./results/', import.meta.url);

interface Part {
  run(): Promise<Row[]>;
}

const figure = (value: number | null) =>
  value === null ? '-' : value.toLocaleString('en', { maximumSignificantDigits: value < 1000 ? 3 : 5 });
const verdict = (row: Row) => {
  const reached = reaches(row);
  return reached === null ? '' : `${reached ? 'ok' : 'MISSED'} (${row.better === 'higher' ? '>=' : '<='} ${row.floor})`;
};
const HEAD = ['figure', 'ours', 'baseline', 'ratio', 'unit', 'floor'];
/** Wide enough for nearly all, so that the tables of the parts stand under each other. */
const WIDTHS = [46, 8, 8, 7, 12, 0];
/** Each part is told as soon as it is measured: a run that is cut has said what it knows. */
function tell(lines: readonly (readonly string[])[]): void {
  for (const line of lines)
    process.stdout.write(`${line.map((cell, column) => cell.padEnd(WIDTHS[column] ?? 0)).join('  ')}\n`);
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const parts = PARTS.filter((part) => asked.length === 0 || asked.includes(part));
const rows: (Row & { part: string })[] = [];
tell([HEAD]);
for (const part of parts) {
  const file = new URL(`./${part}.ts`, import.meta.url);
  if (!existsSync(file)) throw new Error(`no such part of the bench: ${part}`);
  process.stderr.write(`${part}…\n`);
  const module = (await import(file.href)) as Part;
  const measured = await module.run();
  rows.push(...measured.map((row) => ({ part, ...row })));
  tell(
    measured.map((row) => [
      row.name,
      figure(row.ours),
      figure(row.baseline),
      figure(row.ratio),
      row.unit,
      verdict(row),
    ]),
  );
}

mkdirSync(RESULTS, { recursive: true });
const at = new Date().toISOString();
const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model ?? '',
  platform: platform(),
  arch: arch(),
  node: process.version,
};
const json = new URL(`${at.replaceAll(':', '-')}.json`, RESULTS);
writeFileSync(json, `${JSON.stringify({ at, machine, rows }, null, 2)}\n`);
process.stdout.write(`written to bench/results/${json.pathname.split('/').at(-1)}\n`);
// A figure is not a test: a noisy machine must not fail a run that asked for no verdict.
if (process.argv.includes('--strict') && rows.some((row) => reaches(row) === false)) process.exitCode = 1;
