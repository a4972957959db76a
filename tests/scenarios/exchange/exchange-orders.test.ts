import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#tests/database.ts';
import { closeMarket, money, openMarket, type MarketWorld } from './market-world.ts';
import type { Person } from '../trading/trading-world.ts';

const FULL = 10_000_000_000n;

let database: TestDatabase;
let world: MarketWorld;
let ada: Person;
let ben: Person;

beforeEach(async () => {
  ({ database, world, ada, ben } = await openMarket());
});

afterEach(() => closeMarket({ database, world }));

describe('orders of two people', () => {
  it('mint a set where both buy, and lock what rests', async () => {
    const maker = await world.ordered(ada, { price: 400, lots: 1_000 });
    expect(maker).toMatchObject({ status: 'OPEN', remaining: 10, held: 4, fills: [] });
    expect(await world.balances(ada)).toEqual({ cash: FULL - money(4), locked: money(4) });
    const taker = await world.ordered(ben, { outcome: 'DOWN', price: 650, lots: 1_500 });
    // The taker gets the maker's price: DOWN at 0.60; the fee is 6 % x 10 x 0.4 x 0.6.
    expect(taker).toMatchObject({ status: 'PARTLY_FILLED', filled: 10, remaining: 5, feeStr: '0.144' });
    expect(taker.fills).toMatchObject([{ price: 0.6, shares: 10, moneyStr: '6.00', role: 'taker' }]);
    expect(await world.balances(ada)).toEqual({ cash: FULL - money(4), locked: 0n });
    expect(await world.balances(ben)).toEqual({ cash: FULL - money(6 + 0.144 + 3.25), locked: money(3.25) });
    expect(await world.positions(ada)).toMatchObject([{ outcome: 'UP', shares: 10, costStr: '4.00' }]);
    expect(await world.positions(ben)).toMatchObject([{ outcome: 'DOWN', shares: 10 }]);
    expect(await world.faults()).toEqual([]);
  });

  it('are found by the end of an id, by which lists show it', async () => {
    await world.ordered(ada, { price: 400, lots: 1_000 });
    const order = await world.ordered(ben, { outcome: 'DOWN', price: 650, lots: 1_500 });
    const { queries } = world;
    const asked = (id = '') => ({ userId: ben.userId, realm: 'demo', search: id.slice(-8) }) as const;
    const [fill] = order.fills;
    expect((await queries.orders(asked(order.id))).items).toMatchObject([{ id: order.id }]);
    expect((await queries.fills(asked(fill?.id))).items).toMatchObject([{ id: fill?.id }]);
    const { marketId } = order.market;
    expect((await queries.positions(asked(marketId))).items).toMatchObject([{ market: { marketId } }]);
    expect(await queries.orders(asked('ffffffff'))).toEqual({ items: [], nextCursor: null });
    expect(await queries.fills(asked('ffffffff'))).toEqual({ items: [], nextCursor: null });
  });

  it('end by cancel once: the money comes back, and a second cancel tells the same', async () => {
    const { id } = await world.ordered(ada, { price: 400 });
    const reply = await world.cancel(ada, id);
    expect(reply).toMatchObject({ ok: true });
    expect(await world.cancel(ada, id)).toMatchObject(reply);
    expect(await world.cancel(ben, id)).toEqual({ ok: false, refusal: { code: 'NotFound' } });
    expect(await world.storedOrder(ada, id)).toMatchObject({ status: 'CANCELLED', endReason: 'user', remaining: 0 });
    expect(await world.balances(ada)).toEqual({ cash: FULL, locked: 0n });
    expect(await world.faults()).toEqual([]);
  });

  it('have one effect under one key, before and after a restart', async () => {
    const keyed = { idempotency: { key: 'k', bodyHash: 'h' }, price: 400 };
    const replies = await Promise.all(Array.from({ length: 20 }, () => world.order(ada, keyed)));
    expect(new Set(replies.map((reply) => (reply.ok ? reply.body : ''))).size).toBe(1);
    await world.engine.stop();
    world.next();
    await world.engine.start();
    world.tick(100_00, { ms: 1_000 });
    expect(await world.order(ada, keyed)).toEqual({ ...replies[0], replayed: true });
    expect(await world.balances(ada)).toEqual({ cash: FULL - money(4), locked: money(4) });
    // What rested before still meets.
    expect(await world.ordered(ben, { outcome: 'DOWN', price: 600 })).toMatchObject({ status: 'FILLED' });
    expect(await world.faults()).toEqual([]);
  });
});
