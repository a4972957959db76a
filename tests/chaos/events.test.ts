/** kill -9 while the holders of an event are paid in parts, while fills after the fact are undone, while the house maker sells, while people leave, and while full sets are made: each is paid once, and the pool is right in between. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CrashPoint } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { fundHouseMaker } from '#server/ledger/exchange-accounts.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { openPeople } from '#tests/funded-people.ts';
import {
  listedEvent,
  listedMarket,
  pastPostedMarket,
  resolvedEvent,
  resolvedMarket,
  type HeldMarket,
} from '#tests/holders.ts';
import { startEngine, type EngineProcess } from './engine-channel.ts';
import { FORM, LIMIT_MS } from './size.ts';

/** Four parts; the long form pays as many as the largest market may have. */
const HOLDERS = FORM === 'short' ? 3_500 : 100_000;
/** Before a part is stored, and after one is. */
const KILLS: readonly (readonly [CrashPoint, number])[] = [
  ['holders.paid', 1],
  ['batch.committed', 1],
  ['holders.paid', 2],
];

/** Holders of each outcome of an event: together more than are paid in one batch. */
const OF_EACH = 800;
const OUTCOMES = 3;
/** Before a part is stored, before all books end together, and after that. */
const LINKED_KILLS: readonly (readonly [CrashPoint, number])[] = [
  ['holders.paid', 1],
  ['holders.paid', 2],
  ['round.settled', 1],
];

let db: TestDatabase;
let folder: string;
let held: HeldMarket;
let buyer: string;
let leavers: readonly string[];

beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-events-'));
  const { people } = await openPeople(db.pool, HOLDERS);
  buyer = people[0]!.userId;
  leavers = people.slice(1, 3).map(({ userId }) => userId);
  held = await resolvedMarket(db.pool, people);
}, LIMIT_MS);
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (crash?: { readonly point: CrashPoint; readonly pass: number }) =>
  startEngine({
    databaseUrl: db.url,
    dataDir: join(folder, 'data'),
    aheadMs: 0,
    task: 'engine',
    ...(crash === undefined ? {} : { crash }),
  });

const faults = async () =>
  (await checkLedger(db.pool, { window: 'all' })).invariants.filter(({ found }) => found > 0).map(({ name }) => name);

const paid = async () =>
  (
    await db.pool.query<{ n: number; credit: string }>(
      'SELECT count(*)::int AS n, coalesce(sum(credit), 0) AS credit FROM realised WHERE market_id = $1 AND settled',
      [held.bookId],
    )
  ).rows[0]!;

it(
  `pays ${HOLDERS} holders once, killed ${KILLS.length} times on the way`,
  async () => {
    expect(await faults()).toEqual([]);
    for (const [point, pass] of KILLS) {
      const engine = await start({ point, pass });
      engine.ready.catch(() => undefined);
      expect(await engine.ended, `${point} ${pass}`).toBe('SIGKILL');
      expect(await faults(), `${point} ${pass}`).toEqual([]);
    }
    // Two parts were stored: one before each of the last two kills.
    expect(await paid()).toMatchObject({ n: 2_000 });
    const began = performance.now();
    const last = await start();
    await last.ready;
    const state = async () =>
      (await db.pool.query<{ state: string }>('SELECT state FROM market WHERE id = $1', [held.bookId])).rows[0]?.state;
    await expect.poll(state, { timeout: LIMIT_MS, interval: 100 }).toBe('SETTLED');
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    last.signal('SIGTERM');
    expect(await last.ended).toBe(0);
    expect(await paid()).toEqual({ n: HOLDERS, credit: String((HOLDERS / 2) * 1_000_000) });
    expect(await faults()).toEqual([]);
    process.stdout.write(`${HOLDERS} holders: the rest paid within ${seconds} s of a start\n`);
  },
  LIMIT_MS,
);

it(
  `ends ${OUTCOMES} books of one event together, killed ${LINKED_KILLS.length} times on the way`,
  async () => {
    const { people } = await openPeople(db.pool, OF_EACH);
    const outcomes = await resolvedEvent(db.pool, people, { outcomes: OUTCOMES });
    const books = outcomes.map(({ bookId }) => bookId);
    const states = async () =>
      (await db.pool.query<{ state: string }>('SELECT state FROM market WHERE id = ANY($1::uuid[])', [books])).rows.map(
        ({ state }) => state,
      );
    for (const [point, pass] of LINKED_KILLS) {
      const engine = await start({ point, pass });
      engine.ready.catch(() => undefined);
      expect(await engine.ended, `${point} ${pass}`).toBe('SIGKILL');
      expect(await faults(), `${point} ${pass}`).toEqual([]);
      expect(await states()).toEqual(books.map(() => 'ENDED'));
    }
    const last = await start();
    await last.ready;
    await expect.poll(states, { timeout: LIMIT_MS, interval: 100 }).toEqual(books.map(() => 'SETTLED'));
    last.signal('SIGTERM');
    expect(await last.ended).toBe(0);
    const { rows } = await db.pool.query<{ n: number; credit: string }>(
      'SELECT count(*)::int AS n, sum(credit) AS credit FROM realised WHERE market_id = ANY($1::uuid[]) AND settled',
      [books],
    );
    // Half of the holders of each outcome were right, whichever it was.
    expect(rows).toEqual([{ n: OUTCOMES * OF_EACH, credit: String((OUTCOMES * OF_EACH * 1_000_000) / 2) }]);
    expect(await faults()).toEqual([]);
  },
  LIMIT_MS,
);

/** Two parts: before the first is stored, after it is, and before the second. */
const UNDONE = 600;
const UNDO_KILLS: readonly (readonly [CrashPoint, number])[] = [
  ['fills.undone', 1],
  ['batch.committed', 1],
  ['fills.undone', 1],
];

it(
  `undoes ${UNDONE} fills after the fact once, killed ${UNDO_KILLS.length} times on the way`,
  async () => {
    const { people } = await openPeople(db.pool, 2 * UNDONE);
    const ids = people.map(({ userId }) => userId);
    const cash = async () =>
      (
        await db.pool.query<{ cash: string; n: number }>(
          `SELECT sum(credits - debits) AS cash, count(DISTINCT credits - debits)::int AS n FROM account
           WHERE owner_id = ANY($1::uuid[]) AND realm = 2 AND kind = 'user_cash'`,
          [ids],
        )
      ).rows[0];
    const had = await cash();
    const { bookId } = await pastPostedMarket(db.pool, people);
    expect(await cash()).not.toEqual(had);
    const undone = async () =>
      (await db.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM undone_fill WHERE market_id = $1', [bookId]))
        .rows[0]?.n;
    const left: (number | undefined)[] = [];
    for (const [point, pass] of UNDO_KILLS) {
      const engine = await start({ point, pass });
      engine.ready.catch(() => undefined);
      expect(await engine.ended, point).toBe('SIGKILL');
      expect(await faults(), point).toEqual([]);
      left.push(await undone());
    }
    expect(left).toEqual([0, 500, 500]);
    const last = await start();
    await last.ready;
    const state = async () =>
      (await db.pool.query<{ state: string }>('SELECT state FROM market WHERE id = $1', [bookId])).rows[0]?.state;
    await expect.poll(state, { timeout: LIMIT_MS, interval: 100 }).toBe('SETTLED');
    last.signal('SIGTERM');
    expect(await last.ended).toBe(0);
    expect([await undone(), await cash()]).toEqual([UNDONE, had]);
    expect(await faults()).toEqual([]);
  },
  LIMIT_MS,
);

/** Before the fill is stored, and after it is while nobody has been told. */
const SALES: readonly CrashPoint[] = ['order.filled', 'batch.committed'];

it(
  'sells from the house maker once, killed before and after it is stored, and quotes on from there',
  async () => {
    await transaction(db.pool, (tx) => fundHouseMaker(tx, { mode: 'sandbox', shard: 0 }));
    const { bookId: marketId } = await listedMarket(db.pool);
    const order = (engine: EngineProcess, key: string) =>
      engine.ask('exchange.order', {
        actor: { userId: buyer, sessionId: buyer, role: 'DEMO', realm: 'demo' },
        marketId,
        outcome: 'YES',
        side: 'BUY',
        terms: { type: 'LIMIT', price: 990, lots: 1_000, timeInForce: 'FAK', expiresAt: null, postOnly: false },
        idempotency: { key, bodyHash: '' },
      });
    const prices: number[] = [];
    for (const point of SALES) {
      const engine = await start({ point, pass: 1 });
      await engine.ready;
      await expect(order(engine, point)).rejects.toThrow('ended');
      expect(await engine.ended, point).toBe('SIGKILL');
      expect(await faults(), point).toEqual([]);
      const next = await start();
      await next.ready;
      const reply = await order(next, point);
      expect(reply, point).toMatchObject({ ok: true });
      prices.push((JSON.parse(reply.ok ? reply.body : '{}') as { averagePrice: number }).averagePrice);
      next.signal('SIGTERM');
      expect(await next.ended).toBe(0);
    }
    const { rows } = await db.pool.query<{ lots: string }>(
      'SELECT lots FROM position WHERE market_id = $1 AND user_id <> $2',
      [marketId, buyer],
    );
    expect(rows).toEqual([{ lots: String(-1_000 * SALES.length) }]);
    expect(prices[1]).toBeGreaterThanOrEqual(prices[0]!);
    expect(await faults()).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'lets each leave once after a clarification, killed before and after the sale is stored',
  async () => {
    const { marketId: asked, bookId: marketId } = await listedMarket(db.pool);
    const actorOf = (userId: string) => ({ userId, sessionId: userId, role: 'DEMO', realm: 'demo' }) as const;
    const first = await start();
    await first.ready;
    for (const userId of leavers) {
      const bought = await first.ask('exchange.order', {
        actor: actorOf(userId),
        marketId,
        outcome: 'YES',
        side: 'BUY',
        terms: { type: 'LIMIT', price: 990, lots: 500, timeInForce: 'FAK', expiresAt: null, postOnly: false },
        idempotency: { key: userId, bodyHash: '' },
      });
      expect(bought).toMatchObject({ ok: true });
    }
    first.signal('SIGTERM');
    expect(await first.ended).toBe(0);
    await db.pool.query(
      `INSERT INTO event_clarification (market_id, version, text, at, exit_until, fair_real, fair_demo, amends)
       SELECT id, version + 1, 'A draw is NO.', $2, cut_off_at, 500, 500, rules_hash FROM event_market WHERE id = $1`,
      [asked, Date.now()],
    );
    const leave = (engine: EngineProcess, userId: string) =>
      engine.ask('exchange.leave', { actor: actorOf(userId), marketId, idempotency: { key: 'leave', bodyHash: '' } });
    for (const [at, point] of SALES.entries()) {
      const userId = leavers[at]!;
      const engine = await start({ point, pass: 1 });
      await engine.ready;
      await expect(leave(engine, userId)).rejects.toThrow('ended');
      expect(await engine.ended, point).toBe('SIGKILL');
      expect(await faults(), point).toEqual([]);
      const next = await start();
      await next.ready;
      const reply = await leave(next, userId);
      expect(reply, point).toMatchObject({ ok: true });
      expect(JSON.parse(reply.ok ? reply.body : '{}')).toMatchObject({ filled: 5, averagePrice: 0.5, fee: 0 });
      next.signal('SIGTERM');
      expect(await next.ended).toBe(0);
    }
    const { rows } = await db.pool.query<{ lots: string; n: number }>(
      `SELECT sum(lots) AS lots, count(*)::int AS n FROM fill WHERE market_id = $1 AND taker_side = 'SELL'`,
      [marketId],
    );
    expect(rows).toEqual([{ lots: '1000', n: SALES.length }]);
    expect(await faults()).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'makes, gives back and turns full sets once, killed before and after each is stored',
  async () => {
    const event = await listedEvent(db.pool, OUTCOMES);
    const marketId = event[0]!.bookId;
    const actor = {
      userId: buyer,
      sessionId: buyer,
      role: 'DEMO',
      realm: 'demo',
    } as const;
    for (const [at, point] of (['sets.moved', 'batch.committed'] as const).entries()) {
      for (const [move, lots] of [
        ['mint', 500],
        ['melt', 200],
      ] as const) {
        const ask = (engine: EngineProcess) =>
          engine.ask('exchange.sets', {
            actor,
            marketId,
            move,
            lots,
            idempotency: { key: `${move} ${at}`, bodyHash: '' },
          });
        const engine = await start({ point, pass: 1 });
        await engine.ready;
        await expect(ask(engine)).rejects.toThrow('ended');
        expect(await engine.ended, `${point} ${move}`).toBe('SIGKILL');
        expect(await faults(), `${point} ${move}`).toEqual([]);
        const next = await start();
        await next.ready;
        expect(await ask(next), `${point} ${move}`).toMatchObject({
          ok: true,
          replayed: point === 'batch.committed',
        });
        next.signal('SIGTERM');
        expect(await next.ended).toBe(0);
      }
    }
    const money = await db.pool.query<{ paid: string; pool: string }>(
      `SELECT (SELECT sum(paid) FROM set_move WHERE user_id = $1) AS paid, a.credits - a.debits AS pool
       FROM account a WHERE a.id = (SELECT pool FROM market WHERE id = $2)`,
      [buyer, marketId],
    );
    expect(money.rows).toEqual([{ paid: '6000000', pool: '6000000' }]);
    const { rows } = await db.pool.query<{ lots: string }>(
      'SELECT lots FROM position WHERE market_id = ANY($1::uuid[])',
      [event.map(({ bookId }) => bookId)],
    );
    expect(rows).toEqual(event.map(() => ({ lots: '600' })));
    expect(await faults()).toEqual([]);
  },
  LIMIT_MS,
);
