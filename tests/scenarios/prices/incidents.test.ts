import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GROUP_RULES } from '#domain/prices/pair.ts';
import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import { incidentQueries } from '#server/trading/queries/store-incidents.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { MarketWorld, ROUND_START } from '../exchange/market-world.ts';
import { freshDir, HandClock, pricesWorld, SpokenSource, type PricesWorld } from './prices-world.ts';

/** A Wednesday, 15:00 UTC: every market is open. */
const WEDNESDAY = Date.UTC(2026, 10, 18, 15, 0, 0);
const SECOND = 1_000;
const ALL = { pair: null, from: null, to: null, cursor: null, limit: 20 } as const;

let place: ReturnType<typeof freshDir>;
let database: TestDatabase;
beforeEach(async () => {
  place = freshDir();
  database = await testDatabase();
});
afterEach(async () => {
  place.remove();
  await database.drop();
});

interface Row {
  readonly from: number;
  readonly to: number | null;
  readonly cause: string;
}

/** What is stored of BTC-USD, oldest first, seconds after the beginning of the test. */
async function stored(): Promise<Row[]> {
  const { rows } = await database.pool.query<{ from_at: string; to_at: string | null; cause: string }>(
    `SELECT from_at, to_at, cause FROM feed_incident WHERE pair = 'BTC-USD' ORDER BY from_at`,
  );
  const seconds = (ms: string) => Math.round((Number(ms) - WEDNESDAY) / SECOND);
  return rows.map((row) => ({
    from: seconds(row.from_at),
    to: row.to_at === null ? null : seconds(row.to_at),
    cause: row.cause,
  }));
}

describe('incidents of a live feed', () => {
  let clock: HandClock;
  let world: PricesWorld;
  let venues: readonly SpokenSource[];

  async function begin(): Promise<void> {
    venues = ['binance', 'coinbase', 'kraken'].map((name) => new SpokenSource(name, ['BTC-USD'], clock));
    world = pricesWorld({
      pool: database.pool,
      clock,
      dir: place.dir,
      feed: 'live',
      more: { createSources: () => venues },
    });
    await world.start();
  }

  /** So many venues state a price each 100 ms for so many seconds; the first states it as of `lag` ms before. */
  async function run(seconds: number, count: number, lag = 20): Promise<void> {
    for (let done = 0; done < seconds * 10; done += 1) {
      for (const [no, venue] of venues.slice(0, count).entries()) {
        venue.say('BTC-USD', '91000.10', no === 0 ? lag : 20);
      }
      await clock.advance(100);
    }
  }

  /** Writes are behind: gives them time of the test until the table says so. */
  async function until(wanted: (rows: readonly Row[]) => boolean): Promise<Row[]> {
    for (let tries = 0; ; tries += 1) {
      const rows = await stored();
      if (wanted(rows)) return rows;
      if (tries > 500) throw new Error(`incidents stayed ${JSON.stringify(rows)}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  beforeEach(async () => {
    clock = new HandClock(WEDNESDAY);
    await begin();
  });
  afterEach(() => world.prices.stop());

  it('are stored with their cause from the last tick until predictions are taken again', async () => {
    await run(10, 3);
    expect(await stored()).toEqual([]);
    await run(20, 1);
    await until((rows) => rows.length === 1 && rows[0]?.to === null);
    await run(12, 3);
    const [row] = await until(([first]) => first?.to !== null && first !== undefined);
    expect(row?.cause).toBe('quorum');
    // Silent venues count for two seconds more; then it is five seconds until the feed is warm.
    expect(row?.from).toBeGreaterThanOrEqual(9);
    expect(row?.from).toBeLessThanOrEqual(13);
    expect(row?.to).toBeGreaterThanOrEqual(34);
    expect(row?.to).toBeLessThanOrEqual(37);
  });

  it('have a wrong clock for their cause where a source that is ahead leaves too few', async () => {
    await run(10, 3);
    await run(5, 3, -600_000);
    expect(world.prices.feed('BTC-USD')).toMatchObject({ status: 'OFFLINE', reason: 'clock' });
    expect(world.prices.feed('BTC-USD')?.sources.map(({ name, state }) => [name, state])).toEqual([
      ['binance', 'ahead'],
      ['coinbase', 'live'],
      ['kraken', 'live'],
    ]);
    await until((rows) => rows.length === 1 && rows[0]?.cause === 'clock' && rows[0].to === null);
    await run(8, 3);
    expect((await until(([first]) => first !== undefined && first.to !== null))[0]?.to).toBeLessThanOrEqual(23);
  });

  it('go on after a restart that finds them open, and a restart is one itself', async () => {
    await run(10, 3);
    await world.prices.stop();
    await clock.advance(20 * SECOND);
    await begin();
    await run(3, 3);
    const [restart] = await until((rows) => rows.length === 1);
    expect(restart).toMatchObject({ to: null, cause: 'restart' });
    expect(restart?.from).toBeLessThanOrEqual(10);
    expect(world.prices.feed('BTC-USD').restartSince).toBeLessThanOrEqual(WEDNESDAY + 10 * SECOND);
    // Stopped again before it was warm: still the same incident.
    await world.prices.stop();
    await clock.advance(20 * SECOND);
    await begin();
    await run(12, 3);
    const rows = await until(([first]) => first !== undefined && first.to !== null);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.from).toBe(restart?.from);
    expect(rows[0]?.to).toBeGreaterThan(50);
    expect(world.prices.feed('BTC-USD').restartSince).toBeNull();
  });

  it('of a few seconds end with the first trusted price; orders that rest wait five seconds more', async () => {
    await run(10, 3);
    await world.prices.stop();
    await clock.advance(4 * SECOND);
    await begin();
    await run(1, 3);
    expect(world.prices.feed('BTC-USD').status).toBe('DEGRADED');
    expect(world.prices.feed('BTC-USD').restartSince).not.toBeNull();
    expect((await until(([first]) => first !== undefined && first.to !== null))[0]?.to).toBeLessThanOrEqual(16);
    await run(5, 3);
    expect(world.prices.feed('BTC-USD').restartSince).toBeNull();
    // Prices that have not flowed for five seconds since vouch for nothing after the next one.
    await world.prices.stop();
    await begin();
    await run(6, 3);
    await world.prices.stop();
    await begin();
    await run(1, 3);
    await world.prices.stop();
    await begin();
    await run(1, 3);
    expect(world.prices.feed('BTC-USD').status).toBe('WARMING');
  });
});

describe('what an incident cost', () => {
  const BTC = 6;
  let stop: () => Promise<void> = () => Promise.resolve();
  // Before the database goes: a running engine would hold it.
  afterEach(async () => {
    await stop();
    stop = () => Promise.resolve();
  });

  async function written(rows: readonly (Row & { readonly pair?: string })[]): Promise<void> {
    await database.pool.query(
      "INSERT INTO tick_stream VALUES ($1, 'BTC-USD', 'simulated', 'BTC-USD#simulated', 0, sha256('genesis')) ON CONFLICT DO NOTHING",
      [BTC],
    );
    for (const { from, to, cause } of rows) {
      await database.pool.query("INSERT INTO feed_incident VALUES ($1, 'BTC-USD', 'simulated', $2, $3, $4)", [
        BTC,
        from,
        to,
        cause,
      ]);
    }
  }

  it('is counted from the voids of its time: stakes, and what a void round paid', async () => {
    const world = new MarketWorld(database.pool);
    const [ann, ben] = await world.people(2);
    if (ann === undefined || ben === undefined) throw new Error('no people');
    await world.engine.start();
    stop = () => world.engine.stop();
    world.tick(100_00);
    world.marketId = (await world.roundAt(ROUND_START)).marketId;
    await world.ordered(ann, { outcome: 'UP', price: 600, lots: 1_000 });
    await world.ordered(ben, { outcome: 'DOWN', price: 400, lots: 1_000 });
    // Prices stop while the opening window runs, for half a minute; a prediction expires meanwhile.
    await world.runTo(ROUND_START - 20 * SECOND);
    const early = await world.placed(ann, { durationSec: 15 });
    await world.runTo(ROUND_START - 15 * SECOND);
    const from = world.clock.at;
    world.clock.at += 30 * SECOND;
    const to = world.clock.at;
    world.prices.tick('BTC-USD', { t: to, price: 101_00, flags: TICK_FLAGS.gap | TICK_FLAGS.resumed });
    expect((await world.settled(ann, early.id)).outcome).toBe('VOID');
    await world.untilMarket('VOIDED');
    await written([
      { from: from - 40 * SECOND, to: from - 30 * SECOND, cause: 'clock' },
      { from, to, cause: 'stale' },
      { from: to + 200 * SECOND, to: null, cause: 'restart' },
    ]);

    const { items, nextCursor } = await incidentQueries(database.pool)(ALL);
    expect(nextCursor).toBeNull();
    expect(items.map(({ cause, to: end }) => [cause, end === null])).toEqual([
      ['restart', true],
      ['stale', false],
      ['clock', false],
    ]);
    const nothing = { predictions: 0, stakes: 0, stakesStr: '0.00', rounds: 0, paid: 0, paidStr: '0.00' };
    expect(items[0]?.demo).toEqual(nothing);
    expect(items[2]?.demo).toEqual(nothing);
    expect(items[1]).toMatchObject({ pair: 'BTC-USD', feed: 'simulated', real: nothing });
    // A set is worth 1.00 whatever the void value; taker fees come back beside it.
    expect(items[1]?.demo).toMatchObject({ predictions: 1, stakes: 10, stakesStr: '10.00', rounds: 1 });
    expect(items[1]?.demo.paid).toBeGreaterThanOrEqual(10);
    expect(GROUP_RULES.crypto.staleAfterMs).toBeLessThan(to - from);
  });

  it('is listed page by page, of one pair and of a span of time', async () => {
    await written([1, 2, 3].map((n) => ({ from: n * 1_000, to: n * 1_000 + 500, cause: 'stale' })));
    const read = incidentQueries(database.pool);
    const first = await read({ ...ALL, limit: 2 });
    expect(first.items.map(({ id }) => id)).toEqual([`${BTC}.3000`, `${BTC}.2000`]);
    const second = await read({ ...ALL, limit: 2, cursor: first.nextCursor });
    expect(second).toMatchObject({ items: [{ id: `${BTC}.1000` }], nextCursor: null });
    expect((await read({ ...ALL, pair: 'ETH-USD' })).items).toEqual([]);
    expect((await read({ ...ALL, pair: 'BTC-USD', from: 1_600, to: 3_000 })).items).toHaveLength(1);
  });

  it('cannot be changed once it ended', async () => {
    await written([{ from: 1_000, to: 2_000, cause: 'stale' }]);
    await expect(database.pool.query('UPDATE feed_incident SET to_at = 3000')).rejects.toThrow(/feed_incident/);
    await expect(database.pool.query(`UPDATE feed_incident SET cause = 'clock'`)).rejects.toThrow(/feed_incident/);
    await expect(database.pool.query('DELETE FROM feed_incident')).rejects.toThrow(/feed_incident/);
  });
});
