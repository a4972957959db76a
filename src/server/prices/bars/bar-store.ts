import type { Pool } from 'pg';
import { gatherBars, type PriceBar } from '#domain/prices/bars.ts';
import { MINUTE_MS } from '#domain/prices/calendar.ts';
import { priceTime } from '#domain/prices/ticks/tick.ts';
import { VolatilityMeter } from '#domain/prices/volatility.ts';
import type { Clock } from '#server/clock.ts';
import { BarBook, type Day } from './bar-book.ts';
import { decodeBars } from './bar-blob.ts';
import type { Volatility } from '../contract.ts';
import { barsBetween } from '../store.ts';
import type { PricePoint } from '../ticks/tick-stream.ts';
import type { Bar, BarQuery } from '../wire.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';

/** Spans of the resolutions, and the stored resolution (1 s or 1 min) they are gathered from. */
const SPANS: Readonly<Record<BarQuery['resolution'], { readonly spanMs: number; readonly baseSec: 1 | 60 }>> = {
  '1s': { spanMs: 1_000, baseSec: 1 },
  '5s': { spanMs: 5_000, baseSec: 1 },
  '15s': { spanMs: 15_000, baseSec: 1 },
  '1m': { spanMs: MINUTE_MS, baseSec: 60 },
  '5m': { spanMs: 5 * MINUTE_MS, baseSec: 60 },
  '15m': { spanMs: 15 * MINUTE_MS, baseSec: 60 },
  '1h': { spanMs: HOUR_MS, baseSec: 60 },
  '4h': { spanMs: 4 * HOUR_MS, baseSec: 60 },
  '1d': { spanMs: DAY_MS, baseSec: 60 },
};

/** Bars of one answer. */
const BARS_MAX = 2_000;
export const HISTORY_MS = 29 * DAY_MS;
export const SECOND_BARS_MS = 2 * DAY_MS;

/** A pair as the bars need it. */
interface BarSubject {
  readonly stream: number;
  readonly pair: { readonly id: string };
}

export interface BarStore {
  add(subject: BarSubject, tick: PricePoint): void;
  /** Older bars of the same stream, found in the store. */
  book(stream: number): BarBook;
  meter(stream: number): VolatilityMeter;
  /** The last 24 h of a stream; null when there is none. */
  day(stream: number): Day | null;
  now(): number;
  volatility(pairId: string): Volatility | null;
  /**
   * At most 2,000 bars that begin in [from, to), each whole, of the kind that feeds the pair now: the first of them, or the newest where
   * there is no `from`.
   */
  query(query: BarQuery): Promise<readonly Bar[]>;
}

export function createBarStore(options: {
  readonly db: Pool;
  readonly clock: Clock;
  readonly runtimes: ReadonlyMap<string, BarSubject>;
}): BarStore {
  const { db, clock, runtimes } = options;
  const books = new Map<number, BarBook>();
  const meters = new Map<number, VolatilityMeter>();
  const bookOf = (stream: number) => made(books, stream, () => new BarBook());
  const meterOf = (stream: number) => made(meters, stream, () => new VolatilityMeter());

  return {
    add(subject, tick) {
      bookOf(subject.stream).add(tick.t, tick.price);
      meterOf(subject.stream).add(priceTime(tick), tick.price);
    },
    book: bookOf,
    meter: meterOf,
    day: (stream) => bookOf(stream).day(clock.now()),
    now: () => clock.now(),
    volatility(pairId) {
      const subject = runtimes.get(pairId);
      return subject === undefined ? null : meterOf(subject.stream).read();
    },
    async query({ pair, resolution, from, to }) {
      const subject = runtimes.get(pair);
      if (subject === undefined) return [];
      const { spanMs, baseSec } = SPANS[resolution];
      const base = { db, stream: subject.stream, book: bookOf(subject.stream), baseSec };
      // A bar that begins before `to` is given whole, whatever of it lies behind.
      const span = { spanMs, to: nextBar(to ?? clock.now() + 1, spanMs), oldest: clock.now() - HISTORY_MS };
      return from === null ? newestBars(base, span) : firstBars(base, { ...span, from });
    },
  };
}

interface Base {
  readonly db: Pool;
  readonly stream: number;
  readonly book: BarBook;
  readonly baseSec: 1 | 60;
}

/** What is asked for: whole ms, `to` exclusive and where a bar begins; nothing before `oldest`. */
interface Span {
  readonly spanMs: number;
  readonly to: number;
  readonly oldest: number;
}

async function newestBars(base: Base, { spanMs, to, oldest }: Span): Promise<readonly Bar[]> {
  const from = thisBar(Math.max(to - reachOf(spanMs, base.baseSec), oldest), spanMs);
  return gatherBars(await baseBars(base, { from, to }), spanMs).slice(-BARS_MAX);
}

/** The first bars that begin at `from` or later: however long a hole is, what comes behind it is found. */
async function firstBars(
  base: Base,
  { spanMs, from, to, oldest }: Span & { readonly from: number },
): Promise<readonly Bar[]> {
  // Reaches are whole bars: no bar is cut in two.
  const reach = reachOf(spanMs, base.baseSec);
  let bars: readonly PriceBar[] = [];
  for (let at = nextBar(Math.max(from, oldest), spanMs); at < to && bars.length < BARS_MAX; at += reach) {
    bars = [...bars, ...gatherBars(await baseBars(base, { from: at, to: Math.min(to, at + reach) }), spanMs)];
  }
  return bars.slice(0, BARS_MAX);
}

/** Start of the bar at `t`: a first bar is given whole, its older part belongs to it. */
function thisBar(t: number, spanMs: number): number {
  return Math.floor(t / spanMs) * spanMs;
}

/** Start of the first bar that begins at `t` or later. */
function nextBar(t: number, spanMs: number): number {
  return Math.ceil(t / spanMs) * spanMs;
}

/** How far 2,000 bars may reach: nights and week-ends leave holes, so three times the plain span and three days. */
function reachOf(spanMs: number, baseSec: number): number {
  const reach = 3 * BARS_MAX * spanMs + 3 * DAY_MS;
  return Math.min(reach, baseSec === 1 ? SECOND_BARS_MS : HISTORY_MS);
}

async function baseBars(
  { db, stream, book, baseSec }: Base,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly PriceBar[]> {
  const inside = (bar: PriceBar) => bar.time >= from && bar.time < to;
  const ring = baseSec === 1 ? book.seconds : book.minutes;
  const memory = ring.list(from).filter(inside);
  const memoryFrom = ring.firstTime() ?? to;
  if (memoryFrom <= from) return memory;
  const rows = await barsBetween(db, { streams: [stream], seconds: baseSec, from, to: Math.min(to, memoryFrom) });
  const stored = rows.flatMap((row) => decodeBars(row.bytes)).filter((bar) => inside(bar) && bar.time < memoryFrom);
  return [...stored, ...memory];
}

function made<T>(map: Map<number, T>, key: number, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const fresh = make();
  map.set(key, fresh);
  return fresh;
}
