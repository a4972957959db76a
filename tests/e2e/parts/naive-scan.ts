import { readFile } from 'node:fs/promises';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PairWire, PredictionWire } from '#protocol/trading.ts';

/** Written from the rules of replaying alone: nothing of the product's own settlement is used here. */
interface Row {
  readonly row: number;
  readonly ts: number;
  readonly price: string;
}

/** The data rows of a recording, from 1, in file order. */
export async function readRows(folder: string, file: string): Promise<readonly Row[]> {
  const all = await readdir(folder, { recursive: true });
  const name = all.find((one) => one === file || one.endsWith(`/${file}`));
  if (name === undefined) throw new Error(`no recording ${file}`);
  const lines = gunzipSync(await readFile(join(folder, name)))
    .toString('utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '');
  return lines.map((line, index) => {
    const [ts = '', price = ''] = line.split(',');
    return { row: index + 1, ts: Number(ts), price };
  });
}

/** Decimal text rounded half away from zero to so many digits, as an integer of 10^-digits. */
export function rounded(price: string, digits: number): bigint {
  const [whole = '0', fraction = ''] = price.replace('-', '').split('.');
  const kept = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  const size = (fraction[digits] ?? '0') >= '5' ? kept + 1n : kept;
  return price.startsWith('-') ? -size : size;
}

export interface Expected {
  readonly entry: Row;
  readonly exit: Row;
  readonly outcome: 'WIN' | 'LOSE' | 'TIE';
}

/** Entry and exit of a prediction by a scan of the file, row after row. */
export function scan(rows: readonly Row[], pair: PairWire, prediction: PredictionWire): Expected {
  const { anchor, firstTs, speed = 1 } = pair.feed;
  if (anchor === undefined || firstTs === undefined) throw new Error('not a replay');
  const timeOf = (row: Row) => anchor + Math.floor((row.ts - firstTs) / speed);
  const due = Date.parse(prediction.admittedAt) + 500;
  const played = rows.filter((row) => row.ts >= firstTs);
  const entry = played.find((row) => timeOf(row) >= due);
  if (entry === undefined) throw new Error('no entry row');
  const end = timeOf(entry) + prediction.durationSec * 1000;
  const exit = played.findLast((row) => timeOf(row) <= end);
  if (exit === undefined) throw new Error('no exit row');
  const [from, to] = [rounded(entry.price, pair.precision), rounded(exit.price, pair.precision)];
  const right = prediction.direction === 'UP' ? to > from : to < from;
  return { entry, exit, outcome: from === to ? 'TIE' : right ? 'WIN' : 'LOSE' };
}
