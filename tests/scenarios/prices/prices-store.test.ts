import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/prices/calendar.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { leafHash, merkleRoot } from '#domain/proofs/merkle.ts';
import { createBarStore } from '#server/prices/bars/bar-store.ts';
import { barBlob, decodeBars } from '#server/prices/bars/bar-blob.ts';
import { sealFinished } from '#server/prices/ticks/sealer.ts';
import { endOfBlob, unpackBlob } from '#server/prices/ticks/segment.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { barsBetween, blobsAbove, insertBars, purge } from '#server/prices/store.ts';
import { TickStream } from '#server/prices/ticks/tick-stream.ts';
import type { BarQuery } from '#server/prices/wire.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { until } from '#tests/http-calls.ts';
import { freshDir, HandClock, pricesWorld } from './prices-world.ts';

const T0 = Date.UTC(2026, 10, 18, 15, 0, 0);
const BTC_LIVE = 4;

let database: TestDatabase;
let place: ReturnType<typeof freshDir>;
beforeEach(async () => {
  database = await testDatabase();
  place = freshDir();
  await database.pool.query("INSERT INTO tick_stream VALUES (4, 'BTC-USD', 'live', 'BTC-USD', $1, sha256('genesis'))", [
    T0,
  ]);
});
afterEach(async () => {
  await database.drop();
  place.remove();
});

function stream(): TickStream {
  const pair = PAIRS[0];
  if (pair === undefined) throw new Error('no pair');
  return new TickStream({ pair, kind: 'live', dir: join(place.dir, 'ticks') });
}

/** An hour of five venues that jitter, with ids, and a heartbeat here and there. */
function fill(chain: TickStream, count: number): Tick[] {
  const venues = ['binance', 'bybit', 'coinbase', 'kraken', 'okx'];
  return Array.from({ length: count }, (_, i) => {
    const t = T0 + i * 1_000;
    const heartbeat = i % 7 === 6;
    const price = 9_100_000 + ((i - (heartbeat ? 1 : 0)) % 11);
    const quotes = heartbeat
      ? []
      : venues.map((src, k) => ({
          src,
          price: (91_000 + ((i * (k + 1)) % 13) / 100).toFixed(k + 1),
          t: t - 10 * k - (i % 5),
          id: k === 0 ? null : k === 1 ? `x-${i}` : String(7_000_000 + i * k),
        }));
    const flags = heartbeat ? 8 : 0;
    return chain.append({ t, tSource: t - 20, price, flags, sources: 5, mad: i % 4, quotes, recorded: null });
  });
}

const plain = (ticks: readonly Tick[]) =>
  ticks.map(({ record, head, ...rest }) => [
    rest,
    Buffer.from(record).toString('hex'),
    Buffer.from(head).toString('hex'),
  ]);

describe('sealed segments', () => {
  it('rebuild the records and heads of many-source ticks, and the root over them', async () => {
    const chain = stream();
    chain.recover({ lastSeq: 0, headAfter: sha256(Buffer.from('genesis')), last: null }, () => undefined);
    const ticks = fill(chain, 600);
    const done = await sealFinished(database.pool, [chain], T0 + 3_700_000);
    expect(done).toMatchObject({ segments: 1, ticks: 600 });
    const [blob] = await blobsAbove(database.pool, BTC_LIVE, { seq: 0, since: null });
    if (blob === undefined) throw new Error('nothing sealed');
    expect(plain(unpackBlob(blob, 2))).toEqual(plain(ticks));
    const root = merkleRoot(
      sha256,
      ticks.map((tick) => leafHash(sha256, tick.record)),
    );
    expect(Buffer.compare(root, blob.root)).toBe(0);
    expect(Buffer.compare(sha256(blob.bytes), blob.fileSha256)).toBe(0);
    expect(blob).toMatchObject({ firstSeq: 1, lastSeq: 600, lastT: ticks.at(-1)?.t });
    expect(blob.returnCount).toBeGreaterThan(590);
    chain.close();
  });

  it('that cannot be stored keep no other stream from it', async () => {
    const [, eth] = PAIRS;
    if (eth === undefined) throw new Error('no pair');
    // No row of tick_stream names it: the database refuses its blob.
    const refused = new TickStream({ pair: eth, kind: 'live', dir: join(place.dir, 'ticks') });
    const chain = stream();
    for (const one of [refused, chain]) {
      one.recover({ lastSeq: 0, headAfter: sha256(Buffer.from('genesis')), last: null }, () => undefined);
      fill(one, 20);
    }
    await expect(sealFinished(database.pool, [refused, chain], T0 + 3_700_000)).rejects.toThrow('1 streams');
    expect(await blobsAbove(database.pool, BTC_LIVE, { seq: 0, since: null })).toHaveLength(1);
    expect(refused.finishedSegments(T0 + 3_700_000)).toHaveLength(1);
    refused.close();
    chain.close();
  });

  it('with a byte changed are refused', async () => {
    const chain = stream();
    chain.recover({ lastSeq: 0, headAfter: sha256(Buffer.from('genesis')), last: null }, () => undefined);
    fill(chain, 50);
    await sealFinished(database.pool, [chain], T0 + 3_700_000);
    const [blob] = await blobsAbove(database.pool, BTC_LIVE, { seq: 0, since: null });
    if (blob === undefined) throw new Error('nothing sealed');
    expect(() => unpackBlob({ ...blob, headAfter: sha256(blob.headAfter) }, 2)).toThrow('do not give their head');
    expect(() => unpackBlob({ ...blob, headBefore: sha256(blob.headBefore) }, 2)).toThrow('do not give their head');
    expect(() => unpackBlob({ ...blob, firstSeq: 2 }, 2)).toThrow('do not give their head');
    const bytes = Uint8Array.from(blob.bytes, (byte, i) => (i === 20 ? byte ^ 1 : byte));
    expect(() => endOfBlob({ ...blob, bytes }, 2, () => true)).toThrow('do not give the hash of their bytes');
    expect(() => endOfBlob({ ...blob, lastSeq: 51 }, 2, () => true)).toThrow('do not end at 51');
    chain.close();
  });

  it('give their last ticks as they were, without the way to them', async () => {
    const chain = stream();
    chain.recover({ lastSeq: 0, headAfter: sha256(Buffer.from('genesis')), last: null }, () => undefined);
    const ticks = fill(chain, 300);
    await sealFinished(database.pool, [chain], T0 + 3_700_000);
    const [blob] = await blobsAbove(database.pool, BTC_LIVE, { seq: 0, since: null });
    if (blob === undefined) throw new Error('nothing sealed');
    const from = ticks[250]?.t ?? 0;
    const headless = (tick: Tick) => {
      const { head: _, ...rest } = tick;
      return rest;
    };
    const last = ticks.filter(({ t }) => t >= from).map(headless);
    expect(last.length).toBeLessThan(60);
    expect(endOfBlob(blob, 2, ({ t }) => t >= from)).toEqual(last);
    expect(endOfBlob(blob, 2, () => true)).toEqual(ticks.map(headless));
    expect(endOfBlob(blob, 2, () => false)).toEqual([]);
    chain.close();
  });

  it('are left alone while their hour runs', async () => {
    const chain = stream();
    chain.recover({ lastSeq: 0, headAfter: sha256(Buffer.from('genesis')), last: null }, () => undefined);
    fill(chain, 10);
    expect(await sealFinished(database.pool, [chain], T0 + 3_600_000)).toMatchObject({ segments: 0 });
    expect(await blobsAbove(database.pool, BTC_LIVE, { seq: 0, since: null })).toEqual([]);
    chain.close();
  });

  it('are refused by the stream when time goes back or a price is no whole number', () => {
    const chain = stream();
    chain.recover({ lastSeq: 0, headAfter: sha256(Buffer.from('genesis')), last: null }, () => undefined);
    const [first] = fill(chain, 1);
    const good = { t: T0 + 500, tSource: T0, price: 5, flags: 0, sources: 1, mad: 0, recorded: null };
    const quotes = [{ src: 'kraken', price: '', t: 0, id: null }];
    expect(() => chain.append({ ...good, quotes, t: T0 - 1, tSource: T0 - 20 })).toThrow('goes back');
    expect(() => chain.append({ ...good, quotes, tSource: T0 - 21 })).toThrow('goes back');
    expect(() => chain.append({ ...good, quotes, tSource: T0 + 501 })).toThrow('after it was taken in');
    expect(() => chain.append({ ...good, quotes, price: 0.5 })).toThrow('not whole');
    expect(() => chain.append({ ...good, quotes, flags: 8 })).toThrow('heartbeat with quotes');
    expect(chain.last?.seq).toBe(first?.seq);
    expect(chain.append({ ...good, quotes }).seq).toBe(2);
    chain.close();
  });
});

describe('history', () => {
  it('is kept 29 days, its seconds two', async () => {
    const now = T0;
    const rows = [1, 3, 28, 30].flatMap((days) =>
      ([1, 60] as const).flatMap((seconds) => {
        const time = now - days * DAY_MS;
        const bar = { time, open: 1, high: 3, low: 1, close: 2 };
        return barBlob([bar], { stream: BTC_LIVE, seconds, backfill: false }) ?? [];
      }),
    );
    await insertBars(database.pool, rows);
    await insertBars(database.pool, rows);
    expect(await purge(database.pool, { ticks: now - 29 * DAY_MS, secondBars: now - 2 * DAY_MS })).toBe(4);
    const ages = async (seconds: number) => {
      const left = await barsBetween(database.pool, { streams: [BTC_LIVE], seconds, from: 0, to: now });
      return left.flatMap((row) => decodeBars(row.bytes)).map((bar) => (now - bar.time) / DAY_MS);
    };
    expect(await ages(60)).toEqual([28, 3, 1]);
    expect(await ages(1)).toEqual([1]);
  });

  it('is given in pages: the first 2,000 bars from a time on, or the newest', async () => {
    const clock = new HandClock(T0);
    const runtimes = new Map([['BTC-USD', { stream: BTC_LIVE, pair: { id: 'BTC-USD' } }]]);
    const barStore = createBarStore({ db: database.pool, clock, runtimes });
    // Two days of minutes, a hole of three weeks, and the last day.
    const first = T0 - 25 * DAY_MS;
    const days = [first, first + DAY_MS, T0 - DAY_MS].map((day) =>
      Array.from({ length: 1_440 }, (_, i) => ({ time: day + i * MINUTE_MS, open: 1, high: 3, low: 1, close: 2 })),
    );
    await insertBars(
      database.pool,
      days.flatMap((bars) => barBlob(bars, { stream: BTC_LIVE, seconds: 60, backfill: false }) ?? []),
    );
    const times = async (query: Partial<BarQuery>) => {
      const bars = await barStore.query({ pair: 'BTC-USD', resolution: '1m', from: null, to: null, ...query });
      return [bars.length, bars[0]?.time, bars.at(-1)?.time];
    };
    const last = T0 - MINUTE_MS;
    expect(await times({ from: first })).toEqual([2_000, first, first + 1_999 * MINUTE_MS]);
    // The page that follows, over the hole.
    expect(await times({ from: first + 2_000 * MINUTE_MS })).toEqual([
      2_000,
      first + 2_000 * MINUTE_MS,
      last - 320 * MINUTE_MS,
    ]);
    expect(await times({ from: first + 10 * DAY_MS })).toEqual([1_440, T0 - DAY_MS, last]);
    // A bar belongs where it begins, and is whole: one that had begun before is left out, one that ends behind is not.
    const [second, third] = [first + MINUTE_MS, first + 2 * MINUTE_MS];
    expect(await times({ from: first + 30_000, to: third + MINUTE_MS })).toEqual([2, second, third]);
    expect(await times({ from: second, to: third + 1 })).toEqual([2, second, third]);
    expect(await times({ from: third, to: third + 1 })).toEqual([1, third, third]);
    expect(await times({ from: third + 1, to: third + MINUTE_MS })).toEqual([0, undefined, undefined]);
    // To go on behind the last bar gives none twice, and ends.
    expect(await times({ from: last + 1 })).toEqual([0, undefined, undefined]);
    const cut = { pair: 'BTC-USD', resolution: '1h', from: T0 - HOUR_MS, to: T0 - HOUR_MS + 1 } as const;
    expect(await barStore.query(cut)).toEqual([{ time: T0 - HOUR_MS, open: 1, high: 3, low: 1, close: 2 }]);
    expect(await times({ resolution: '1h', from: first })).toEqual([72, first, T0 - HOUR_MS]);
    expect(await times({})).toEqual([1_440, T0 - DAY_MS, last]);
    expect(await times({ to: first + 2 * DAY_MS })).toEqual([
      2_000,
      first + 880 * MINUTE_MS,
      first + 2_879 * MINUTE_MS,
    ]);
  });

  it('of a simulated feed is made once, marked, and there again after a restart', async () => {
    const clock = new HandClock(T0);
    const open = () => pricesWorld({ pool: database.pool, clock, dir: place.dir, feed: 'simulated' });
    const first = open();
    await first.start();
    const made = async () => {
      const { rows } = await database.pool.query<{ n: string }>(
        'SELECT count(DISTINCT stream) AS n FROM bar_blob WHERE backfill',
      );
      return Number(rows[0]?.n);
    };
    await until('all pairs', async () => {
      await clock.advance(100);
      return (await made()) === first.prices.pairs.length ? true : null;
    });
    await clock.advance(11_000);
    const bars = await first.bus.request('prices.bars', { pair: 'BTC-USD', resolution: '1h', from: null, to: null });
    expect(bars.length).toBeGreaterThan(29 * 24 - 2);
    expect(first.prices.feed('BTC-USD').spark.length).toBeGreaterThan(46);
    await first.prices.stop();
    const { rows: before } = await database.pool.query('SELECT count(*) AS n FROM bar_blob');

    const second = open();
    await second.start();
    await clock.advance(11_000);
    const again = await second.bus.request('prices.bars', { pair: 'BTC-USD', resolution: '1h', from: null, to: null });
    expect(again.slice(0, -1)).toEqual(bars.slice(0, -1));
    expect(second.prices.feed('BTC-USD').change24h).not.toBeNull();
    await second.prices.stop();
    const { rows: after } = await database.pool.query('SELECT count(*) AS n FROM bar_blob');
    expect(after).toEqual(before);
  });
});
