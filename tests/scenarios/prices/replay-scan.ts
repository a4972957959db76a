import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * The scan of docs/rules/feeds.md#naive-scan, written from the page alone: it shares no code with the product, reads a file as text and finds
 * entry and exit by looking at every row.
 */
export interface ScanRow {
  readonly row: number;
  readonly ts: number;
  readonly price: number;
}

export interface ScanFeed {
  readonly anchor: number;
  readonly firstTs: number;
  readonly speed: number;
}

/** Rows of a `ts_ms,price` file; `price` rounded half away from zero to `scale` digits, as an integer. */
export function scanRows(file: string, scale: number): ScanRow[] {
  const bytes = readFileSync(file);
  const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trim().split('\n');
  return lines.slice(1).map((line, index) => {
    const [ts = '', price = ''] = line.trim().split(',');
    return { row: index + 1, ts: Number(ts), price: roundedPrice(price, scale) };
  });
}

/** One digit more than wanted is kept, then 5 and above goes up: prices are positive here. */
function roundedPrice(text: string, scale: number): number {
  const [whole = '0', fraction = ''] = text.split('.');
  const oneMore = BigInt(whole + fraction.padEnd(scale + 1, '0').slice(0, scale + 1));
  return Number((oneMore + 5n) / 10n);
}

const tickTime = (feed: ScanFeed, ts: number): number => feed.anchor + Math.floor((ts - feed.firstTs) / feed.speed);

/** First row with t_i >= admittedAt + delta. */
export function scanEntry(rows: readonly ScanRow[], feed: ScanFeed, from: number): ScanRow | null {
  return rows.find((row) => row.ts >= feed.firstTs && tickTime(feed, row.ts) >= from) ?? null;
}

/** Last row with t_i <= entry time + duration. */
export function scanExit(rows: readonly ScanRow[], feed: ScanFeed, until: number): ScanRow | null {
  return rows.findLast((row) => row.ts >= feed.firstTs && tickTime(feed, row.ts) <= until) ?? null;
}

/** What must come of a prediction, and why; found by the rows alone (docs/rules/settlement.md with S and W of docs/rules/feeds.md#replay-time). */
export type ScanVerdict =
  | { readonly settled: true; readonly entry: ScanRow; readonly exit: ScanRow }
  | { readonly settled: false; readonly reason: 'NO_ENTRY' | 'STALE_EXIT' };

export function scanVerdict(
  rows: readonly ScanRow[],
  feed: ScanFeed,
  asked: { admittedAt: number; durationMs: number; staleAfterMs: number; maxEntryWaitMs: number },
): ScanVerdict {
  const entry = scanEntry(rows, feed, asked.admittedAt + 500);
  if (entry === null) return { settled: false, reason: 'NO_ENTRY' };
  const entered = tickTime(feed, entry.ts);
  if (entered > asked.admittedAt + asked.maxEntryWaitMs) return { settled: false, reason: 'NO_ENTRY' };
  const expires = entered + asked.durationMs;
  const exit = scanExit(rows, feed, expires);
  if (exit === null) throw new Error('an entry is its own exit at the least');
  const standing = tickTime(feed, exit.ts);
  const next = rows[exit.row];
  if (next === undefined || expires - standing > asked.staleAfterMs) return { settled: false, reason: 'STALE_EXIT' };
  const lastBeat = standing + Math.floor(asked.staleAfterMs / 1_000) * 1_000;
  const hole = tickTime(feed, next.ts) - standing > asked.staleAfterMs;
  return hole && expires >= lastBeat ? { settled: false, reason: 'STALE_EXIT' } : { settled: true, entry, exit };
}

/** The folder of recorded prices, or null: tests on it are skipped with a message. Throws when RECORDED_DIR names nothing. */
export function recordedDir(): string | null {
  const named = process.env['RECORDED_DIR'];
  const dir = path.resolve(named ?? path.join(import.meta.dirname, '../../../shared/recorded'));
  if (existsSync(dir)) return dir;
  if (named !== undefined) throw new Error(`RECORDED_DIR is ${named}, which is not there.`);
  console.warn('No recorded prices: set RECORDED_DIR to test on them.');
  return null;
}
