import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import { createPool } from '#server/db/index.ts';
import type { CommandReply, ScheduleEntry } from '#server/trading/contract.ts';
import { scheduledQueries } from '#server/trading/index.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { CommitProxy } from './commit-proxy.ts';
import { World } from './trading-world.ts';
import type { Person } from './trading-world.ts';

const TEN = 10_000_000n;
const FULL = 10_000_000_000n;
const HOUR = 3_600_000;

let database: TestDatabase;
let world: World;
let people: Person[];
const told: ScheduledWire[] = [];

/** One database for all: each test has a person of its own, and time only goes on. */
beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query('SELECT ledger_check_grammar(true)');
  world = new World(database.pool);
  people = await world.people(20);
  await begin();
});
afterEach(async () => {
  world.prices.closesAt = Infinity;
  const faults = await world.faults();
  if (faults.length > 0) throw new Error(`the ledger is not healthy: ${faults.join(', ')}`);
});
afterAll(async () => {
  await world.engine.stop();
  await database.drop();
});

async function begin(): Promise<void> {
  world.bus.subscribe('trading.scheduled', ({ entry }) => told.push(entry));
  await world.engine.start();
  world.tick(100_00, { ms: 1_000 });
}

async function restart(options: Parameters<World['next']>[0] = {}, away = 0): Promise<void> {
  await world.engine.stop();
  world.clock.at += away;
  world.next(options);
  await begin();
}

function someone(): Person {
  const person = people.pop();
  if (person === undefined) throw new Error('nobody is left');
  return person;
}

const actorOf = ({ userId }: Person) => ({ userId, sessionId: randomUUID(), role: 'DEMO', realm: 'demo' }) as const;

function ask(person: Person, wanted: Partial<ScheduleEntry> = {}): Promise<CommandReply> {
  return world.bus.request('trading.schedule', {
    actor: actorOf(person),
    pair: 'BTC-USD',
    direction: 'UP',
    stake: usdt(TEN),
    durationSec: 60,
    payoutBps: 0,
    minPayoutBps: 7_000,
    when: { price: 105_00 },
    idempotency: null,
    ...wanted,
  });
}

async function wait(person: Person, wanted: Partial<ScheduleEntry> = {}): Promise<ScheduledWire> {
  return wireOf(await ask(person, wanted));
}

function wireOf(reply: CommandReply): ScheduledWire {
  if (!reply.ok) throw new Error(`refused: ${reply.refusal.code}`);
  return JSON.parse(reply.body) as ScheduledWire;
}

function cancel(person: Person, entryId: string): Promise<CommandReply> {
  return world.bus.request('trading.unschedule', { actor: actorOf(person), which: { entryId }, idempotency: null });
}

async function stored({ userId }: Person, id: string): Promise<ScheduledWire> {
  const found = await scheduledQueries(database.pool).one({ userId, realm: 'demo', id });
  if (found === null) throw new Error(`no entry ${id}`);
  return found;
}

/** Waits until the entry has ended in the database. */
async function ended(person: Person, id: string): Promise<ScheduledWire> {
  for (let tries = 0; ; tries += 1) {
    const found = await stored(person, id);
    if (found.status !== 'WAITING') return found;
    if (tries > 1_000) throw new Error('the entry went on waiting');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** After this everything that was asked for before is stored. */
async function settle(person: Person): Promise<void> {
  wireOf(await cancel(person, (await wait(person, { when: { price: 900_00 } })).id));
}

const whole = { cash: FULL, locked: 0n };
const held = { cash: FULL - TEN, locked: TEN };

describe('a scheduled entry', () => {
  it('waits with its stake locked, and becomes a prediction at the first price that reaches its own', async () => {
    const ada = someone();
    const entry = await wait(ada);
    expect(entry).toMatchObject({ status: 'WAITING', priceStr: '105.00', crosses: 'UP', at: null, stakeStr: '10.00' });
    expect(await world.balances(ada)).toEqual(held);
    world.tick(104_99, { ms: 300 });
    world.tick(98_00, { ms: 300 });
    await settle(ada);
    expect((await stored(ada, entry.id)).status).toBe('WAITING');
    const tick = world.tick(105_01, { ms: 300 });
    const done = await ended(ada, entry.id);
    expect(done).toMatchObject({ status: 'TRIGGERED', reason: null });
    expect(told.at(-1)).toEqual(done);
    const id = done.predictionId ?? '';
    expect(await world.stored(ada, id)).toMatchObject({ status: 'ADMITTED', stake: TEN, kAdm: tick.seq });
    expect(await world.balances(ada)).toEqual(held);
    // The entry price is that of any prediction: the first tick 500 ms after it was admitted.
    world.tick(106_00, { ms: 400 });
    world.tick(104_00, { ms: 200 });
    expect(await world.until(ada, id, ({ status }) => status === 'OPEN')).toMatchObject({ entry: { price: 104_00 } });
    world.tick(104_50, { ms: 60_000 });
    world.tick(104_50, { ms: 300 });
    expect(await world.settled(ada, id)).toMatchObject({ outcome: 'WIN' });
    const { cash, locked } = await world.balances(ada);
    expect(locked).toBe(0n);
    expect(cash).toBeGreaterThan(FULL);
  });

  it('becomes one when its time has come; while prices stand still it waits for them', async () => {
    const ada = someone();
    world.tick(100_00, { ms: 1_000 });
    const [prompt, paused, late] = [
      await wait(ada, { when: { at: world.clock.at + 10_000 } }),
      await wait(ada, { when: { at: world.clock.at + 20_000 } }),
      await wait(ada, { when: { at: world.clock.at + 20_000 }, pair: 'ETH-USD' }).catch(
        (error: Error) => error.message,
      ),
    ];
    expect(late).toBe('refused: PriceFeedError');
    world.tick(100_00, { ms: 9_999 });
    await settle(ada);
    expect((await stored(ada, prompt.id)).status).toBe('WAITING');
    world.tick(100_00, { ms: 1 });
    expect(await ended(ada, prompt.id)).toMatchObject({ status: 'TRIGGERED', price: null });
    world.tick(100_00, { ms: 5_000 });
    // The time comes on a stale feed: the tick of another pair is all that is heard.
    world.tick(2_000_00, { ms: 12_000, pair: 'ETH-USD' });
    world.tick(2_000_00, { ms: 300, pair: 'ETH-USD' });
    expect((await stored(ada, paused.id)).status).toBe('WAITING');
    world.tick(100_00, { ms: 300 });
    expect(await ended(ada, paused.id)).toMatchObject({ status: 'TRIGGERED' });
  });

  it('has one effect for an Idempotency-Key, and the same answer', async () => {
    const ada = someone();
    const keyed = { idempotency: { key: 'k', bodyHash: 'h' } };
    const replies = await Promise.all([ask(ada, keyed), ask(ada, keyed)]);
    const first = wireOf(replies[0]);
    expect(wireOf(replies[1])).toEqual(first);
    expect(await ask(ada, keyed)).toMatchObject({ ok: true, replayed: true });
    expect(await ask(ada, { idempotency: { key: 'k', bodyHash: 'other' } })).toMatchObject({
      refusal: { code: 'IdempotencyConflict', reason: 'content' },
    });
    expect(await world.balances(ada)).toEqual(held);
    wireOf(await cancel(ada, first.id));
    expect(await ask(ada, keyed)).toMatchObject({ ok: true, replayed: true });
    expect(await world.balances(ada)).toEqual(whole);
  });

  it('gives its stake back when it is cancelled, once, and to its owner alone', async () => {
    const [ada, ben] = [someone(), someone()];
    const { id } = await wait(ada);
    expect(await cancel(ben, id)).toEqual({ ok: false, refusal: { code: 'NotFound' } });
    expect(wireOf(await cancel(ada, id))).toMatchObject({ id, status: 'CANCELLED' });
    expect(await cancel(ada, id)).toEqual({ ok: false, refusal: { code: 'NotFound' } });
    expect(await world.balances(ada)).toEqual(whole);
    await wait(ada);
    await wait(ada, { when: { at: world.clock.at + HOUR } });
    world.tick(100_00, { ms: 1_000 });
    const both = await world.bus.request('trading.unschedule', {
      actor: actorOf(ada),
      which: { all: true },
      idempotency: null,
    });
    expect(both.ok && (JSON.parse(both.body) as { items: unknown[] }).items).toHaveLength(2);
    expect(await world.balances(ada)).toEqual(whole);
  });

  it('is refused where a prediction would be', async () => {
    const ada = someone();
    const code = async (wanted: Partial<ScheduleEntry>) => {
      world.tick(100_00, { ms: 1_000 });
      const reply = await ask(ada, wanted);
      return reply.ok ? 'ok' : reply.refusal.code;
    };
    expect(await code({ pair: 'NO-SUCH' })).toBe('NotFound');
    expect(await code({ stake: usdt(10_001_000_000n) })).toBe('StakeLimit');
    expect(await code({ durationSec: 61 })).toBe('DurationUnavailable');
    expect(await code({ payoutBps: 9_900 })).toBe('PayoutChanged');
    expect(await code({ when: { price: 100_00 } })).toBe('InvalidRequest');
    expect(await code({ when: { at: world.clock.at + 25 * HOUR } })).toBe('InvalidRequest');
    world.prices.closesAt = world.clock.at + HOUR;
    expect(await code({ when: { at: world.clock.at + HOUR } })).toBe('MarketClosed');
    expect(await world.balances(ada)).toEqual(whole);
  });
});

describe('at its trigger', () => {
  it('a payout below the least one refuses, and the stake comes back', async () => {
    const ada = someone();
    const { id } = await wait(ada, { minPayoutBps: 9_400 });
    expect(await world.balances(ada)).toEqual(held);
    world.tick(105_00, { ms: 500 });
    const done = await ended(ada, id);
    expect(done).toMatchObject({ status: 'REFUSED_AT_TRIGGER', reason: 'PayoutChanged', predictionId: null });
    expect(await world.balances(ada)).toEqual(whole);
    world.tick(100_00, { ms: 500 });
  });

  it('all entries of a person are opened that one price reaches, up to what still fits', async () => {
    const ada = someone();
    const ids: string[] = [];
    for (let no = 0; no < 8; no += 1) {
      world.tick(100_00, { ms: 1_000 });
      ids.push((await wait(ada, { stake: usdt(no === 7 ? 9_000_000_000n : TEN) })).id);
    }
    world.tick(105_00, { ms: 500 });
    const done = await Promise.all(ids.map((id) => ended(ada, id)));
    expect(done.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'TRIGGERED'));
    expect(await world.balances(ada)).toEqual({
      cash: FULL - 7n * TEN - 9_000_000_000n,
      locked: 7n * TEN + 9_000_000_000n,
    });
  });

  it('a market that has closed, a break of prices, or 24 h without them end the wait', async () => {
    const [ada, ben] = [someone(), someone()];
    world.tick(100_00, { ms: 1_000 });
    const { id } = await wait(ada);
    world.tick(106_00, { ms: 500, flags: TICK_FLAGS.break | TICK_FLAGS.gap });
    expect(await ended(ada, id)).toMatchObject({ status: 'EXPIRED', reason: 'feed' });
    world.tick(100_00, { ms: 500 });
    const old = await wait(ada);
    const timed = await wait(ben, { when: { at: world.clock.at + 5_000 } });
    world.clock.at += 24 * HOUR;
    expect(await ended(ada, old.id)).toMatchObject({ status: 'EXPIRED', reason: 'span' });
    expect(await ended(ben, timed.id)).toMatchObject({ status: 'EXPIRED', reason: 'late' });
    world.tick(100_00);
    const closed = await wait(ada);
    world.prices.setStatus('BTC-USD', 'CLOSED');
    expect(await ended(ada, closed.id)).toMatchObject({ status: 'EXPIRED', reason: 'session' });
    world.prices.setStatus('BTC-USD', 'ONLINE');
    expect(await world.balances(ada)).toEqual(whole);
    expect(await world.balances(ben)).toEqual(whole);
  });
});

describe('after a restart', () => {
  it('entries go on waiting; what prices did meanwhile is not looked at', async () => {
    const [ada, ben] = [someone(), someone()];
    const price = await wait(ada);
    const time = await wait(ben, { when: { at: world.clock.at + 30_000 } });
    await world.engine.stop();
    world.tick(107_00, { ms: 1_000 });
    world.tick(100_00, { ms: 10_000 });
    world.next();
    await begin();
    await settle(someone());
    expect((await stored(ada, price.id)).status).toBe('WAITING');
    expect(await world.balances(ada)).toEqual(held);
    world.tick(100_00, { ms: 30_000 });
    expect(await ended(ben, time.id)).toMatchObject({ status: 'TRIGGERED' });
    world.tick(105_00, { ms: 500 });
    expect(await ended(ada, price.id)).toMatchObject({ status: 'TRIGGERED' });
    world.tick(100_00, { ms: 500 });
  });

  it('on another kind of prices they end, and an hour away a time that went by has expired', async () => {
    const [ada, ben] = [someone(), someone()];
    const price = await wait(ada);
    const time = await wait(ben, { when: { at: world.clock.at + 60_000 } });
    await restart({ kind: 'live' }, HOUR);
    expect(await ended(ada, price.id)).toMatchObject({ status: 'EXPIRED', reason: 'feed' });
    expect(await ended(ben, time.id)).toMatchObject({ status: 'EXPIRED' });
    expect(await world.balances(ada)).toEqual(whole);
    expect(await world.balances(ben)).toEqual(whole);
    await restart();
  });

  it('a time that went by an hour ago opens nothing any more, though prices are fresh again', async () => {
    const ada = someone();
    const { id } = await wait(ada, { when: { at: world.clock.at + 30_000 } });
    await restart({}, HOUR);
    expect(await ended(ada, id)).toMatchObject({ status: 'EXPIRED', reason: 'late', predictionId: null });
    expect(await world.balances(ada)).toEqual(whole);
  });

  it('a commit that is cut at the trigger opens one prediction, whether or not the database heard it', async () => {
    const proxy = await CommitProxy.open(database.url);
    const pool = createPool(proxy.url, { pipeline: true, max: 6 });
    try {
      await restart({ db: pool });
      for (const cut of ['before', 'after'] as const) {
        const ada = someone();
        const { id } = await wait(ada);
        proxy.cuts = [cut];
        world.tick(105_00, { ms: 1_000 });
        // Back again at once: the entry must not need the price a second time.
        world.tick(100_00, { ms: 10 });
        expect(await ended(ada, id)).toMatchObject({ status: 'TRIGGERED' });
        const { rows } = await database.pool.query('SELECT 1 FROM prediction WHERE user_id = $1', [ada.userId]);
        expect(rows).toHaveLength(1);
        expect(await world.balances(ada)).toEqual(held);
      }
      expect(proxy.made).toBe(2);
    } finally {
      await restart();
      await pool.end();
      await proxy.close();
    }
  });
});
