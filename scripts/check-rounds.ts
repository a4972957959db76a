/**
 * Settles recorded up-or-down markets by the rule of our rounds and compares the winners: `npm run check:rounds -- MARKETS PRICES`.
 * MARKETS: one JSON object a line with start_ms, end_ms and winner (Up, Down); PRICES: CSV with the columns ts_ms and price.
 * Both may be gzip. Those markets compare two single prices and an equal one counts as Up: an average over the one millisecond that
 * begins at start_ms or end_ms is the price that stands exactly there. A market without a row at both times is left out.
 * Exit code 1 on a difference, 2 where the files cannot be read or no market could be compared.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { priceFromText } from '#domain/prices/price-text.ts';
import { endStateOf } from '#domain/trading/rounds/end-average.ts';
import type { EndState, PriceTick } from '#domain/trading/rounds/end-average.ts';
import { judgeRound } from '#domain/trading/rounds/outcome.ts';

interface RecordedMarket {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly winner: string;
}

/** Digits that are read of a price: 15 to 16 in all are exact. */
const SCALE = 10;
/** Length of the averaging window of a single price, ms. */
const INSTANT_MS = 1;

function textOf(path: string): string {
  const bytes = readFileSync(path);
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}

function linesOf(path: string): string[] {
  return textOf(path)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function readMarkets(path: string): RecordedMarket[] {
  return linesOf(path).map((line, index) => {
    const said = JSON.parse(line) as Record<string, unknown>;
    const { slug, start_ms: startMs, end_ms: endMs, winner } = said;
    if (typeof startMs !== 'number' || typeof endMs !== 'number' || typeof winner !== 'string') {
      throw new Error(`${path}, line ${index + 1}: start_ms, end_ms or winner is missing`);
    }
    return { name: typeof slug === 'string' ? slug : `line ${index + 1}`, startMs, endMs, winner };
  });
}

function readPrices(path: string): PriceTick[] {
  const [header = '', ...rows] = linesOf(path);
  const columns = header.split(',');
  const [time, value] = [columns.indexOf('ts_ms'), columns.indexOf('price')];
  if (time < 0 || value < 0) throw new Error(`${path}: the first line must name the columns ts_ms and price`);
  const ticks = rows.map((row, index) => {
    const cells = row.split(',');
    const t = Number(cells[time]);
    const price = priceFromText(cells[value] ?? '', SCALE);
    if (!Number.isSafeInteger(t) || price === null)
      throw new Error(`${path}, line ${index + 2}: not a time and a price`);
    return { t, tSource: t, price, flags: 0 };
  });
  return ticks.sort((a, b) => a.t - b.t).map((tick, index) => ({ seq: index + 1, ...tick }));
}

/** Index of the first tick after `t`. */
function indexAfter(ticks: readonly PriceTick[], t: number): number {
  let [low, high] = [0, ticks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ticks[middle]!.t > t) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The price that stands exactly at `t`, as the end of a round; null without a row at that time. */
function endAt(ticks: readonly PriceTick[], t: number): EndState | null {
  const next = indexAfter(ticks, t);
  const standing = ticks[next - 1];
  if (standing?.t !== t) return null;
  // The last row of a file has no follower to prove it; it stands all the same.
  const follower = ticks[next] ?? { ...standing, seq: standing.seq + 1, t: t + INSTANT_MS };
  const run = [standing, { ...follower, t: Math.min(follower.t, t + INSTANT_MS) }];
  return endStateOf({ endMs: t + INSTANT_MS, averagingMs: INSTANT_MS, staleAfterMs: INSTANT_MS }, run);
}

function winnerOf(market: RecordedMarket, ticks: readonly PriceTick[]): 'Up' | 'Down' | null {
  const start = endAt(ticks, market.startMs);
  const end = endAt(ticks, market.endMs);
  if (start === null || end === null) return null;
  const verdict = judgeRound({ start, end, broken: null, wrongAt: null });
  if (verdict === null || verdict.outcome === 'VOID') throw new Error(`${market.name}: no result`);
  return verdict.outcome === 'DOWN' ? 'Down' : 'Up';
}

function main(paths: readonly string[]): number {
  const [marketsPath, pricesPath] = paths;
  if (marketsPath === undefined || pricesPath === undefined || paths.length > 2) {
    console.error('Usage: npm run check:rounds -- MARKETS PRICES');
    return 2;
  }
  const markets = readMarkets(marketsPath);
  const ticks = readPrices(pricesPath);
  let compared = 0;
  let differ = 0;
  for (const market of markets) {
    const ours = winnerOf(market, ticks);
    if (ours === null) continue;
    compared += 1;
    if (ours.toLowerCase() === market.winner.toLowerCase()) continue;
    differ += 1;
    console.log(`${market.name}: recorded ${market.winner}, by our rule ${ours}`);
  }
  console.log(`${markets.length} markets, ${markets.length - compared} without a price at both times`);
  console.log(`${compared} compared, ${differ} differ`);
  if (compared === 0) throw new Error('Nothing was compared: no market has a price at both of its times.');
  return differ === 0 ? 0 : 1;
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
