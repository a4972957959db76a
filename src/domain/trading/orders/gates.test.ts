import { describe, expect, it } from 'vitest';
import { ExchangeWorld, HOUR, NOW, refusalOf, roundOf } from '#tests/exchange-world.ts';
import type { Standing } from '../../identity/standing.ts';
import { usdt } from '../../money.ts';
import type { Refusal } from '../../refusals.ts';
import { rememberLosses } from '../losses.ts';
import { createRateLimiter } from '../rate.ts';
import type { OrderEffect, PlaceOrder } from './contract.ts';
import { createExchange } from './state.ts';

const USDT = 1_000_000n;
const GOOD: Standing = {
  emailConfirmed: true,
  name: 'APPROVED',
  pausedUntil: null,
  selfExcluded: false,
  sessionEndsAt: null,
  limits: { stakeMax: null, lossDay: null, lossWeek: null, lossMonth: null },
  houseStakeMax: null,
  blocked: false,
};
const REAL = { realm: 'real', standing: GOOD } as const;

/** Real money, a bucket of five, somebody with an ask at 0.60. */
function market(): ExchangeWorld {
  const world = new ExchangeWorld(roundOf({ realm: 'real' }))
    .fund('ann', 20n * USDT, 'real')
    .fund('ben', 20n * USDT, 'real');
  world.state = createExchange({ losses: world.state.losses, limiter: createRateLimiter() });
  world.place('ben', { ...REAL, outcome: 1, price: 400 });
  return world;
}

function refusal(effect: OrderEffect): Refusal | null {
  return effect.kind === 'refused' ? effect.refusal : null;
}

/** One way to break each gate, in the order in which they answer. */
const BREAKS: readonly [string, (world: ExchangeWorld) => Partial<PlaceOrder>][] = [
  ['NotFound', () => ({ marketId: 'nowhere' })],
  ['NotSignedIn', () => ({ standing: null })],
  ['SelfExcluded', () => ({ standing: { ...GOOD, selfExcluded: true, emailConfirmed: false } })],
  [
    'LimitReached',
    () => ({
      side: 'BUY',
      standing: { ...GOOD, limits: { ...GOOD.limits, stakeMax: usdt(1n) }, emailConfirmed: false },
    }),
  ],
  ['VerificationError', () => ({ standing: { ...GOOD, emailConfirmed: false } })],
  [
    'MarketClosed',
    (world) => {
      world.now = NOW + HOUR;
      return {};
    },
  ],
  ['InvalidRequest', () => ({ price: 455 })],
  [
    'StakeLimit',
    (world) => {
      world.outside.view = () => ({ fresh: false, maxStake: usdt(USDT) });
      return { side: 'BUY' };
    },
  ],
  [
    'PriceFeedError',
    (world) => {
      const { maxStake } = world.outside.view(roundOf());
      world.outside.view = () => ({ fresh: false, maxStake });
      return {};
    },
  ],
  [
    'UnavailableBet',
    (world) => {
      for (let no = 0; no < 5; no += 1) world.place('ann', { ...REAL, side: 'SELL' });
      return {};
    },
  ],
  ['no_shares', () => ({ side: 'SELL' })],
];

describe('the gates of an order', () => {
  it.each(BREAKS.map(([code], at) => [code, at] as const))('%s answers before every gate behind it', (code, at) => {
    const world = market();
    const wishes = BREAKS.slice(at)
      .toReversed()
      .map(([, apply]) => apply(world));
    expect(refusalOf(world.place('ann', { ...REAL, ...Object.assign({}, ...wishes) }))).toBe(code);
  });

  it('take the order when nothing is broken', () => {
    expect(market().place('ann', REAL)).toMatchObject({ kind: 'done', order: { status: 'OPEN' } });
  });

  it('ask of practice nothing but its own rules', () => {
    const world = new ExchangeWorld().fund('ann', 20n * USDT);
    expect(world.place('ann', { standing: { ...GOOD, selfExcluded: true } }).kind).toBe('done');
  });

  it('say when a market opens, and that a pause of a round is its feed', () => {
    const world = market();
    world.now = NOW - 1;
    expect(refusal(new ExchangeWorld(roundOf({ opensAt: NOW + 5 })).place('ann'))).toEqual({
      code: 'MarketClosed',
      nextOpen: NOW + 5,
    });
    world.now = NOW;
    world.do({ kind: 'market', marketId: 'round', event: 'pause' });
    expect(refusalOf(world.place('ann', REAL))).toBe('PriceFeedError');
    const event = new ExchangeWorld(roundOf({ kind: 'event', status: 'PAUSED' }));
    expect(refusal(event.place('ann'))).toEqual({ code: 'MarketClosed', nextOpen: null });
  });

  it.each([
    ['shares', 'too_small', { lots: 99 }],
    ['shares', 'malformed', { lots: 0 }],
    ['shares', 'malformed', { lots: null }],
    ['amount', 'malformed', { lots: null, amount: usdt(USDT) }],
    ['amount', 'decimals', { type: 'MARKET', timeInForce: 'FAK', lots: null, amount: usdt(USDT + 1n) }],
    ['timeInForce', 'malformed', { type: 'MARKET' }],
    ['postOnly', 'malformed', { timeInForce: 'FOK', postOnly: true }],
    ['expiresAt', 'missing', { timeInForce: 'GTD' }],
    ['expiresAt', 'unknown', { expiresAt: NOW + 1 }],
    ['expiresAt', 'too_small', { timeInForce: 'GTD', expiresAt: NOW }],
  ] as const)('name what is wrong: %s %s', (field, fault, changes) => {
    expect(refusal(market().place('ann', { ...REAL, ...changes }))).toEqual({
      code: 'InvalidRequest',
      fields: { [field]: fault },
    });
  });

  it.each([
    ['price', 10, { price: 455 }],
    ['price', 10, { price: 101, outcome: 1 }],
    ['price', 1, { price: 1_000 }],
    ['worstPrice', 1, { type: 'MARKET', timeInForce: 'FAK', price: 0 }],
  ] as const)('name the step of a %s between two: %s thousandths', (field, step, changes) => {
    expect(refusal(market().place('ann', { ...REAL, ...changes }))).toEqual({
      code: 'InvalidRequest',
      fields: { [field]: 'step' },
      steps: { [field]: step },
    });
  });

  it('count the cost of a buy as its stake, at the worst: limit and fee', () => {
    const bounds = (changes: Partial<PlaceOrder>) => refusal(market().place('ann', { ...REAL, ...changes }));
    const least = { code: 'StakeLimit', min: USDT, max: 5_000n * USDT };
    expect(bounds({ type: 'MARKET', timeInForce: 'FAK', lots: null, amount: usdt(990_000n) })).toEqual(least);
    expect(bounds({ price: 990, lots: 505_000 })).toMatchObject({ code: 'StakeLimit', min: 990_000n });
    const limits = { ...GOOD.limits, stakeMax: usdt(5_149_999n) };
    // 10 at 0.50, and 0.15 of fee.
    expect(bounds({ standing: { ...GOOD, limits } })).toMatchObject({ code: 'LimitReached', limit: 'stake' });
    expect(bounds({ standing: { ...GOOD, limits }, postOnly: true })).toBeNull();
  });

  it('count open orders and holdings against a limit of losses, and let selling go on', () => {
    const world = market();
    rememberLosses(world.state.losses, 'ann', []);
    const standing = { ...GOOD, limits: { ...GOOD.limits, lossDay: usdt(9n * USDT) } };
    expect(world.place('ann', { ...REAL, standing, price: 600, lots: 1_000 }).kind).toBe('done');
    expect(world.state.losses.open.get('ann')).toBe(6_144_000n);
    expect(refusal(world.place('ann', { ...REAL, standing, lots: 600 }))).toMatchObject({ limit: 'loss_day' });
    world.place('ann', { ...REAL, standing, price: 100, lots: 1_000 });
    expect(world.state.losses.open.get('ann')).toBe(7_144_000n);
    expect(world.place('ann', { ...REAL, standing, side: 'SELL', price: 700, lots: 1_000 }).kind).toBe('done');
    world.do({ kind: 'cancel_all', because: 'user', realm: 'real', userId: 'ann', marketId: null });
    expect(world.state.losses.open.get('ann')).toBe(6_144_000n);
  });

  it('want the worst case in cash, though a better price may need less', () => {
    const world = market().fund('dan', 6_100_000n, 'real');
    expect(refusalOf(world.place('dan', { ...REAL, price: 610 }))).toBe('NoBalance');
    expect(world.locked('dan', 'real')).toBe(0n);
    world.fund('dan', 142_740n, 'real');
    expect(world.place('dan', { ...REAL, price: 610 })).toMatchObject({
      order: { status: 'FILLED', turnover: 6n * USDT },
    });
    expect(world.cash('dan', 'real')).toBe(6_242_740n - 6_144_000n);
  });

  it('want what many small fills cost, each with a fee of its own that is rounded up', () => {
    const world = new ExchangeWorld(roundOf({ feeBps: 1 })).fund('ben', 20n * USDT);
    for (const lots of [101, 101, 101]) world.place('ben', { outcome: 1, price: 999, lots });
    // 303 lots at 0.001 cost 3,030; a fee of 0.01 % on all of them is 1 unit, on each of three fills 1 unit too.
    world.fund('eve', 3_032n);
    expect(refusalOf(world.place('eve', { price: 1, lots: 303 }))).toBe('NoBalance');
    world.fund('eve', 1n);
    expect(world.place('eve', { price: 1, lots: 303 })).toMatchObject({ order: { fee: 3n } });
    expect(world.cash('eve')).toBe(0n);
  });

  it('let a smaller holding be sold whole, not in parts', () => {
    const world = new ExchangeWorld().fund('ann', 20n * USDT).fund('ben', 20n * USDT);
    world.place('ann', { lots: 150 });
    world.place('ben', { outcome: 1, lots: 150 });
    world.place('ann', { side: 'SELL', price: 900, lots: 100 });
    expect(refusalOf(world.place('ann', { side: 'SELL', price: 900, lots: 49 }))).toBe('InvalidRequest');
    expect(world.place('ann', { side: 'SELL', price: 900, lots: 50 }).kind).toBe('done');
  });

  it('let one person have 500 orders resting', () => {
    const world = new ExchangeWorld().fund('ann', 1_000n * USDT);
    for (let no = 0; no < 500; no += 1) expect(world.place('ann', { price: 10, lots: 100 }).kind).toBe('done');
    expect(refusalOf(world.place('ann', { price: 10, lots: 100 }))).toBe('too_many');
    world.do({ kind: 'cancel', realm: 'demo', userId: 'ann', orderId: 'o7' });
    expect(world.place('ann', { price: 10, lots: 100 }).kind).toBe('done');
  });
});
