import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import { createPool } from '#server/db/index.ts';
import { forgetOldAnswers } from '#server/idempotency/index.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { CommitProxy } from './commit-proxy.ts';
import type { PlaceReply } from '#server/trading/contract.ts';
import { meanwhile, World } from './trading-world.ts';
import type { Person } from './trading-world.ts';

const TEN = 10_000_000n;
const FULL = 10_000_000_000n;

let database: TestDatabase;
let world: World;
let ada: Person;

beforeEach(async () => {
  database = await testDatabase();
  world = new World(database.pool);
  [ada] = (await world.people(1)) as [Person];
  await world.engine.start();
  world.tick(100_00);
});

afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

async function count(table: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
  return rows[0]!.n;
}

const keyed = (key: string, bodyHash = 'h') => ({ idempotency: { key, bodyHash } });

describe('an Idempotency-Key', () => {
  it('has one effect for a hundred requests at once, and the same bytes for each (R-13)', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => world.place(ada, keyed('k'))));
    const bodies = new Set(replies.map((reply) => (reply.ok ? reply.body : reply.refusal.code)));
    expect(bodies.size).toBe(1);
    expect(replies.filter((reply) => reply.ok && !reply.replayed)).toHaveLength(1);
    const later = await world.place(ada, keyed('k'));
    expect(later).toEqual({ ok: true, body: [...bodies][0], replayed: true });
    expect(await count('prediction')).toBe(1);
    expect(await world.balances(ada)).toEqual({ cash: FULL - TEN, locked: TEN });
  });

  it('answers the same after a restart, and conflicts with another body, waiting or stored', async () => {
    const [first, other] = await Promise.all([world.place(ada, keyed('k')), world.place(ada, keyed('k', 'other'))]);
    expect(other).toEqual({ ok: false, refusal: { code: 'IdempotencyConflict', reason: 'content' } });
    await world.engine.stop();
    world.next();
    await world.engine.start();
    expect(await world.place(ada, keyed('k'))).toEqual({ ...first, replayed: true });
    expect(await world.place(ada, keyed('k', 'other'))).toEqual(other);
    expect(await count('prediction')).toBe(1);
  });

  it('belongs to a person, and keeps no refusal', async () => {
    const [, ben] = (await world.people(2)) as [Person, Person];
    world.prices.setStatus('BTC-USD', 'OFFLINE');
    expect(await world.place(ada, keyed('k'))).toEqual({ ok: false, refusal: { code: 'PriceFeedError' } });
    world.prices.setStatus('BTC-USD', 'ONLINE');
    expect(await world.place(ada, keyed('k'))).toMatchObject({ ok: true, replayed: false });
    expect(await world.place(ben, keyed('k'))).toMatchObject({ ok: true, replayed: false });
    expect(await count('idem')).toBe(2);
  });
});

describe('a request that says how long it is good', () => {
  it('is refused when it is decided later, and nothing happens', async () => {
    const [, ben] = (await world.people(2)) as [Person, Person];
    const validUntil = world.clock.at + 1_000;
    const late = { ok: false, refusal: { code: 'RequestExpired', validUntil } };
    const actor = { userId: ada.userId, sessionId: randomUUID(), role: 'DEMO', realm: 'demo' } as const;
    const order = { type: 'MARKET', amount: usdt(TEN), lots: null, worstPrice: 900, timeInForce: 'FAK' } as const;
    const entry = { pair: 'BTC-USD', direction: 'UP', stake: usdt(TEN), durationSec: 60 } as const;
    // The engine is busy with the one before: these are held up.
    const first = world.place(ben);
    const held = [
      world.place(ada, { ...keyed('k'), validUntil }),
      world.bus.request('exchange.order', {
        actor,
        marketId: randomUUID(),
        outcome: 'UP',
        side: 'BUY',
        terms: order,
        validUntil,
        ...keyed('k'),
      }),
      world.bus.request('trading.schedule', {
        actor,
        ...entry,
        payoutBps: 0,
        minPayoutBps: 0,
        when: { at: world.clock.at + 60_000 },
        validUntil,
        ...keyed('k'),
      }),
    ];
    world.clock.at = validUntil + 1;
    expect(await first).toMatchObject({ ok: true });
    expect(await Promise.all(held)).toEqual([late, late, late]);
    expect(await world.balances(ada)).toEqual({ cash: FULL, locked: 0n });
    expect(await count('idem')).toBe(0);
  });

  it('is decided up to that moment, and answered the same however late it is repeated', async () => {
    const wanted = { ...keyed('k'), validUntil: world.clock.at };
    const first = await world.place(ada, wanted);
    expect(first).toMatchObject({ ok: true, replayed: false });
    world.tick(100_00, { ms: 5_000 });
    expect(await world.place(ada, wanted)).toEqual({ ...first, replayed: true });
    expect(await count('prediction')).toBe(1);
  });
});

describe('a poisoned request', () => {
  it('is rejected alone (R-16)', async () => {
    const openThrough = world.prices.openThrough.bind(world.prices);
    world.prices.openThrough = (pairId, from, to) => {
      if (pairId === 'ETH-USD') throw new Error('poison');
      return openThrough(pairId, from, to);
    };
    const replies = await Promise.all([
      world.place(ada),
      world.place(ada, { pair: 'ETH-USD' }),
      world.place(ada),
      world.place({ userId: randomUUID() }),
      world.place(ada, { pair: 'NO-SUCH' }),
    ]);
    expect(replies.map((reply) => (reply.ok ? 'ok' : reply.refusal.code))).toEqual([
      'ok',
      'UnexpectedError',
      'ok',
      'NoBalance',
      'NotFound',
    ]);
    expect(await count('batch')).toBe(1);
    expect(await world.faults()).toEqual([]);
  });
});

describe('a stop', () => {
  it('stores what was accepted and refuses what comes later (R-15)', async () => {
    const accepted = Array.from({ length: 5 }, () => world.place(ada));
    const stopping = world.engine.stop();
    expect(await world.place(ada)).toEqual({ ok: false, refusal: { code: 'PriceFeedError' } });
    await stopping;
    expect((await Promise.all(accepted)).every((reply) => reply.ok)).toBe(true);
    expect(await count('prediction')).toBe(5);
  });
});

describe('a restart', () => {
  it('settles by the ticks that were stored meanwhile', async () => {
    const { id } = await world.placed(ada);
    const entered = await world.placed(ada, { direction: 'DOWN' });
    await world.engine.stop();
    // The prices go on: entry, exit and its proof come while no engine looks.
    world.tick(100_50, { ms: 500 });
    world.tick(101_00, { ms: 60_000 });
    world.tick(102_00, { ms: 500 });
    world.next();
    await world.engine.start();
    expect(await world.settled(ada, id)).toMatchObject({ outcome: 'WIN', entry: { seq: 2 }, exit: { seq: 3 } });
    expect(await world.settled(ada, entered.id)).toMatchObject({ outcome: 'LOSE' });
    expect(await world.balances(ada)).toEqual({ cash: FULL + 8_500_000n - TEN, locked: 0n });
    expect(await world.faults()).toEqual([]);
  });

  it('asks for ticks from the last stored mark only, and names the highest one it used', async () => {
    const { id } = await world.placed(ada);
    world.tick(100_50, { ms: 500 });
    await world.until(ada, id, ({ status }) => status === 'OPEN');
    await world.engine.stop();
    world.next();
    await world.engine.start();
    const stream = world.tape.of(world.prices.feed('BTC-USD').stream);
    const position = world.prices.positions.get(world.prices.feed('BTC-USD').stream);
    expect(position).toMatchObject({ from: 1, seen: { seq: 2 } });
    expect(Buffer.from(position!.seen!.head).equals(stream[1]!.head)).toBe(true);
    world.tick(99_00, { ms: 60_000 });
    world.tick(99_00, { ms: 1 });
    expect(await world.settled(ada, id)).toMatchObject({ outcome: 'LOSE', entry: { price: 100_50 } });
    const { rows } = await world.db.query<{ n: number }>('SELECT length(entry_records) AS n FROM prediction');
    expect(rows[0]?.n).toBe(152);
  });

  it('voids across a lost range', async () => {
    const waiting = await world.placed(ada);
    await world.engine.stop();
    world.next();
    await world.engine.start();
    world.tick(100_00, { ms: 500, flags: TICK_FLAGS.break | TICK_FLAGS.gap | TICK_FLAGS.resumed });
    expect(await world.settled(ada, waiting.id)).toMatchObject({ voidReason: 'NO_ENTRY' });
    expect(await world.faults()).toEqual([]);
  });

  it('with another kind of prices voids what was made on the old kind', async () => {
    const open = await world.placed(ada);
    world.tick(100_50, { ms: 500 });
    await world.until(ada, open.id, ({ status }) => status === 'OPEN');
    const waiting = await world.placed(ada);
    await world.engine.stop();
    world.next({ kind: 'replay' });
    await world.engine.start();
    expect(await world.settled(ada, open.id)).toMatchObject({ voidReason: 'STALE_EXIT', feed: 'simulated' });
    expect(await world.settled(ada, waiting.id)).toMatchObject({ voidReason: 'NO_ENTRY' });
    expect(await world.balances(ada)).toEqual({ cash: FULL, locked: 0n });
    expect(await world.faults()).toEqual([]);
  });
});

describe('two engines on one database', () => {
  it('the second waits, and takes over when the first leaves', async () => {
    const first = world.engine;
    world.next();
    let started = false;
    const starting = world.engine.start().then(() => (started = true));
    await expect.poll(() => world.bus.request('trading.state', null)).toMatchObject({ ownership: 'standby' });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(started).toBe(false);
    const boards = await world.bus.request('prices.board', null);
    expect(boards[0]?.payouts[60]).toBe(8_500);
    expect(await world.place(ada)).toEqual({ ok: false, refusal: { code: 'PriceFeedError' } });
    await first.stop();
    await starting;
    expect(world.engine.isOwner()).toBe(true);
    expect(await world.bus.request('trading.state', null)).toMatchObject({ ownership: 'owner' });
    world.tick(100_00);
    expect(await world.place(ada)).toMatchObject({ ok: true });
  });

  it('a replaced owner commits nothing more and ends with code 3', async () => {
    const [firstEngine, firstBus] = [world.engine, world.bus];
    const firstPlace = () =>
      firstBus.request('trading.place', {
        actor: { userId: ada.userId, sessionId: 's', role: 'DEMO', realm: 'demo' },
        pair: 'BTC-USD',
        direction: 'UP',
        stake: TEN as never,
        durationSec: 60,
        payoutBps: 7_000,
        idempotency: null,
      });
    expect(await firstPlace()).toMatchObject({ ok: true });
    world.next();
    // The first is frozen: its session lives, its beats do not.
    const freeze = () => database.pool.query(`UPDATE shard_lease SET beat = now() - interval '10 s' WHERE epoch = 1`);
    await meanwhile(freeze, () => world.engine.start());
    world.tick(100_00);
    expect(await firstPlace()).toEqual({ ok: false, refusal: { code: 'PriceFeedError' } });
    expect(world.exits).toEqual([3]);
    expect(firstEngine.isOwner()).toBe(false);
    expect(await world.place(ada)).toMatchObject({ ok: true });
    expect(await count('prediction')).toBe(2);
    await firstEngine.stop();
    expect(await world.faults()).toEqual([]);
  });

  it('tells a request that was under way when a beat found the shard lost', async () => {
    const rival = await database.pool.connect();
    await rival.query('BEGIN');
    await rival.query('UPDATE shard_lease SET epoch = epoch + 1');
    const waiting = async () =>
      (
        await database.pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).rowCount;
    // A beat of the lease waits for the row, and the batch behind it: the beat hears of the loss first.
    await expect.poll(waiting).toBeGreaterThanOrEqual(1);
    const reply = world.place(ada);
    await expect.poll(waiting).toBeGreaterThanOrEqual(2);
    await rival.query('COMMIT');
    rival.release();
    expect(await reply).toEqual({ ok: false, refusal: { code: 'PriceFeedError' } });
    expect(world.exits).toEqual([3]);
    expect(await count('prediction')).toBe(0);
  });
});

describe('a lost connection', () => {
  it('at COMMIT, before or after the database heard it: nothing lost, nothing doubled (R-03)', async () => {
    await world.engine.stop();
    const proxy = await CommitProxy.open(database.url);
    const pool = createPool(proxy.url, { pipeline: true, max: 6 });
    try {
      world.next({ db: pool });
      await world.engine.start();
      const acknowledged: string[] = [];
      for (let round = 0; round < 20; round += 1) {
        world.tick(100_00, { ms: 1_000 });
        proxy.cuts = [round % 2 === 0 ? 'before' : 'after', ...(round % 5 === 0 ? (['after'] as const) : [])];
        acknowledged.push((await world.placed(ada, keyed(`k${round}`))).id);
      }
      expect(proxy.made).toBeGreaterThanOrEqual(20);
      const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM prediction ORDER BY id');
      expect(rows.map(({ id }) => id)).toEqual(acknowledged);
      expect(await world.faults()).toEqual([]);
    } finally {
      await world.engine.stop();
      await pool.end();
      await proxy.close();
    }
  });

  it('that swallows what is sent at COMMIT: the batch is stored once, without a word from TCP', async () => {
    await world.engine.stop();
    const proxy = await CommitProxy.open(database.url);
    const pool = createPool(proxy.url, { pipeline: true, max: 6, lostAfterMs: 200 });
    try {
      world.next({ db: pool });
      await world.engine.start();
      world.tick(100_00, { ms: 1_000 });
      const acknowledged: string[] = [];
      for (const [round, cut] of (['halted before', 'halted after'] as const).entries()) {
        proxy.cuts = [cut];
        acknowledged.push((await world.placed(ada, keyed(`h${round}`))).id);
      }
      expect(proxy.cuts).toEqual([]);
      const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM prediction ORDER BY id');
      expect(rows.map(({ id }) => id)).toEqual(acknowledged);
      expect(await world.faults()).toEqual([]);
    } finally {
      await world.engine.stop();
      await pool.end();
      await proxy.close();
    }
  });

  it('before COMMIT: the batch is made again and the memory is whole', async () => {
    const { id } = await world.placed(ada);
    const kill = () =>
      database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE pid <> pg_backend_pid() AND datname = current_database() AND query LIKE '%batch%' AND random() < 0.5`,
      );
    const replies: PlaceReply[] = [];
    await meanwhile(kill, async () => {
      for (let round = 0; round < 15; round += 1) {
        world.tick(100_00, { ms: 1_000 });
        replies.push(await world.place(ada, keyed(`k${round}`)));
      }
    });
    const acknowledged = replies.flatMap((reply) => (reply.ok ? (JSON.parse(reply.body) as { id: string }).id : []));
    const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM prediction');
    for (const one of [id, ...acknowledged]) expect(rows.map((row) => row.id)).toContain(one);
    world.tick(105_00, { ms: 58_000 });
    world.tick(105_00, { ms: 61_000 });
    world.tick(105_00, { ms: 61_000 });
    for (const row of rows) await world.settled(ada, row.id);
    expect(await world.faults()).toEqual([]);
  });
});

describe('stored answers', () => {
  it('are kept for 7 days, and not longer', async () => {
    await world.placed(ada, keyed('old'));
    world.tick(100_00, { ms: 1_000 });
    await world.placed(ada, keyed('new'));
    await database.pool.query(`UPDATE idem SET at = now() - interval '7 days 1 minute' WHERE key = 'old'`);
    expect(await forgetOldAnswers(database.pool)).toBe(1);
    expect(await forgetOldAnswers(database.pool)).toBe(0);
    expect(await count('idem')).toBe(1);
  });
});

describe('an owner that is frozen in the middle of a batch', () => {
  it('loses its transaction before the lease is over, so that the fence is free; what it was asked is judged anew', async () => {
    const other = await database.pool.connect();
    await other.query(`SET lock_timeout = '2800ms'`);
    const { clock } = world;
    let fence: Promise<unknown> | null = null;
    clock.now = () => {
      if (fence === null && new Error('where').stack?.includes('writer.ts') === true) {
        fence = other.query('SELECT 1 FROM shard_lease FOR UPDATE');
        // The whole thread stands still, as under SIGSTOP, with the first statement of the batch done.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_500);
      }
      return clock.at;
    };
    const reply = await world.place(ada, keyed('k'));
    await expect(fence).resolves.toMatchObject({ rowCount: 1 });
    other.release(true);
    expect(reply.ok).toBe(true);
    expect(await count('prediction')).toBe(1);
    expect(await world.balances(ada)).toEqual({ cash: FULL - TEN, locked: TEN });
  });
});
