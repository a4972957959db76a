import { appendFileSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import { TICK_FLAGS, type Tick } from '#domain/prices/ticks/tick.ts';
import { nextHead } from '#domain/proofs/tick-record.ts';
import type { StreamPosition } from '#server/prices/contract.ts';
import { sealFinished } from '#server/prices/ticks/sealer.ts';
import { unpackBlob } from '#server/prices/ticks/segment.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { blobsAbove } from '#server/prices/store.ts';
import { TickStream } from '#server/prices/ticks/tick-stream.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { freshDir, HandClock, pricesWorld, type PricesWorld } from './prices-world.ts';

/** A Wednesday, 14:59:30 UTC: half a minute before a full hour. */
const BEFORE_THE_HOUR = Date.UTC(2026, 10, 18, 14, 59, 30);
const BTC = 6;
const LOST = TICK_FLAGS.gap | TICK_FLAGS.resumed | TICK_FLAGS.break;

let database: TestDatabase;
let place: ReturnType<typeof freshDir>;
let clock: HandClock;
beforeEach(async () => {
  database = await testDatabase();
  place = freshDir();
  clock = new HandClock(BEFORE_THE_HOUR);
});
afterEach(async () => {
  await database.drop();
  place.remove();
});

const open = (feed: 'simulated' | 'live' = 'simulated'): PricesWorld =>
  pricesWorld({ pool: database.pool, clock, dir: place.dir, feed });

const tailDir = () => join(place.dir, 'ticks', String(BTC));
const tails = () => readdirSync(tailDir()).toSorted();
const lastTail = () => join(tailDir(), tails().at(-1) ?? '');

function fromStart(): Map<number, StreamPosition> {
  return new Map([[BTC, { from: 0, seen: null }]]);
}

function expectOneChain(ticks: readonly Tick[]): void {
  ticks.forEach((tick, i) => {
    const before = ticks[i - 1];
    if (before === undefined) return;
    expect(tick.seq).toBe(before.seq + 1);
    expect(Buffer.compare(tick.head, nextHead(sha256, before.head, tick.record))).toBe(0);
  });
}

const plain = (ticks: readonly Tick[]) =>
  ticks.map(({ record, head, ...rest }) => ({
    ...rest,
    record: Buffer.from(record).toString('hex'),
    head: Buffer.from(head).toString('hex'),
  }));

describe('the chain of a pair', () => {
  it('goes on after a restart, and hands out the stored ticks above a position', async () => {
    const first = open();
    await first.start();
    await clock.advance(10_000);
    await first.prices.stop();
    const before = first.ticksOf('BTC-USD');
    const middle = before[5]?.seq ?? 0;

    await clock.advance(3_000);
    const second = open();
    await second.start(new Map([[BTC, { from: middle, seen: null }]]));
    await clock.advance(5_000);
    await second.prices.stop();
    const after = second.ticksOf('BTC-USD');
    expect(plain(after.slice(0, before.length - middle))).toEqual(plain(before.slice(middle)));
    expectOneChain([...before.slice(0, middle), ...after]);
    const firstNew = after[before.length - middle];
    expect((firstNew?.flags ?? 0) & LOST).toBe(TICK_FLAGS.gap | TICK_FLAGS.resumed);
  });

  it('waits after a restart for a clock that is behind it, and the market is not closed meanwhile', async () => {
    const first = open();
    await first.start();
    await clock.advance(10_000);
    await first.prices.stop();
    const before = first.ticksOf('BTC-USD').at(-1);
    clock.jump(-60_000);
    const second = open();
    await second.start();
    await clock.advance(20_000);
    expect(second.prices.feed('BTC-USD')).toMatchObject({ status: 'OFFLINE', reason: 'clock' });
    expect(second.ticksOf('BTC-USD').at(-1)?.seq ?? before?.seq).toBe(before?.seq);
    await clock.advance(60_000);
    expect(second.prices.feed('BTC-USD').status).toBe('ONLINE');
    await second.prices.stop();
  });

  it('is sealed when its hour is over: the blob gives the same ticks, the file is gone, bars stay', async () => {
    const world = open();
    await world.start();
    await clock.advance(40_000);
    await world.prices.stop();
    expect(tails().length).toBe(2);
    const ticks = world.ticksOf('BTC-USD');

    const second = open();
    await second.start(fromStart());
    for (let i = 0; i < 1_000 && tails().length > 1; i++) {
      await clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await second.prices.stop();
    expect(tails().length).toBe(1);
    const [blob] = await blobsAbove(database.pool, BTC, { seq: 0, since: null });
    expect(blob).toBeDefined();
    if (blob === undefined) return;
    const count = blob.lastSeq;
    expect(plain(unpackBlob(blob, 2))).toEqual(plain(ticks.slice(0, count)));
    expect((ticks[count]?.t ?? 0) % HOUR_MS).toBeLessThan(1_250);

    const third = open();
    await third.start(new Map([[BTC, { from: 3, seen: null }]]));
    expect(plain(third.ticksOf('BTC-USD').slice(0, ticks.length - 3))).toEqual(plain(ticks.slice(3)));
    expectOneChain(third.ticksOf('BTC-USD'));
    const bars = await third.bus.request('prices.bars', { pair: 'BTC-USD', resolution: '1s', from: null, to: null });
    const of = (t: number) => bars.find((bar) => bar.time === Math.floor(t / 1_000) * 1_000);
    for (const tick of ticks) {
      const bar = of(tick.t);
      expect(bar?.high).toBeGreaterThanOrEqual(tick.price);
      expect(bar?.low).toBeLessThanOrEqual(tick.price);
    }
    await third.prices.stop();
  });

  it('killed between the seal and the removal of the file: nothing comes twice', async () => {
    const world = open();
    await world.start();
    await clock.advance(40_000);
    await world.prices.stop();
    const ticks = world.ticksOf('BTC-USD');
    const pair = PAIRS[0];
    if (pair === undefined) throw new Error('no pair');
    // A second reader seals, but its removal does not happen: the files come from a copy of the folder.
    const [old] = tails();
    const bytes = statSync(join(tailDir(), old ?? '')).size;
    expect(bytes).toBeGreaterThan(1_000);
    const stream = new TickStream({ pair, kind: 'simulated', dir: join(place.dir, 'ticks') });
    const { rows } = await database.pool.query<{ genesis: Uint8Array }>(
      'SELECT genesis FROM tick_stream WHERE stream = 6',
    );
    stream.recover({ lastSeq: 0, headAfter: rows[0]?.genesis ?? new Uint8Array(), last: null }, () => undefined);
    stream.dropSegment = () => undefined;
    await sealFinished(database.pool, [stream], clock.now());
    stream.close();
    expect(tails().length).toBe(2);

    const second = open();
    await second.start(fromStart());
    expect(tails().length).toBe(1);
    const again = second.ticksOf('BTC-USD');
    expect(plain(again.slice(0, ticks.length))).toEqual(plain(ticks));
    expectOneChain(again);
    await second.prices.stop();
  });

  it('drops a torn last record and goes on above the last whole one', async () => {
    const world = open();
    await world.start();
    await clock.advance(10_000);
    await world.prices.stop();
    const ticks = world.ticksOf('BTC-USD');
    const path = lastTail();
    truncateSync(path, statSync(path).size - 7);

    const second = open();
    await second.start(fromStart());
    await clock.advance(3_000);
    await second.prices.stop();
    const again = second.ticksOf('BTC-USD');
    expect(plain(again.slice(0, ticks.length - 1))).toEqual(plain(ticks.slice(0, -1)));
    expectOneChain(again);
    expect(again.length).toBeGreaterThan(ticks.length);
  });

  it('drops bytes that are no record, and a file without a header', async () => {
    const world = open();
    await world.start();
    await clock.advance(5_000);
    await world.prices.stop();
    const ticks = world.ticksOf('BTC-USD');
    appendFileSync(lastTail(), Buffer.alloc(50, 1));
    appendFileSync(join(tailDir(), `999999-${ticks.length + 1}.tail`), 'TKV');

    const second = open();
    await second.start(fromStart());
    await second.prices.stop();
    expect(plain(second.ticksOf('BTC-USD').slice(0, ticks.length))).toEqual(plain(ticks));
    expectOneChain(second.ticksOf('BTC-USD'));
  });

  it('behind what a batch has seen: the range is published as lost, and the next tick breaks', async () => {
    const world = open();
    await world.start();
    await clock.advance(10_000);
    await world.prices.stop();
    const ticks = world.ticksOf('BTC-USD');
    const seen = ticks.at(-1);
    if (seen === undefined) throw new Error('no tick');
    const path = lastTail();
    truncateSync(path, statSync(path).size - 600);

    const second = open();
    await second.start(new Map([[BTC, { from: 0, seen: { seq: seen.seq, head: seen.head } }]]));
    await clock.advance(2_000);
    await second.prices.stop();
    const again = second.ticksOf('BTC-USD');
    const fresh = again.find((tick) => tick.seq > seen.seq);
    expect(fresh?.seq).toBe(seen.seq + 1);
    expect((fresh?.flags ?? 0) & LOST).toBe(LOST);
    expect(Buffer.compare(fresh?.head ?? seen.head, nextHead(sha256, seen.head, fresh?.record ?? seen.record))).toBe(0);
    const { rows } = await database.pool.query('SELECT from_seq, to_seq FROM tick_lost WHERE stream = 6');
    const kept = again.findLast((tick) => tick.seq <= seen.seq)?.seq ?? 0;
    expect(kept).toBeLessThan(seen.seq);
    expect(rows).toEqual([{ from_seq: String(kept + 1), to_seq: String(seen.seq) }]);

    const third = open();
    await third.start(fromStart());
    await third.prices.stop();
    expect(plain(third.ticksOf('BTC-USD').slice(0, again.length))).toEqual(plain(again));
  });

  it('a process that slept through its replacement writes nothing that reaches anybody, and gives up', async () => {
    const sleeper = open();
    await sleeper.start();
    await clock.advance(5_000);
    const heir = open();
    await heir.start(fromStart());
    await clock.advance(3_000);
    expect(sleeper.prices.feed('BTC-USD')).toMatchObject({ status: 'OFFLINE', reason: 'stale' });
    expect(heir.prices.feed('BTC-USD').last?.t).toBeGreaterThan(sleeper.prices.feed('BTC-USD').last?.t ?? 0);
    await sleeper.prices.stop();
    await heir.prices.stop();
    const later = open();
    await later.start(fromStart());
    await later.prices.stop();
    const ticks = heir.ticksOf('BTC-USD');
    expect(plain(later.ticksOf('BTC-USD').slice(0, ticks.length))).toEqual(plain(ticks));
    expectOneChain(later.ticksOf('BTC-USD'));
  });

  it('is one per feed kind in the same folder', async () => {
    const simulated = open();
    await simulated.start();
    await clock.advance(3_000);
    await simulated.prices.stop();
    const live = open('live');
    await live.start(fromStart());
    await clock.advance(3_000);
    expect(live.prices.feed('BTC-USD')).toMatchObject({ kind: 'live', stream: 4, status: 'OFFLINE', last: null });
    expect(await live.bus.request('prices.bars', { pair: 'BTC-USD', resolution: '1m', from: null, to: null })).toEqual(
      [],
    );
    await live.prices.stop();
    const { rows } = await database.pool.query<{ name: string }>(
      "SELECT name FROM tick_stream WHERE pair = 'BTC-USD' ORDER BY stream",
    );
    expect(rows.map((row) => row.name)).toEqual(['BTC-USD', 'BTC-USD#simulated']);
  });
});
