import { describe, expect, it } from 'vitest';
import { ExchangeWorld, HOUR, NOW, refusalOf, roundOf } from '#tests/exchange-world.ts';
import { usdt } from '../../money.ts';
import { bonusOf } from '../maker/bonus.ts';
import { HOUSE } from './contract.ts';
import type { OrderCommand, OrderEffect, PlaceOrder } from './contract.ts';
import { decideOrders } from './decide.ts';
import { dueCommands } from './due.ts';
import { touchedBy } from './touched.ts';

const USDT = 1_000_000n;
const rich = (...people: readonly string[]) => {
  const world = new ExchangeWorld();
  for (const name of people) world.fund(name, 1_000n * USDT);
  return world;
};

/** Everything that a state says, as text. */
function picture(world: ExchangeWorld): string {
  const { markets, orders, byOwner } = world.state;
  const books = [...markets.values()].map(({ market, book, positions }) => [
    market,
    book.levels('bid'),
    book.levels('ask'),
    [...positions.values()],
  ]);
  const parts = [books, [...orders.values()], [...byOwner].map(([key, ids]) => [key, [...ids]])];
  return JSON.stringify(parts, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
}

const changedBy = (effect: OrderEffect, id: string) =>
  effect.kind === 'done' ? effect.changes.orders.find((one) => one.id === id) : null;

const order = (changes: Partial<PlaceOrder>): PlaceOrder => ({
  kind: 'place',
  id: 'x',
  realm: 'demo',
  userId: 'ann',
  marketId: 'round',
  outcome: 0,
  side: 'BUY',
  type: 'LIMIT',
  price: 500,
  lots: 1_000,
  amount: null,
  timeInForce: 'GTC',
  postOnly: false,
  expiresAt: null,
  standing: null,
  ...changes,
});

describe('a batch of commands', () => {
  it('leaves no trace of one that throws, and goes on with the others (R-16)', () => {
    const world = rich('ann', 'ben', 'cleo');
    world.place('ben', { outcome: 1, lots: 300 });
    world.place('ben', { outcome: 1, lots: 300 });
    const moment = world.moment();
    let asked = 0;
    const poisoned = {
      ...moment,
      accounts: {
        ...moment.accounts,
        market: (id: string) => {
          asked += 1;
          if (asked === 2) throw new Error('no account');
          return moment.accounts.market(id);
        },
      },
    };
    const before = picture(world);
    const cash = new Map(moment.cash);
    const [failed] = decideOrders(world.state, [order({ id: 'x1' })], poisoned);
    expect(failed).toMatchObject({ kind: 'failed', error: new Error('no account') });
    expect(picture(world)).toBe(before);
    expect(moment.cash).toEqual(cash);
    const effects = decideOrders(world.state, [order({ id: 'x2' }), order({ id: 'x3', userId: 'cleo' })], moment);
    expect(effects.map(({ kind }) => kind)).toEqual(['done', 'done']);
  });

  it('leaves no trace of a refusal either', () => {
    const world = rich('ann', 'ben');
    world.place('ben', { outcome: 1, lots: 300 });
    world.place('ann', { price: 100 });
    const before = picture(world);
    expect(refusalOf(world.place('ann', { timeInForce: 'FOK' }))).toBe('no_fill');
    expect(refusalOf(world.place('ann', { postOnly: true }))).toBe('post_only');
    expect(refusalOf(world.place('ann', { lots: 900_000 }))).toBe('NoBalance');
    expect(picture(world)).toBe(before);
  });

  it('spends cash once, and lets a credit be spent by the next', () => {
    const world = rich('ben').fund('ann', 6n * USDT);
    const commands = ['x1', 'x2'].map((id) => order({ id, postOnly: true }));
    const moment = world.moment();
    const effects = decideOrders(world.state, commands, moment);
    expect(effects.map((effect) => refusalOf(effect))).toEqual([null, 'NoBalance']);
    const [, again] = decideOrders(
      world.state,
      [{ kind: 'cancel', realm: 'demo', userId: 'ann', orderId: 'x1' }, order({ id: 'x3', postOnly: true })],
      moment,
    );
    expect(again).toMatchObject({ kind: 'done' });
  });

  it('is the same for the same input', () => {
    const run = () => {
      const world = rich('ann', 'ben').fund(HOUSE, 50n * USDT);
      world.outside.quotesOf = () => [{ side: 'ask', price: 510, lots: 700 }];
      const commands: OrderCommand[] = [
        order({ id: 'x1', price: 520 }),
        order({ id: 'x2', userId: 'ben', outcome: 1, price: 480, lots: 700 }),
        { kind: 'cancel_all', because: 'user', realm: 'demo', userId: 'ann', marketId: null },
      ];
      return decideOrders(world.state, commands, world.moment());
    };
    expect(run()).toEqual(run());
    expect(run().map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
  });

  it('stops when the book and the decision come to different fills', () => {
    const world = rich('ann', 'ben');
    world.place('ben', { outcome: 1, lots: 300 });
    const live = world.state.markets.get('round')!;
    live.book.reduce(world.state.orders.get('o1')!.handle, 100);
    expect(() => decideOrders(world.state, [order({})], world.moment())).toThrow('otherwise than was decided');
  });
});

describe('orders that end', () => {
  it('belong to whoever cancels them', () => {
    const world = rich('ann', 'ben');
    world.place('ann', { price: 400 });
    const cancel = (userId: string) => world.do({ kind: 'cancel', realm: 'demo', userId, orderId: 'o1' });
    expect(refusalOf(cancel('ben'))).toBe('NotFound');
    expect(cancel('ann')).toMatchObject({ order: { status: 'CANCELLED', end: 'user', held: 0n, resting: 0 } });
    expect(refusalOf(cancel('ann'))).toBe('NotFound');
    expect(world.cash('ann')).toBe(1_000n * USDT);
  });

  it('make way when their owner would meet himself', () => {
    const world = rich('ann', 'ben');
    world.place('ann', { outcome: 1, price: 550 });
    world.place('ben', { outcome: 1, price: 500 });
    const effect = world.place('ann', { price: 500 });
    expect(effect).toMatchObject({ order: { status: 'FILLED' } });
    expect(effect.kind === 'done' && effect.changes.orders.map(({ end }) => end)).toEqual(['self_trade', null, null]);
  });

  it('expire at their time, at a pause, at the cut-off', () => {
    const world = rich('ann');
    world.place('ann', { price: 400, timeInForce: 'GTD', expiresAt: NOW + 10 });
    world.place('ann', { price: 300 });
    expect(dueCommands(world.state, NOW + 9)).toEqual([]);
    world.now = NOW + 10;
    expect(touchedBy(world.state, dueCommands(world.state, world.now), world.now).people).toEqual([
      { userId: 'ann', realm: 'demo' },
    ]);
    expect(dueCommands(world.state, world.now)).toEqual([{ kind: 'expire_due', at: world.now }]);
    expect(world.do({ kind: 'expire_due', at: world.now })).toMatchObject({
      changes: { orders: [{ status: 'EXPIRED', end: 'time' }] },
    });
    expect(dueCommands(world.state, world.now)).toEqual([]);
    expect(world.do({ kind: 'market', marketId: 'round', event: 'pause' })).toMatchObject({
      changes: { orders: [{ status: 'EXPIRED', end: 'pause' }], markets: [{ status: 'PAUSED' }] },
    });
    world.now = NOW + 2 * HOUR;
    const events = [];
    for (let due = dueCommands(world.state, world.now); due.length > 0; due = dueCommands(world.state, world.now)) {
      for (const command of due) {
        if (command.kind === 'market') events.push(command.event);
        world.do(command);
      }
    }
    expect(events).toEqual(['cut_off', 'end']);
    expect(world.cash('ann')).toBe(1_000n * USDT);
  });

  it('are not met after their time, though no timer has come yet', () => {
    const world = rich('ann', 'ben', 'cleo');
    world.place('ann', { outcome: 1, price: 550, timeInForce: 'GTD', expiresAt: NOW + 5 });
    world.place('cleo', { outcome: 1, price: 500, lots: 400 });
    world.now = NOW + 5;
    const effect = world.place('ben', { price: 500 });
    expect(effect).toMatchObject({
      order: { filled: 400 },
      changes: { orders: [{ id: 'o1', status: 'EXPIRED', end: 'time' }, {}, {}] },
    });
    expect(world.cash('ann')).toBe(1_000n * USDT);
  });

  it('have ended at their time or at the cut-off, whoever comes before the timer', () => {
    const world = rich('ann');
    world.place('ann', { price: 400, timeInForce: 'GTD', expiresAt: NOW + 5 });
    world.place('ann', { price: 300, timeInForce: 'GTD', expiresAt: NOW + 9_000 * HOUR });
    const { cutOffAt } = roundOf();
    expect(world.state.orders.get('o2')?.order.expiresAt).toBe(cutOffAt);
    world.now = NOW + 7;
    expect(world.do({ kind: 'cancel', realm: 'demo', userId: 'ann', orderId: 'o1' })).toMatchObject({
      order: { status: 'EXPIRED', end: 'time', endedAt: NOW + 5, resting: 0, held: 0n },
    });
    world.now = cutOffAt + 30;
    expect(
      world.do({ kind: 'cancel_all', realm: 'demo', userId: 'ann', marketId: null, because: 'user' }),
    ).toMatchObject({
      changes: { orders: [{ id: 'o2', status: 'EXPIRED', end: 'cut_off', endedAt: cutOffAt }] },
    });
    expect(world.cash('ann')).toBe(1_000n * USDT);
  });

  it('sell shares that are gone no more: the newest order shrinks to what is covered, or ends, and the others stay', () => {
    const world = rich('ann', 'ben', 'cleo');
    world.place('ann', { price: 450 });
    world.place('ben', { outcome: 1, price: 550 });
    world.place('ann', { side: 'SELL', price: 900, lots: 300 });
    world.place('ann', { side: 'SELL', price: 910, lots: 300 });
    world.place('ann', { outcome: 1, price: 300, lots: 500 });
    const effect = world.place('cleo', { price: 700, lots: 500 });
    const ended = effect.kind === 'done' ? effect.changes.orders.filter(({ end }) => end === 'netted') : [];
    expect(ended.map(({ id }) => id)).toEqual([]);
    expect(world.state.orders.get('o4')?.order).toMatchObject({ status: 'OPEN', lots: 300, filled: 0, resting: 200 });
    expect(world.state.orders.get('o3')?.order).toMatchObject({ resting: 300 });
    expect(world.state.markets.get('round')?.positions.get('ann')).toMatchObject({ lots: 500, reserved: 500 });
    expect(world.state.markets.get('round')?.book.levels('ask')).toMatchObject([
      { price: 900, lots: 300 },
      { price: 910, lots: 200 },
    ]);
    // What is left of it is met: it is not filled whole, and says why.
    const last = world.place('cleo', { price: 910, lots: 500 });
    expect(last).toMatchObject({ order: { status: 'FILLED' } });
    expect(changedBy(last, 'o4')).toMatchObject({ status: 'CANCELLED', end: 'netted', filled: 200, resting: 0 });
  });

  it('are met by the taker that made them smaller only for what is left of them', () => {
    const world = rich('ann', 'ben', 'cleo');
    world.place('ann', { price: 450 });
    world.place('ben', { outcome: 1, price: 550 });
    world.place('ann', { side: 'SELL', price: 720, lots: 1_000 });
    world.place('ann', { outcome: 1, price: 300, lots: 400 });
    // 400 of ann's other outcome, then the 600 of hers that are left.
    const effect = world.place('cleo', { price: 720, lots: 1_000 });
    expect(effect).toMatchObject({ order: { status: 'FILLED', filled: 1_000 } });
    expect(changedBy(effect, 'o3')).toMatchObject({ status: 'CANCELLED', end: 'netted', filled: 600 });
    expect(world.state.markets.get('round')?.positions.get('ann')).toMatchObject({ lots: 0, reserved: 0 });
    expect(world.state.markets.get('round')?.book.size).toBe(0);
  });
});

describe('the accounts that commands touch', () => {
  it('are those of the owners that could be met, as far as the lots go', () => {
    const world = rich('ann', 'ben', 'cleo', 'dan', 'eve');
    world.place('ben', { outcome: 1, price: 500, lots: 300 });
    world.place('cleo', { outcome: 1, price: 490, lots: 300 });
    world.place('dan', { outcome: 1, price: 480, lots: 300 });
    world.place('eve', { price: 100 });
    const people = (command: OrderCommand) => touchedBy(world.state, [command], NOW).people.map(({ userId }) => userId);
    expect(people(order({ price: 510, lots: 300 }))).toEqual(['ben', 'ann']);
    expect(people(order({ price: 510, lots: 900 }))).toEqual(['ben', 'cleo', 'ann']);
    expect(people(order({ price: 990, lots: 301 }))).toEqual(['ben', 'cleo', 'ann']);
    const spend = { type: 'MARKET', timeInForce: 'FAK', price: 990, lots: null } as const;
    expect(people(order({ ...spend, amount: usdt(USDT) }))).toEqual(['ben', 'ann']);
    expect(people(order({ ...spend, amount: usdt(4n * USDT) }))).toEqual(['ben', 'cleo', 'dan', 'ann']);
    expect(people({ kind: 'market', marketId: 'round', event: 'pause' })).toEqual(['ben', 'cleo', 'dan', 'eve']);
    expect(touchedBy(world.state, [order({ marketId: 'other' })], NOW).markets).toEqual(['other']);
  });
});

describe('the bonus of makers', () => {
  /** Two people of one hand: `mal` rests, `dora` takes, at a price where the stake is high and the fee low. */
  function farm(world: ExchangeWorld): void {
    world.outside.bonusOf = (fill) => bonusOf(fill, { linked: false, mirrored: false });
    world.place('mal', { price: 950, lots: 10_000 });
    world.now += 1_000;
    world.place('dora', { outcome: 1, price: 50, lots: 10_000 });
  }
  const finish = (world: ExchangeWorld) => {
    world.now = NOW + 2 * HOUR;
    for (const event of ['cut_off', 'end'] as const) world.do({ kind: 'market', marketId: 'round', event });
  };

  it('is a loss for two accounts that farm it at 0.95 and 0.05', () => {
    const world = rich('mal', 'dora');
    farm(world);
    finish(world);
    world.do({ kind: 'settle', marketId: 'round', result: { kind: 'WON', outcome: 0 } });
    // 95.00 of stake would earn 0.95 at 1 %; the fee of 100 shares is 0.285, and half of it the cap.
    expect(world.balance('fees')).toBe(285_000n);
    expect(world.balance('mm_payable', 'mal')).toBe(142_500n);
    expect(world.balance('mm_expense')).toBe(142_500n);
    const both = world.cash('mal') + world.cash('dora') + world.balance('mm_payable', 'mal');
    expect(both - 2_000n * USDT).toBe(-142_500n);
  });

  it('is booked when a market is resolved, and not when fees come back', () => {
    const world = rich('mal', 'dora');
    farm(world);
    finish(world);
    world.do({ kind: 'settle', marketId: 'round', result: { kind: 'TIE' } });
    expect(world.balance('mm_payable', 'mal')).toBe(0n);
    expect(world.cash('mal') + world.cash('dora')).toBe(2_000n * USDT);
  });

  it('is not asked for the house maker', () => {
    const world = rich('ann').fund(HOUSE, 100n * USDT);
    world.outside.quotesOf = () => [{ side: 'ask', price: 510, lots: 1_000 }];
    world.outside.bonusOf = () => {
      throw new Error('asked');
    };
    expect(world.place('ann', { price: 510 })).toMatchObject({ order: { status: 'FILLED' } });
  });
});

describe('the house maker', () => {
  it('is post only: a quote that would meet a resting order or another quote is not there', () => {
    const world = rich('ann', 'ben').fund(HOUSE, 100n * USDT);
    world.place('ann', { price: 500, lots: 100 });
    world.outside.quotesOf = () => [
      { side: 'ask', price: 490, lots: 100 },
      { side: 'ask', price: 505, lots: 100 },
      { side: 'ask', price: 520, lots: 0 },
      { side: 'ask', price: 530, lots: 100 },
    ];
    const effect = world.place('ben', { price: 600, lots: 300 });
    expect(effect).toMatchObject({ order: { filled: 100, resting: 200 }, changes: { fills: [{ price: 530 }] } });
  });

  it('nets its own sets to cash as anybody does, in the journal of the fill', () => {
    const world = rich('ann').fund(HOUSE, 5n * USDT);
    world.outside.quotesOf = (_market, house) => [
      { side: house.lots === 0 ? 'ask' : 'bid', price: house.lots === 0 ? 520 : 480, lots: 1_000 },
    ];
    world.place('ann', { price: 520 });
    expect(world.cash(HOUSE)).toBe(200_000n);
    world.place('ann', { outcome: 0, side: 'SELL', price: 480, lots: 40 + 960 });
    // 0.20 covers 41 lots at 0.48.
    expect(world.state.markets.get('round')?.positions.get(HOUSE)).toMatchObject({ lots: -959 });
    expect(world.cash(HOUSE)).toBe(200_000n - 196_800n + 410_000n);
    expect([world.locked(HOUSE), world.balance('market_pool', 'round')]).toEqual([0n, 9_590_000n]);
  });
});

it('pays no market whose holdings are no sets', () => {
  const world = rich('ann', 'ben');
  world.place('ann', { price: 450 });
  world.place('ben', { outcome: 1, price: 550 });
  const positions = world.state.markets.get('round')!.positions;
  positions.set('ann', { ...positions.get('ann')!, lots: 999 });
  const settle = {
    kind: 'settle',
    marketId: 'round',
    result: { kind: 'VOID', value: 500, reason: 'STALE_EXIT' },
  } as const;
  expect(() => world.do(settle)).toThrow('are no sets');
  expect(() => world.do({ ...settle, result: { ...settle.result, value: 1_001 } })).toThrow('a share worth 1001');
});

it('opens a market with its first order', () => {
  const world = new ExchangeWorld(roundOf({ opensAt: NOW })).fund('ann', USDT * 10n);
  expect(world.place('ann', { lots: 100 })).toMatchObject({ changes: { markets: [{ id: 'round', status: 'OPEN' }] } });
  expect(world.place('ann', { lots: 100 })).toMatchObject({ changes: { markets: [] } });
});
