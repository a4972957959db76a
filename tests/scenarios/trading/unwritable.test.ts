import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { usdt } from '#domain/money.ts';
import { createPool } from '#server/db/index.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { World } from './trading-world.ts';
import type { Person } from './trading-world.ts';

const TEN = 10_000_000n;
const FULL = 10_000_000_000n;
const OUTAGE = { ok: false, refusal: { code: 'UnexpectedError', passing: true } };

let database: TestDatabase;
let world: World;
let ada: Person;
let lines: string[];

beforeEach(async () => {
  database = await testDatabase();
  lines = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  world = new World(database.pool, { log });
  [ada] = (await world.people(1)) as [Person];
});
afterEach(() => database.drop());

/** The engine with connections of its own, which can write nothing while `run` goes on: cut, as by a failover to a standby, and then read-only. */
async function onOwnConnections(test: (unwritable: (run: () => Promise<void>) => Promise<void>) => Promise<void>) {
  const name = new URL(database.url).pathname.slice(1);
  const server = createPool(database.adminUrl, { max: 1, settings: { default_transaction_read_only: 'off' } });
  const own = createPool(database.url, { name: 'cut off', pipeline: true });
  const set = async (value: string) => {
    await server.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
    await server.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut off'`);
  };
  world.next({ db: own });
  await world.engine.start();
  world.tick(100_00);
  try {
    await test(async (run) => {
      await set('on');
      await run();
      await set('off');
    });
  } finally {
    await set('off');
    await world.engine.stop();
    await own.end();
    await server.end();
  }
}

describe('a prediction that cannot be stored', () => {
  it('is parked after it failed alone, holds up nobody, and is tried again once an outage is over', () =>
    onOwnConnections(async (unwritable) => {
      const state = () => world.bus.request('trading.state', null);
      const poisoned = await world.placed(ada);
      const others = [await world.placed(ada), await world.placed(ada)];
      // Somebody has written its settlement behind the engine's back: the key refuses a second one.
      const admin = createPool(database.adminUrl, { max: 1 });
      await admin.query(
        `INSERT INTO settlement (prediction_id, realm, outcome, credit, shard, batch) VALUES ($1, 2, 'LOSE', 0, 0, 0)`,
        [poisoned.id],
      );
      world.tick(100_50, { ms: 500 });
      world.tick(101_00, { ms: 60_000 });
      world.tick(101_00, { ms: 1 });
      for (const { id } of others) expect(await world.settled(ada, id)).toMatchObject({ outcome: 'WIN' });
      expect((await world.stored(ada, poisoned.id)).settledAt).toBeNull();
      expect(await world.balances(ada)).toEqual({ cash: FULL - TEN + 17_000_000n, locked: TEN });
      expect(await world.place(ada)).toMatchObject({ ok: true });
      expect(await state()).toEqual({ ownership: 'owner', storing: true, parked: 1, hasRoom: true });

      await admin.query(`SET session_replication_role = replica`);
      await admin.query('DELETE FROM settlement WHERE prediction_id = $1', [poisoned.id]);
      await admin.end();
      await unwritable(() => expect.poll(() => world.place(ada)).toEqual(OUTAGE));
      await expect.poll(() => world.place(ada)).toMatchObject({ ok: true });
      expect(await world.settled(ada, poisoned.id)).toMatchObject({ outcome: 'WIN', exit: { price: 101_00 } });
      await expect.poll(state).toEqual({ ownership: 'owner', storing: true, parked: 0, hasRoom: true });
      expect(await world.faults()).toEqual([]);
    }));
});

describe('a database that can only be read for a while', () => {
  it('parks nothing, is known not to store and says so, refuses as an outage, and settles all when it is over', () =>
    onOwnConnections(async (unwritable) => {
      const state = () => world.bus.request('trading.state', null);
      const ids: string[] = [];
      for (let no = 0; no < 5; no += 1) ids.push((await world.placed(ada)).id);
      world.tick(100_50, { ms: 500 });
      await world.until(ada, ids.at(-1)!, ({ status }) => status === 'OPEN');
      await unwritable(async () => {
        // All of them fall due, and the batches that would say so fail one after the other.
        world.tick(101_00, { ms: 60_000 });
        world.tick(101_00, { ms: 1 });
        await expect.poll(state).toEqual({ ownership: 'owner', storing: false, parked: 0, hasRoom: true });
        expect(await world.place(ada)).toEqual(OUTAGE);
        await expect
          .poll(() => lines.find((line) => line.includes('"alarm":"database"')), { timeout: 10_000 })
          .toMatch(/read-only transaction.*the database stores nothing/);
      });
      for (const id of ids)
        expect(await world.settled(ada, id)).toMatchObject({ outcome: 'WIN', exit: { price: 101_00 } });
      await expect.poll(state).toEqual({ ownership: 'owner', storing: true, parked: 0, hasRoom: true });
      expect(await world.place(ada)).toMatchObject({ ok: true });
      expect(world.exits).toEqual([]);
      expect(await world.faults()).toEqual([]);
    }));
});

describe('a database that hangs', () => {
  it('is known not to store, says so, refuses what comes at once, and goes on without anything done twice', async () => {
    const state = () => world.bus.request('trading.state', null);
    const failed = { batches: 0, beats: 0 };
    world.bus.subscribe('trading.figures', (figures) => {
      failed.batches += figures.failed.batches;
      failed.beats += figures.failed.beats;
    });
    await world.engine.start();
    world.tick(100_00);
    const [kept, sold] = [await world.placed(ada), await world.placed(ada)];
    world.tick(100_50, { ms: 500 });
    await world.until(ada, sold.id, ({ status }) => status === 'OPEN');

    const other = await database.pool.connect();
    const waitsForOther = async () => {
      const { rows } = await other.query<{ waits: number }>(
        'SELECT count(*)::int AS waits FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
      );
      return rows[0]?.waits;
    };
    // Beats and batches both write there.
    await other.query('BEGIN; LOCK TABLE shard_lease IN EXCLUSIVE MODE');
    const caught = world.place(ada);
    // One beat and one batch, however long it takes.
    await expect.poll(waitsForOther, { timeout: 60_000 }).toBe(2);
    const waiting = world.place(ada);
    world.clock.at += 5_001;
    expect(await state()).toEqual({ ownership: 'owner', storing: false, parked: 0, hasRoom: true });
    expect(await waiting).toEqual(OUTAGE);
    expect(await world.place(ada)).toEqual(OUTAGE);
    const actor = { userId: ada.userId, sessionId: 's', role: 'DEMO', realm: 'demo' } as const;
    const sell = { actor, predictionId: sold.id, minCredit: usdt(0n), idempotency: null };
    expect(await world.bus.request('trading.sell', sell)).toEqual(OUTAGE);
    await expect.poll(() => lines.join('')).toContain('"alarm":"database"');
    expect(lines.join('')).toContain('no answer to batches and beats for more than 5 s');
    await expect.poll(() => failed.batches > 0 && failed.beats > 0).toBe(true);
    expect(await waitsForOther()).toBe(2);

    await other.query('ROLLBACK');
    other.release();
    expect(await caught).toMatchObject({ ok: true });
    await expect.poll(state).toEqual({ ownership: 'owner', storing: true, parked: 0, hasRoom: true });
    world.tick(100_50);
    expect(await world.place(ada)).toMatchObject({ ok: true });
    world.tick(101_00, { ms: 60_000 });
    world.tick(101_00, { ms: 1 });
    for (const { id } of [kept, sold]) expect((await world.settled(ada, id)).settledAt).not.toBeNull();
    const { rows } = await database.pool.query<{ placed: number }>('SELECT count(*)::int AS placed FROM prediction');
    expect(rows[0]?.placed).toBe(4);
    expect(world.exits).toEqual([]);
    expect(await world.faults()).toEqual([]);
    await world.engine.stop();
  });
});
