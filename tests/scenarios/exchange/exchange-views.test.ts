import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { houseMakerFunded } from '#domain/ledger/exchange-entries.ts';
import { usdt } from '#domain/money.ts';
import { toIso } from '#protocol/codecs.ts';
import type { OrderWire, PositionWire, PublicFillWire } from '#protocol/exchange.ts';
import { transaction } from '#server/db/index.ts';
import { makerAccounts } from '#server/ledger/exchange-accounts.ts';
import { houseAccounts, post } from '#server/ledger/index.ts';
import type { TestDatabase } from '#tests/database.ts';
import { closeMarket, money, openMarket, ROUND_START, type MarketWorld } from './market-world.ts';
import type { Person } from '../trading/trading-world.ts';

let database: TestDatabase;
let world: MarketWorld;
let ada: Person;
let ben: Person;

beforeEach(async () => {
  ({ database, world, ada, ben } = await openMarket());
});

afterEach(() => closeMarket({ database, world }));

const book = () => world.bus.request('exchange.book', { realm: 'demo', marketId: world.marketId, depth: 50 });

describe('what people see', () => {
  it('is told after the commit: orders, fills and holdings to their owners, fills and books to all', async () => {
    const orders: { userId: string; order: OrderWire }[] = [];
    const held: { userId: string; position: PositionWire }[] = [];
    const fills: PublicFillWire[] = [];
    const books: number[] = [];
    world.bus.subscribe('exchange.order', (told) => orders.push(told));
    world.bus.subscribe('exchange.position', (told) => held.push(told));
    world.bus.subscribe('exchange.fills', (told) => fills.push(...told.fills));
    world.bus.subscribe('exchange.book', ({ seq }) => books.push(seq));
    await world.ordered(ada, { price: 400 });
    await world.ordered(ben, { outcome: 'DOWN', price: 600 });
    const told = orders.map(({ userId, order }) => `${userId}/${order.status}`);
    expect(told[0]).toBe(`${ada.userId}/OPEN`);
    expect(new Set(told.slice(1))).toEqual(new Set([`${ada.userId}/FILLED`, `${ben.userId}/FILLED`]));
    expect(new Set(held.map(({ userId, position }) => `${userId}/${position.outcome}/${position.shares}`))).toEqual(
      new Set([`${ada.userId}/UP/10`, `${ben.userId}/DOWN/10`]),
    );
    expect(fills).toMatchObject([{ outcome: 'DOWN', side: 'BUY', price: 0.6, shares: 10 }]);
    expect(JSON.stringify(fills)).not.toContain(ada.userId);
    expect(books).toEqual([1, 2]);
    expect((await book())?.seq).toBe(2);
  });

  it('is one book of orders and quotes, which never cross', async () => {
    await world.fund();
    const alone = await book();
    expect(alone).toMatchObject({ quoted: true, status: 'OPEN' });
    const bid = alone!.bids[0]!.price;
    const ask = alone!.asks[0]!.price;
    expect(bid).toBeLessThan(ask);
    // A bid inside the spread, and one that stands behind the maker's quotes.
    await world.ordered(ada, { price: Math.round(ask * 1_000) - 10, lots: 500 });
    await world.ordered(ben, { price: 50, lots: 200 });
    const shown = await book();
    expect(shown!.bids[0]).toEqual({ price: ask - 0.01, shares: 5, orders: 1 });
    expect(shown!.bids.at(-1)).toEqual({ price: 0.05, shares: 2, orders: 1 });
    expect(shown!.bids[0]!.price).toBeLessThan(shown!.asks[0]!.price);
    const market = await world.bus.request('exchange.market', { realm: 'demo', marketId: world.marketId });
    expect(market).toMatchObject({ kind: 'round', status: 'OPEN', feeRate: 0.06, top: { ask }, volume: 0 });
  });

  it('says the chance of Up of each pair whose round has two sides, worked out once for a while', async () => {
    await world.fund();
    await world.runTo(ROUND_START + 20_000);
    const ask = (windowSec: number) => world.bus.request('exchange.chances', { realm: 'demo', windowSec });
    const shown = (await world.rounds())!.find(
      (round) => round.window === '5m' && Date.parse(round.startsAt) <= world.clock.at,
    );
    expect(shown?.up.mid).not.toBeNull();
    const [first] = await ask(300);
    expect(first).toEqual({ pair: 'BTC-USD', up: shown?.up.mid });
    // Nobody saw the beginning of the day's round.
    expect(await ask(86_400)).toEqual([]);
    world.prices.setStatus('BTC-USD', 'OFFLINE');
    expect(await ask(300)).toEqual([first]);
    world.clock.at += 2_000;
    expect(await ask(300)).toEqual([]);
  });

  it('names the rounds of a pair, paused while its prices are away, and no pair that is not there', async () => {
    const open = await world.rounds();
    // Nobody saw the beginning of the day's round, and the next one does not take orders yet.
    expect(new Set(open!.map((round) => round.window))).toEqual(new Set(['5m', '15m', '1h', '4h']));
    expect(open!.every(({ status, realm }) => status === 'OPEN' && realm === 'demo')).toBe(true);
    world.prices.setStatus('BTC-USD', 'OFFLINE');
    expect((await world.rounds())!.every(({ status, quoted }) => status === 'PAUSED' && !quoted)).toBe(true);
    expect(await world.bus.request('exchange.rounds', { realm: 'demo', pair: 'NO-SUCH' })).toBeNull();
    expect(await world.bus.request('exchange.book', { realm: 'demo', marketId: randomUUID(), depth: 5 })).toBeNull();
  });
});

describe('a house maker without enough money', () => {
  const cash = async () => {
    const { rows } = await database.pool.query<{ cash: string }>(
      "SELECT credits - debits AS cash FROM account WHERE kind = 'house_maker' AND realm = 2",
    );
    return BigInt(rows[0]!.cash);
  };
  /** Journal 43, back to the mint, until the maker has `left`. */
  const leave = (left: bigint) =>
    transaction(database.pool, async (tx) => {
      const maker = await makerAccounts(tx, { realm: 'demo', shard: 0 });
      const { mint } = (await houseAccounts(tx, 0)).demo;
      const amount = usdt((await cash()) - left);
      const back = { realm: 'demo', refId: randomUUID(), from: maker.cash, to: mint, amount } as const;
      expect(await post(tx, houseMakerFunded(back))).toBe('posted');
    });
  const take = (lots: number) => world.order(ben, { price: 990, lots, timeInForce: 'FAK' });
  const shown = async () => {
    const [all, one] = [await world.rounds(), await book()];
    const market = await world.bus.request('exchange.market', { realm: 'demo', marketId: world.marketId });
    const chances = await world.bus.request('exchange.chances', { realm: 'demo', windowSec: 300 });
    return {
      quoted: [one!.quoted, all!.some(({ quoted }) => quoted)],
      depth: [...one!.bids, ...one!.asks],
      tops: [market!.top, ...all!.map(({ up }) => up)].flatMap((top) => [top.bid, top.ask]).filter((price) => price),
      chances,
    };
  };
  const NOTHING = { quoted: [false, false], depth: [], tops: [], chances: [] };

  it('shows nothing of what no order would meet', async () => {
    expect(await shown()).toEqual(NOTHING);
    expect(await take(100)).toMatchObject({ ok: false, refusal: { code: 'OrderRejected', reason: 'no_fill' } });
    await world.fund();
    expect(await shown()).toMatchObject({ quoted: [true, true] });
  });

  it('shows all that it can pay for with the least that it quotes with, and nothing below', async () => {
    await world.fund();
    await leave(money(100));
    const { asks } = (await book())!;
    const depth = Math.round(asks.reduce((sum, { shares }) => sum + shares, 0) * 100);
    expect(depth).toBe(10_000);
    const all = await take(depth);
    expect(all.ok && (JSON.parse(all.body) as OrderWire)).toMatchObject({ status: 'FILLED', filled: 100 });
    expect(await cash()).toBeLessThan(money(100));
    // Its batch told what is left; the order before it is no reason to ask the tables.
    expect(await shown()).toMatchObject(NOTHING);
    expect(await take(100)).toMatchObject({ ok: false, refusal: { reason: 'no_fill' } });
    expect(await world.faults()).toEqual([]);
  });

  it('is known after a restart', async () => {
    await world.fund();
    await leave(money(99));
    await world.engine.stop();
    world.next();
    await world.engine.start();
    world.tick(100_00, { ms: 1_000 });
    expect(await shown()).toMatchObject({ quoted: [false, false], depth: [] });
  });
});

describe('an order', () => {
  it('of a time ends at it, though nobody asks', async () => {
    const timed = { price: 400, timeInForce: 'GTD', expiresAt: world.clock.at + 5_000 } as const;
    const { id } = await world.ordered(ada, timed);
    const endedAt = toIso(timed.expiresAt);
    // Nothing has told the engine yet: no timer came.
    world.clock.at += 5_500;
    const over = { id, status: 'EXPIRED', endReason: 'time', endedAt, remaining: 0, held: 0 };
    expect(await world.storedOrder(ada, id)).toMatchObject(over);
    const list = (status: 'open' | 'done') => world.queries.orders({ userId: ada.userId, realm: 'demo', status });
    expect((await list('open')).items.map((one) => one.id)).not.toContain(id);
    expect((await list('done')).items).toContainEqual(expect.objectContaining(over));
    const late = await world.cancel(ada, id);
    expect(late.ok && JSON.parse(late.body)).toMatchObject(over);
    await world.runTo(world.clock.at + 500);
    expect(await world.storedOrder(ada, id)).toMatchObject(over);
    expect(await world.faults()).toEqual([]);
  });

  it('of one person does not meet another of the same person: the resting one is cancelled', async () => {
    const { id } = await world.ordered(ada, { price: 400 });
    const second = await world.ordered(ada, { outcome: 'DOWN', price: 600 });
    expect(second).toMatchObject({ status: 'OPEN', fills: [] });
    expect(await world.storedOrder(ada, id)).toMatchObject({ status: 'CANCELLED', endReason: 'self_trade' });
    expect(await world.faults()).toEqual([]);
  });

  it('is cancelled with all others of its owner and of nobody else', async () => {
    const own = [await world.ordered(ada, { price: 400 }), await world.ordered(ada, { price: 300 })];
    const others = await world.ordered(ben, { price: 200 });
    const actor = { userId: ada.userId, sessionId: randomUUID(), role: 'DEMO', realm: 'demo' } as const;
    const reply = await world.bus.request('exchange.cancel', { actor, which: { marketId: null }, idempotency: null });
    if (!reply.ok) throw new Error(reply.refusal.code);
    const { items } = JSON.parse(reply.body) as { items: OrderWire[] };
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(own.map(({ id }) => id)));
    expect(await world.storedOrder(ben, others.id)).toMatchObject({ status: 'OPEN' });
    expect(await world.balances(ada)).toMatchObject({ locked: 0n });
    expect(await world.faults()).toEqual([]);
  });

  it('is refused for what is wrong with it, and changes nothing', async () => {
    const codes = await Promise.all(
      [
        { marketId: randomUUID() },
        { outcome: 'SIDEWAYS' },
        { price: 455 },
        { lots: 99 },
        { side: 'SELL' as const },
        { price: 999, lots: 2_000_000 },
      ].map(async (wish) => {
        const reply = await world.order(ada, wish);
        return reply.ok ? 'ok' : reply.refusal.code;
      }),
    );
    expect(codes.slice(0, 5)).toEqual([
      'NotFound',
      'InvalidRequest',
      'InvalidRequest',
      'InvalidRequest',
      'OrderRejected',
    ]);
    expect(codes[5]).not.toBe('ok');
    const { rows } = await database.pool.query('SELECT 1 FROM market UNION ALL SELECT 1 FROM market_order');
    expect(rows).toEqual([]);
  });
});
