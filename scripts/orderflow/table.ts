import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { PriceScale } from '#domain/trading/book/price-scale.ts';
import type { PriceSteps } from '#domain/trading/book/price-scale.ts';

/** Rows of a CSV file, gzip or not. `header` is null where the first line is already data, as in files straight from LOBSTER. */
export interface Table {
  readonly path: string;
  readonly header: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
}

/** A gap of more steps than this between two prices starts a new run of the scale: orders far away need no levels in between. */
const GAP_STEPS = 1_024;

/** Throws where the file cannot be read or unpacked. */
export function readTable(path: string): Table {
  const bytes = readFileSync(path);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const rows = lines.map((line) => line.trim().split(','));
  const titled = rows.length > 0 && !/^-?\d/.test(rows[0]![0]!);
  const [title] = rows[0] ?? [];
  // Files put together keep their headers.
  return { path, header: titled ? rows[0]! : null, rows: titled ? rows.filter((cells) => cells[0] !== title) : rows };
}

/** The whole number that a cell says; throws for anything else. */
export function whole(text: string | undefined, where: string): number {
  const value = Number(text);
  if (text === undefined || text === '' || !Number.isSafeInteger(value))
    throw new Error(`${where}: ${text} is no number`);
  return value;
}

/** Digits after the point of a price. */
export function digitsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** A price in units of 10^-digits; throws for what is no price. */
export function priceOf(text: string | undefined, digits: number, where: string): number {
  if (text === undefined || !/^-?\d+(\.\d+)?$/.test(text)) throw new Error(`${where}: ${text} is no price`);
  const [units = '', part = ''] = text.split('.');
  return whole(`${units}${part.padEnd(digits, '0')}`, where);
}

/** The scale of just these prices: their greatest common step, in runs. */
export function scaleOf(prices: Iterable<number>): PriceScale {
  const sorted = [...new Set(prices)].toSorted((a, b) => a - b);
  if (sorted.length === 0) throw new Error('there is no price in these files');
  let step = 0;
  for (let at = 1; at < sorted.length; at += 1) step = divisor(step, sorted[at]! - sorted[at - 1]!);
  if (step === 0) step = 1;
  const runs: PriceSteps[] = [];
  let lowest = sorted[0]!;
  for (let at = 0; at < sorted.length; at += 1) {
    const price = sorted[at]!;
    const next = sorted[at + 1] ?? Infinity;
    if (next - price <= GAP_STEPS * step) continue;
    runs.push({ lowest, step, count: (price - lowest) / step + 1 });
    lowest = next;
  }
  return new PriceScale(runs);
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
