import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isOpen } from '#domain/prices/hours.ts';
import { priceFromText } from '#domain/prices/price-text.ts';
import type { Pair } from '#domain/prices/pair.ts';
import type { Recording } from '#domain/prices/replay/replay-queue.ts';

/** Why a chosen file cannot be played: one sentence for the log. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

const unpack = promisify(gunzip);

/**
 * Reads a price file into typed arrays: recorded ms and prices of 10^-scale, rounded half away from zero.
 * Throws RecordingError where a row is not `ts_ms,price`, where time goes back, or where no row lies inside market hours.
 */
export async function loadRecording(file: string, pair: Pair): Promise<Recording> {
  const rows = parseRows(await readText(file), pair.scale);
  const first = rows.ts.findIndex((ts) => isOpen(pair.hours, ts));
  if (first < 0) throw new RecordingError('It has no row inside market hours.');
  return { ...rows, first };
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file);
  if (!file.endsWith('.gz')) return bytes.toString('latin1');
  const unpacked = await unpack(bytes).catch((cause: unknown) => {
    throw new RecordingError('It cannot be unpacked.', { cause });
  });
  return unpacked.toString('latin1');
}

/** The rows of CSV text with a header of `ts_ms,price`; further columns are left. */
export function parseRows(text: string, scale: number): { ts: Float64Array; price: Float64Array } {
  const headerEnd = text.indexOf('\n');
  const header = text.slice(0, Math.max(0, headerEnd)).trimEnd().split(',');
  if (header[0] !== 'ts_ms' || header[1] !== 'price') throw new RecordingError('Its header is not `ts_ms,price`.');
  const ts: number[] = [];
  const price: number[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (let start = headerEnd + 1; start < text.length;) {
    const newLine = text.indexOf('\n', start);
    const end = newLine < 0 ? text.length : newLine;
    const line = text.slice(start, end);
    if (end >= text.length - 1 && line.trim() === '') break;
    const row = parseRow(line, scale);
    if (row === null) throw new RecordingError(`Its data row ${ts.length + 1} is not a time and a price.`);
    if (row.ts < before) throw new RecordingError(`Its time goes back at data row ${ts.length + 1}.`);
    before = row.ts;
    ts.push(row.ts);
    price.push(row.price);
    start = end + 1;
  }
  return { ts: Float64Array.from(ts), price: Float64Array.from(price) };
}

function parseRow(line: string, scale: number): { ts: number; price: number } | null {
  const comma = line.indexOf(',');
  if (comma <= 0) return null;
  const next = line.indexOf(',', comma + 1);
  const ts = Number(line.slice(0, comma));
  const price = priceFromText(line.slice(comma + 1, next < 0 ? undefined : next).trimEnd(), scale);
  return Number.isSafeInteger(ts) && price !== null ? { ts, price } : null;
}
