import { describe, expect, it } from 'vitest';
import { ExchangeWorld, HOUR, NOW, refusalOf, roundOf } from '#tests/worlds/exchange-world.ts';
import { usdt } from '../../money.ts';
import { bonusOf } from '../maker/bonus.ts';
import { HOUSE } from './contract.ts';
import type { OrderCommand, OrderEffect, PlaceOrder } from './contract.ts';
import { decideOrders } from './decide.ts';
import { dueCommands } from './due.ts';
import { affectedBy } from './affected-accounts.ts';

const USDT = 1_000_000n;
const rich = (...people: readonly string[]) => {
  const data = new ExchangeWorld();
  for (const name of people) data.fund(name, 1_000n * USDT);
  return data;
};

/** Everything that a state says, as text. */
function picture(data: ExchangeWorld): string {
  const { markets, orders, byOwner } = data.state;
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
  eligibility: null,
  ...changes,
});

describe('a batch of commands', () => {
  it('leaves no trace of one that throws, and goes on with the others (R-16)', () => {
    const data = rich('ann', 'ben', 'cleo');
    data.place('ben', { outcome: 1, lots: 300 });
    data.place('ben', { outcome: 1, lots: 300 });
    const moment = data.moment();
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
    const before = picture(data);
    const cash = new Map(moment.cash);
    const [failed] = decideOrders(data.state, [order({ id: 'x1' })], poisoned);
    expect(failed).toMatchObject({ kind: 'failed', error: new Error('no account') });
    expect(picture(data)).toBe(before);
    expect(moment.cash).toEqual(cash);
    const effects = decideOrders(data.state, [order({ id: 'x2' }), order({ id: 'x3', userId: 'cleo' })], moment);
    expect(effects.map(({ kind }) => kind)).toEqual(['done', 'done']);
  });

  it('leaves no trace of a refusal either', () => {
    const data = rich('ann', 'ben');
    data.place('ben', { outcome: 1, lots: 300 });
    data.place('ann', { price: 100 });
    const before = picture(data);
    expect(refusalOf(data.place('ann', { timeInForce: 'FOK' }))).toBe('no_fill');
    expect(refusalOf(data.place('ann', { postOnly: true }))).toBe('post_only');
    expect(refusalOf(data.place('ann', { lots: 900_000 }))).toBe('NoBalance');
    expect(picture(data)).toBe(before);
  });

  it('spends cash once, and lets a credit be spent by the next', () => {
    const data = rich('ben').fund('ann', 6n * USDT);
    const commands = ['x1', 'x2'].map((id) => order({ id, postOnly: true }));
    const moment = data.moment();
    const effects = decideOrders(data.state, commands, moment);
    expect(effects.map((effect) => refusalOf(effect))).toEqual([null, 'NoBalance']);
    const [, again] = decideOrders(
      data.state,
      [{ kind: 'cancel', realm: 'demo', userId: 'ann', orderId: 'x1' }, order({ id: 'x3', postOnly: true })],
      moment,
    );
    expect(again).toMatchObject({ kind: 'done' });
  });

  it('is the same for the same input', () => {
    const run = () => {
      const data = rich('ann', 'ben').fund(HOUSE, 50n * USDT);
      data.outside.quotesOf = () => [{ side: 'ask', price: 510, lots: 700 }];
      const commands: OrderCommand[] = [
        order({ id: 'x1', price: 520 }),
        order({ id: 'x2', userId: 'ben', outcome: 1, price: 480, lots: 700 }),
        { kind: 'cancel_all', because: 'user', realm: 'demo', userId: 'ann', marketId: null },
      ];
      return decideOrders(data.state, commands, data.moment());
    };
    expect(run()).toEqual(run());
    expect(run().map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
  });

  it('stops when the book and the decision come to different fills', () => {
    const data = rich('ann', 'ben');
    data.place('ben', { outcome: 1, lots: 300 });
    const live = data.state.markets.get('round')!;
    live.book.reduce(data.state.orders.get('o1')!.handle, 100);
    expect(() => decideOrders(data.state, [order({})], data.moment())).toThrow('otherwise than was decided');
  });
});

describe('orders that end', () => {
  it('belong to whoever cancels them', () => {
    const data = rich('ann', 'ben');
    data.place('ann', { price: 400 });
    const cancel = (userId: string) => data.do({ kind: 'cancel', realm: 'demo', userId, orderId: 'o1' });
    expect(refusalOf(cancel('ben'))).toBe('NotFound');
    expect(cancel('ann')).toMatchObject({ order: { status: 'CANCELLED', end: 'user', held: 0n, resting: 0 } });
    expect(refusalOf(cancel('ann'))).toBe('NotFound');
    expect(data.cash('ann')).toBe(1_000n * USDT);
  });

  it('make way when their owner would meet themselves', () => {
    const data = rich('ann', 'ben');
    data.place('ann', { outcome: 1, price: 550 });
    data.place('ben', { outcome: 1, price: 500 });
    const effect = data.place('ann', { price: 500 });
    expect(effect).toMatchObject({ order: { status: 'FILLED' } });
    expect(effect.kind === 'done' && effect.changes.orders.map(({ end }) => end)).toEqual(['self_trade', null, null]);
  });

  it('expire at their time, at a pause, at the cut-off', () => {
    const data = rich('ann');
    data.place('ann', { price: 400, timeInForce: 'GTD', expiresAt: NOW + 10 });
    data.place('ann', { price: 300 });
    expect(dueCommands(data.state, NOW + 9)).toEqual([]);
    data.now = NOW + 10;
    expect(affectedBy(data.state, dueCommands(data.state, data.now), data.now).people).toEqual([
      { userId: 'ann', realm: 'demo' },
    ]);
    expect(dueCommands(data.state, data.now)).toEqual([{ kind: 'expire_due', at: data.now }]);
    expect(data.do({ kind: 'expire_due', at: data.now })).toMatchObject({
      changes: { orders: [{ status: 'EXPIRED', end: 'time' }] },
    });
    expect(dueCommands(data.state, data.now)).toEqual([]);
    expect(data.do({ kind: 'market', marketId: 'round', event: 'pause' })).toMatchObject({
      changes: { orders: [{ status: 'EXPIRED', end: 'pause' }], markets: [{ status: 'PAUSED' }] },
    });
    data.now = NOW + 2 * HOUR;
    const events = [];
    for (let due = dueCommands(data.state, data.now); due.length > 0; due = dueCommands(data.state, data.now)) {
      for (const command of due) {
        if (command.kind === 'market') events.push(command.event);
        data.do(command);
      }
    }
    expect(events).toEqual(['cut_off', 'end']);
    expect(data.cash('ann')).toBe(1_000n * USDT);
  });

  it('are not met after their time, though no timer has come yet', () => {
    const data = rich('ann', 'ben', 'cleo');
    data.place('ann', { outcome: 1, price: 550, timeInForce: 'GTD', expiresAt: NOW + 5 });
    data.place('cleo', { outcome: 1, price: 500, lots: 400 });
    data.now = NOW + 5;
    const effect = data.place('ben', { price: 500 });
    expect(effect).toMatchObject({
      order: { filled: 400 },
      changes: { orders: [{ id: 'o1', status: 'EXPIRED', end: 'time' }, {}, {}] },
    });
    expect(data.cash('ann')).toBe(1_000n * USDT);
  });

  it('have ended at their time or at the cut-off, whoever comes before the timer', () => {
    const data = rich('ann');
    data.place('ann', { price: 400, timeInForce: 'GTD', expiresAt: NOW + 5 });
    data.place('ann', { price: 300, timeInForce: 'GTD', expiresAt: NOW + 9_000 * HOUR });
    const { cutOffAt } = roundOf();
    expect(data.state.orders.get('o2')?.order.expiresAt).toBe(cutOffAt);
    data.now = NOW + 7;
    expect(data.do({ kind: 'cancel', realm: 'demo', userId: 'ann', orderId: 'o1' })).toMatchObject({
      order: { status: 'EXPIRED', end: 'time', endedAt: NOW + 5, resting: 0, held: 0n },
    });
    data.now = cutOffAt + 30;
    expect(
      data.do({ kind: 'cancel_all', realm: 'demo', userId: 'ann', marketId: null, because: 'user' }),
    ).toMatchObject({
      changes: { orders: [{ id: 'o2', status: 'EXPIRED', end: 'cut_off', endedAt: cutOffAt }] },
    });
    expect(data.cash('ann')).toBe(1_000n * USDT);
  });

  it('sell shares that are gone no more: the newest order shrinks to what is covered, or ends, and the others stay', () => {
    const data = rich('ann', 'ben', 'cleo');
    data.place('ann', { price: 450 });
    data.place('ben', { outcome: 1, price: 550 });
    data.place('ann', { side: 'SELL', price: 900, lots: 300 });
    data.place('ann', { side: 'SELL', price: 910, lots: 300 });
    data.place('ann', { outcome: 1, price: 300, lots: 500 });
    const effect = data.place('cleo', { price: 700, lots: 500 });
    const ended = effect.kind === 'done' ? effect.changes.orders.filter(({ end }) => end === 'netted') : [];
    expect(ended.map(({ id }) => id)).toEqual([]);
    expect(data.state.orders.get('o4')?.order).toMatchObject({ status: 'OPEN', lots: 300, filled: 0, resting: 200 });
    expect(data.state.orders.get('o3')?.order).toMatchObject({ resting: 300 });
    expect(data.state.markets.get('round')?.positions.get('ann')).toMatchObject({ lots: 500, reserved: 500 });
    expect(data.state.markets.get('round')?.book.levels('ask')).toMatchObject([
      { price: 900, lots: 300 },
      { price: 910, lots: 200 },
    ]);
    // What is left of it is met: it is not filled whole, and says why.
    const last = data.place('cleo', { price: 910, lots: 500 });
    expect(last).toMatchObject({ order: { status: 'FILLED' } });
    expect(changedBy(last, 'o4')).toMatchObject({ status: 'CANCELLED', end: 'netted', filled: 200, resting: 0 });
  });

  it('are met by the taker that made them smaller only for what is left of them', () => {
    const data = rich('ann', 'ben', 'cleo');
    data.place('ann', { price: 450 });
    data.place('ben', { outcome: 1, price: 550 });
    data.place('ann', { side: 'SELL', price: 720, lots: 1_000 });
    data.place('ann', { outcome: 1, price: 300, lots: 400 });
    // 400 of ann's other outcome, then the 600 of hers that are left.
    const effect = data.place('cleo', { price: 720, lots: 1_000 });
    expect(effect).toMatchObject({ order: { status: 'FILLED', filled: 1_000 } });
    expect(changedBy(effect, 'o3')).toMatchObject({ status: 'CANCELLED', end: 'netted', filled: 600 });
    expect(data.state.markets.get('round')?.positions.get('ann')).toMatchObject({ lots: 0, reserved: 0 });
    expect(data.state.markets.get('round')?.book.size).toBe(0);
  });
});

describe('the accounts that commands touch', () => {
  it('are those of the owners that could be met, as far as the lots go', () => {
    const data = rich('ann', 'ben', 'cleo', 'dan', 'eve');
    data.place('ben', { outcome: 1, price: 500, lots: 300 });
    data.place('cleo', { outcome: 1, price: 490, lots: 300 });
    data.place('dan', { outcome: 1, price: 480, lots: 300 });
    data.place('eve', { price: 100 });
    const people = (command: OrderCommand) => affectedBy(data.state, [command], NOW).people.map(({ userId }) => userId);
    expect(people(order({ price: 510, lots: 300 }))).toEqual(['ben', 'ann']);
    expect(people(order({ price: 510, lots: 900 }))).toEqual(['ben', 'cleo', 'ann']);
    expect(people(order({ price: 990, lots: 301 }))).toEqual(['ben', 'cleo', 'ann']);
    const spend = { type: 'MARKET', timeInForce: 'FAK', price: 990, lots: null } as const;
    expect(people(order({ ...spend, amount: usdt(USDT) }))).toEqual(['ben', 'ann']);
    expect(people(order({ ...spend, amount: usdt(4n * USDT) }))).toEqual(['ben', 'cleo', 'dan', 'ann']);
    expect(people({ kind: 'market', marketId: 'round', event: 'pause' })).toEqual(['ben', 'cleo', 'dan', 'eve']);
    expect(affectedBy(data.state, [order({ marketId: 'other' })], NOW).markets).toEqual(['other']);
  });
});

describe('the bonus of makers', () => {
  /** Two people of one hand: `mal` rests, `dora` takes, at a price where the stake is high and the fee low. */
  function farm(data: ExchangeWorld): void {
    data.outside.bonusOf = (fill) => bonusOf(fill, { linked: false, mirrored: false });
    data.place('mal', { price: 950, lots: 10_000 });
    data.now += 1_000;
    data.place('dora', { outcome: 1, price: 50, lots: 10_000 });
  }
  const finish = (data: ExchangeWorld) => {
    data.now = NOW + 2 * HOUR;
    for (const event of ['cut_off', 'end'] as const) data.do({ kind: 'market', marketId: 'round', event });
  };

  it('is a loss for two accounts that farm it at 0.95 and 0.05', () => {
    const data = rich('mal', 'dora');
    farm(data);
    finish(data);
    data.do({ kind: 'settle', marketId: 'round', result: { kind: 'WON', outcome: 0 } });
    // 95.00 of stake would earn 0.95 at 1 %; the fee of 100 shares is 0.285, and half of it the cap.
    expect(data.balance('fees')).toBe(285_000n);
    expect(data.balance('mm_payable', 'mal')).toBe(142_500n);
    expect(data.balance('mm_expense')).toBe(142_500n);
    const both = data.cash('mal') + data.cash('dora') + data.balance('mm_payable', 'mal');
    expect(both - 2_000n * USDT).toBe(-142_500n);
  });

  it('is booked when a market is resolved, and not when fees come back', () => {
    const data = rich('mal', 'dora');
    farm(data);
    finish(data);
    data.do({ kind: 'settle', marketId: 'round', result: { kind: 'TIE' } });
    expect(data.balance('mm_payable', 'mal')).toBe(0n);
    expect(data.cash('mal') + data.cash('dora')).toBe(2_000n * USDT);
  });

  it('is not asked for the house maker', () => {
    const data = rich('ann').fund(HOUSE, 100n * USDT);
    data.outside.quotesOf = () => [{ side: 'ask', price: 510, lots: 1_000 }];
    data.outside.bonusOf = () => {
      throw new Error('asked');
    };
    expect(data.place('ann', { price: 510 })).toMatchObject({ order: { status: 'FILLED' } });
  });
});

describe('the house maker', () => {
  it('is post only: a quote that would meet a resting order or another quote is not there', () => {
    const data = rich('ann', 'ben').fund(HOUSE, 100n * USDT);
    data.place('ann', { price: 500, lots: 100 });
    data.outside.quotesOf = () => [
      { side: 'ask', price: 490, lots: 100 },
      { side: 'ask', price: 505, lots: 100 },
      { side: 'ask', price: 520, lots: 0 },
      { side: 'ask', price: 530, lots: 100 },
    ];
    const effect = data.place('ben', { price: 600, lots: 300 });
    expect(effect).toMatchObject({ order: { filled: 100, resting: 200 }, changes: { fills: [{ price: 530 }] } });
  });

  it('nets its own sets to cash as anybody does, in the journal of the fill', () => {
    const data = rich('ann').fund(HOUSE, 5n * USDT);
    data.outside.quotesOf = (_market, house) => [
      { side: house.lots === 0 ? 'ask' : 'bid', price: house.lots === 0 ? 520 : 480, lots: 1_000 },
    ];
    data.place('ann', { price: 520 });
    expect(data.cash(HOUSE)).toBe(200_000n);
    data.place('ann', { outcome: 0, side: 'SELL', price: 480, lots: 40 + 960 });
    // 0.20 covers 41 lots at 0.48.
    expect(data.state.markets.get('round')?.positions.get(HOUSE)).toMatchObject({ lots: -959 });
    expect(data.cash(HOUSE)).toBe(200_000n - 196_800n + 410_000n);
    expect([data.locked(HOUSE), data.balance('market_pool', 'round')]).toEqual([0n, 9_590_000n]);
  });
});

it('pays no market whose holdings are no sets', () => {
  const data = rich('ann', 'ben');
  data.place('ann', { price: 450 });
  data.place('ben', { outcome: 1, price: 550 });
  const positions = data.state.markets.get('round')!.positions;
  positions.set('ann', { ...positions.get('ann')!, lots: 999 });
  const settle = {
    kind: 'settle',
    marketId: 'round',
    result: { kind: 'VOID', value: 500, reason: 'STALE_EXIT' },
  } as const;
  expect(() => data.do(settle)).toThrow('are no sets');
  expect(() => data.do({ ...settle, result: { ...settle.result, value: 1_001 } })).toThrow('a share worth 1001');
});

it('opens a market with its first order', () => {
  const data = new ExchangeWorld(roundOf({ opensAt: NOW })).fund('ann', USDT * 10n);
  expect(data.place('ann', { lots: 100 })).toMatchObject({ changes: { markets: [{ id: 'round', status: 'OPEN' }] } });
  expect(data.place('ann', { lots: 100 })).toMatchObject({ changes: { markets: [] } });
});
