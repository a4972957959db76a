import { describe, expect, it } from 'vitest';
import { ExchangeWorld, HOUR, NOW, refusalOf, roundOf } from '#tests/worlds/exchange-world.ts';
import type { TradingEligibility } from '../../identity/trading-eligibility.ts';
import { usdt } from '../../money.ts';
import type { Refusal } from '../../refusals.ts';
import { rememberLosses } from '../losses.ts';
import { createRateLimiter } from '../rate.ts';
import type { OrderEffect, PlaceOrder } from './contract.ts';
import { createExchange } from './state.ts';

const USDT = 1_000_000n;
const GOOD: TradingEligibility = {
  emailConfirmed: true,
  name: 'APPROVED',
  pausedUntil: null,
  selfExcluded: false,
  sessionEndsAt: null,
  limits: { stakeMax: null, lossDay: null, lossWeek: null, lossMonth: null },
  houseStakeMax: null,
  blocked: false,
  restricted: false,
};
const REAL = { realm: 'real', eligibility: GOOD } as const;

/** Real money, a bucket of five, somebody with an ask at 0.60. */
function market(): ExchangeWorld {
  const data = new ExchangeWorld(roundOf({ realm: 'real' }))
    .fund('ann', 20n * USDT, 'real')
    .fund('ben', 20n * USDT, 'real');
  data.state = createExchange({ losses: data.state.losses, limiter: createRateLimiter() });
  data.place('ben', { ...REAL, outcome: 1, price: 400 });
  return data;
}

function refusal(effect: OrderEffect): Refusal | null {
  return effect.kind === 'refused' ? effect.refusal : null;
}

/** One way to break each gate, in the order in which they answer. */
const BREAKS: readonly [string, (data: ExchangeWorld) => Partial<PlaceOrder>][] = [
  ['NotFound', () => ({ marketId: 'nowhere' })],
  ['NotSignedIn', () => ({ eligibility: null })],
  ['SelfExcluded', () => ({ eligibility: { ...GOOD, selfExcluded: true, emailConfirmed: false } })],
  [
    'LimitReached',
    () => ({
      side: 'BUY',
      eligibility: { ...GOOD, limits: { ...GOOD.limits, stakeMax: usdt(1n) }, emailConfirmed: false },
    }),
  ],
  ['VerificationError', () => ({ eligibility: { ...GOOD, emailConfirmed: false } })],
  [
    'MarketClosed',
    (data) => {
      data.now = NOW + HOUR;
      return {};
    },
  ],
  [
    'EventRestricted',
    (data) => {
      data.outside.barOf = () => 'listed';
      return {};
    },
  ],
  ['InvalidRequest', () => ({ price: 455 })],
  [
    'StakeLimit',
    (data) => {
      data.outside.view = () => ({ fresh: false, pause: null, mostResting: 500, maxStake: usdt(USDT) });
      return { side: 'BUY' };
    },
  ],
  [
    'PriceFeedError',
    (data) => {
      const { maxStake } = data.outside.view(roundOf());
      data.outside.view = () => ({ fresh: false, pause: null, mostResting: 500, maxStake });
      return {};
    },
  ],
  [
    'UnavailableBet',
    (data) => {
      for (let no = 0; no < 5; no += 1) data.place('ann', { ...REAL, side: 'SELL' });
      return {};
    },
  ],
  ['no_shares', () => ({ side: 'SELL' })],
];

describe('the gates of an order', () => {
  it.each(BREAKS.map(([code], at) => [code, at] as const))('%s answers before every gate behind it', (code, at) => {
    const data = market();
    const wishes = BREAKS.slice(at)
      .toReversed()
      .map(([, apply]) => apply(data));
    expect(refusalOf(data.place('ann', { ...REAL, ...Object.assign({}, ...wishes) }))).toBe(code);
  });

  it('take the order when nothing is broken', () => {
    expect(market().place('ann', REAL)).toMatchObject({ kind: 'done', order: { status: 'OPEN' } });
  });

  it('take no order of whom the event keeps out, or who has not said that they are none of those', () => {
    const data = market();
    data.place('ann', REAL);
    data.outside.barOf = (_market, userId) => (userId === 'ann' ? 'listed' : 'unsaid');
    const no = (userId: string) => refusal(data.place(userId, REAL));
    expect([no('ann'), no('ben')]).toEqual([
      { code: 'EventRestricted', reason: 'listed' },
      { code: 'EventRestricted', reason: 'unsaid' },
    ]);
  });

  it('ask of practice nothing but its own rules', () => {
    const data = new ExchangeWorld().fund('ann', 20n * USDT);
    expect(data.place('ann', { eligibility: { ...GOOD, selfExcluded: true } }).kind).toBe('done');
  });

  it('say when a market opens, and that a pause of a round is its feed', () => {
    const data = market();
    data.now = NOW - 1;
    expect(refusal(new ExchangeWorld(roundOf({ opensAt: NOW + 5 })).place('ann'))).toEqual({
      code: 'MarketClosed',
      nextOpen: NOW + 5,
    });
    data.now = NOW;
    data.do({ kind: 'market', marketId: 'round', event: 'pause' });
    expect(refusalOf(data.place('ann', REAL))).toBe('PriceFeedError');
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
    expect(bounds({ eligibility: { ...GOOD, limits } })).toMatchObject({ code: 'LimitReached', limit: 'stake' });
    expect(bounds({ eligibility: { ...GOOD, limits }, postOnly: true })).toBeNull();
  });

  it('count open orders and holdings against a limit of losses, and let selling go on', () => {
    const data = market();
    rememberLosses(data.state.losses, 'ann', []);
    const eligibility = { ...GOOD, limits: { ...GOOD.limits, lossDay: usdt(9n * USDT) } };
    expect(data.place('ann', { ...REAL, eligibility: eligibility, price: 600, lots: 1_000 }).kind).toBe('done');
    expect(data.state.losses.open.get('ann')).toBe(6_144_000n);
    expect(refusal(data.place('ann', { ...REAL, eligibility: eligibility, lots: 600 }))).toMatchObject({
      limit: 'loss_day',
    });
    data.place('ann', { ...REAL, eligibility: eligibility, price: 100, lots: 1_000 });
    expect(data.state.losses.open.get('ann')).toBe(7_144_000n);
    expect(data.place('ann', { ...REAL, eligibility: eligibility, side: 'SELL', price: 700, lots: 1_000 }).kind).toBe(
      'done',
    );
    data.do({ kind: 'cancel_all', because: 'user', realm: 'real', userId: 'ann', marketId: null });
    expect(data.state.losses.open.get('ann')).toBe(6_144_000n);
  });

  it('let people sell, and buy nothing, while an operator has the rounds of the pair paused', () => {
    const data = market();
    data.place('ann', { ...REAL, price: 600, lots: 1_000 });
    const open = data.outside.view(roundOf());
    data.outside.view = () => ({ ...open, pause: { mode: 'paused', until: 7 } });
    expect(refusal(data.place('ann', { ...REAL, lots: 100 }))).toEqual({
      code: 'PlacingPaused',
      mode: 'paused',
      until: 7,
    });
    expect(data.place('ann', { ...REAL, side: 'SELL', price: 700, lots: 1_000 }).kind).toBe('done');
  });

  it('let somebody whom staff keep from playing sell, and buy nothing', () => {
    const data = market();
    const eligibility = { ...GOOD, restricted: true };
    data.place('ann', { ...REAL, eligibility: GOOD, price: 600, lots: 1_000 });
    expect(refusal(data.place('ann', { ...REAL, eligibility, lots: 100 }))).toMatchObject({
      code: 'VerificationError',
      reason: 'account_problem',
    });
    expect(data.place('ann', { ...REAL, eligibility, side: 'SELL', price: 700, lots: 1_000 }).kind).toBe('done');
  });

  it('want the worst case in cash, though a better price may need less', () => {
    const data = market().fund('dan', 6_100_000n, 'real');
    expect(refusalOf(data.place('dan', { ...REAL, price: 610 }))).toBe('NoBalance');
    expect(data.locked('dan', 'real')).toBe(0n);
    data.fund('dan', 142_740n, 'real');
    expect(data.place('dan', { ...REAL, price: 610 })).toMatchObject({
      order: { status: 'FILLED', turnover: 6n * USDT },
    });
    expect(data.cash('dan', 'real')).toBe(6_242_740n - 6_144_000n);
  });

  it('want what many small fills cost, each with a fee of its own that is rounded up', () => {
    const data = new ExchangeWorld(roundOf({ feeBps: 1 })).fund('ben', 20n * USDT);
    for (const lots of [101, 101, 101]) data.place('ben', { outcome: 1, price: 999, lots });
    // 303 lots at 0.001 cost 3,030; a fee of 0.01 % on all of them is 1 unit, on each of three fills 1 unit too.
    data.fund('eve', 3_032n);
    expect(refusalOf(data.place('eve', { price: 1, lots: 303 }))).toBe('NoBalance');
    data.fund('eve', 1n);
    expect(data.place('eve', { price: 1, lots: 303 })).toMatchObject({ order: { fee: 3n } });
    expect(data.cash('eve')).toBe(0n);
  });

  it('let a smaller holding be sold whole, not in parts', () => {
    const data = new ExchangeWorld().fund('ann', 20n * USDT).fund('ben', 20n * USDT);
    data.place('ann', { lots: 150 });
    data.place('ben', { outcome: 1, lots: 150 });
    data.place('ann', { side: 'SELL', price: 900, lots: 100 });
    expect(refusalOf(data.place('ann', { side: 'SELL', price: 900, lots: 49 }))).toBe('InvalidRequest');
    expect(data.place('ann', { side: 'SELL', price: 900, lots: 50 }).kind).toBe('done');
  });

  it('let one person have 500 orders resting', () => {
    const data = new ExchangeWorld().fund('ann', 1_000n * USDT);
    for (let no = 0; no < 500; no += 1) expect(data.place('ann', { price: 10, lots: 100 }).kind).toBe('done');
    expect(refusalOf(data.place('ann', { price: 10, lots: 100 }))).toBe('too_many');
    data.do({ kind: 'cancel', realm: 'demo', userId: 'ann', orderId: 'o7' });
    expect(data.place('ann', { price: 10, lots: 100 }).kind).toBe('done');
  });
});
