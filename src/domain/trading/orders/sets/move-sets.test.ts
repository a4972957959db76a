import { beforeEach, describe, expect, it } from 'vitest';
import { CUP, cupOf, FUNDS, lotsOf, move, named, over, owed, settle, UNIT } from '#tests/worlds/cup-world.ts';
import { ExchangeWorld, NOW, refusalOf, roundOf } from '#tests/worlds/exchange-world.ts';
import type { TradingEligibility } from '../../../identity/trading-eligibility.ts';
import { usdt } from '../../../money.ts';
import { rememberLosses } from '../../losses.ts';
import { affectedBy } from '../affected-accounts.ts';
import type { MoveSets } from '../contract.ts';

describe('a full set', () => {
  let data: ExchangeWorld;
  beforeEach(() => (data = cupOf(3)));

  it('is made for 1.00, a YES of every outcome, and goes back for 1.00', () => {
    expect(move(data, 'ann')).toMatchObject({
      kind: 'done',
      order: null,
      changes: {
        sets: [{ linkedTo: CUP, move: 'mint', lots: 1_000, paid: 10n * UNIT }],
        fills: [],
      },
    });
    expect([lotsOf(data, 'ann'), data.cash('ann')]).toEqual([[1_000, 1_000, 1_000], FUNDS - 10n * UNIT]);
    expect([data.balance('market_pool', CUP), data.locked('ann')]).toEqual([10n * UNIT, 0n]);
    move(data, 'ann', { move: 'melt', lots: 400 });
    expect([lotsOf(data, 'ann'), data.cash('ann')]).toEqual([[600, 600, 600], FUNDS - 6n * UNIT]);
    move(data, 'ann', { move: 'melt', lots: 600 });
    expect([data.cash('ann'), data.balance('market_pool', CUP), data.overdrawn()]).toEqual([FUNDS, 0n, []]);
    // What was paid and got back is neither won nor lost.
    const gained = [...data.tables.positions.values()].map((one) => one.gained);
    expect([gained.reduce((sum, one) => sum + one, 0n), ...gained]).toEqual([0n, 0n, 0n, 0n]);
  });

  it('touches the money of every book and of who asks, nobody else', () => {
    data.place('ben', { marketId: 'team1', side: 'BUY', price: 500 });
    const asked = {
      kind: 'sets',
      id: 's',
      realm: 'demo',
      userId: 'ann',
      marketId: 'team0',
      books: named(3),
    } as const;
    expect(affectedBy(data.state, [{ ...asked, move: 'mint', lots: 100, eligibility: null }], data.now)).toEqual({
      people: [{ userId: 'ann', realm: 'demo' }],
      markets: named(3),
    });
  });

  it('is booked by the middles of the books', () => {
    data.place('ben', { marketId: 'team0', price: 500 });
    data.place('cleo', {
      marketId: 'team0',
      side: 'BUY',
      outcome: 1,
      price: 300,
    });
    data.outside.quotesOf = ({ id }) => (id === 'team1' ? [{ side: 'bid', price: 100, lots: 10 }] : []);
    move(data, 'ann');
    const costs = named(3).map((id) => data.tables.positions.get(`${id} ann`)?.cost);
    expect(costs).toEqual([6_000_000n, 1_000_000n, 3_000_000n]);
  });

  it('is sold by whoever has its shares, wherever they are from', () => {
    for (const marketId of named(3)) {
      data.place('ann', { marketId, price: 300 });
      data.place('ben', { marketId, outcome: 1, price: 700 });
    }
    const cash = data.cash('ann');
    move(data, 'ann', { move: 'melt' });
    expect([data.cash('ann') - cash, lotsOf(data, 'ann')]).toEqual([10n * UNIT, [0, 0, 0]]);
    // Ben holds NO of all: 2.00 whichever comes true, and that is what is left.
    expect([owed(data), data.balance('market_pool', CUP)]).toEqual([2_000, 20n * UNIT]);
    over(data);
    const before = data.cash('ben');
    data.do(settle(3, { kind: 'WON', winner: 1 }));
    expect([data.cash('ben') - before, data.balance('market_pool', CUP)]).toEqual([20n * UNIT, 0n]);
  });

  it('nets what it meets: with NO of an outcome it costs nothing and leaves YES of the others', () => {
    data.place('ann', { outcome: 1, marketId: 'team1', price: 700 });
    data.place('ben', { marketId: 'team1', price: 300 });
    const cash = data.cash('ann');
    move(data, 'ann', { lots: 1_500 });
    expect([lotsOf(data, 'ann'), cash - data.cash('ann')]).toEqual([[1_500, 500, 1_500], 5n * UNIT]);
    expect(data.balance('market_pool', CUP)).toBe(BigInt(owed(data)) * 10_000n);
  });
});

describe('NO of one outcome', () => {
  let data: ExchangeWorld;
  beforeEach(() => {
    data = cupOf(3);
    data.place('ann', { outcome: 1, marketId: 'team1', price: 700 });
    data.place('ben', { marketId: 'team1', price: 300 });
  });

  it('is YES of all others, both ways, and no money moves', () => {
    const journals = data.journals.length;
    expect(move(data, 'ann', { move: 'to_yes', marketId: 'team1' })).toMatchObject({
      changes: { sets: [{ paid: 0n, marketId: 'team1' }] },
    });
    expect(lotsOf(data, 'ann')).toEqual([1_000, 0, 1_000]);
    move(data, 'ann', { move: 'to_no', marketId: 'team1', lots: 400 });
    expect(lotsOf(data, 'ann')).toEqual([600, -400, 600]);
    expect(data.journals).toHaveLength(journals);
    const ofAnn = named(3).map((id) => data.tables.positions.get(`${id} ann`)!);
    expect(ofAnn.reduce((sum, { cost, gained }) => sum + cost - gained, 0n)).toBe(7n * UNIT);
  });

  it('of two outcomes is 1.00 and YES of the third', () => {
    data.place('ann', { outcome: 1, marketId: 'team2', price: 800 });
    data.place('ben', { marketId: 'team2', price: 200 });
    const cash = data.cash('ann');
    expect(move(data, 'ann', { move: 'to_yes', marketId: 'team1' })).toMatchObject({
      changes: { sets: [{ paid: -10n * UNIT }] },
    });
    expect([lotsOf(data, 'ann'), data.cash('ann') - cash]).toEqual([[1_000, 0, 0], 10n * UNIT]);
  });

  it('takes shares out of own sell orders that it nets, the newest first', () => {
    move(data, 'ben');
    const older = data.place('ben', {
      marketId: 'team1',
      side: 'SELL',
      price: 900,
      lots: 1_200,
    });
    const newer = data.place('ben', {
      marketId: 'team1',
      side: 'SELL',
      price: 910,
      lots: 700,
    });
    const rest = (effect: typeof older) =>
      effect.kind === 'done' && effect.order !== null ? data.tables.orders.get(effect.order.id) : null;
    move(data, 'ben', { move: 'to_no', marketId: 'team1' });
    expect(lotsOf(data, 'ben')).toEqual([0, 1_000, 0]);
    expect(rest(newer)).toMatchObject({ end: 'netted', resting: 0 });
    expect(rest(older)).toMatchObject({ status: 'OPEN', resting: 1_000 });
    // The book knows of it: whoever takes the level finds what is there.
    expect(
      data.place('cleo', {
        marketId: 'team1',
        price: 950,
        lots: 1_200,
        timeInForce: 'FAK',
      }),
    ).toMatchObject({
      order: { filled: 1_000 },
    });
  });
});

describe('sets are refused', () => {
  let data: ExchangeWorld;
  beforeEach(() => (data = cupOf(3)));
  const code = (changes: Partial<MoveSets>, userId = 'ann') => refusalOf(move(data, userId, changes));

  it.each<[string, Partial<MoveSets>, string]>([
    ['of a market that is not there', { marketId: 'none' }, 'NotFound'],
    ['of another realm', { realm: 'real' }, 'NotFound'],
    ['of a market that stands alone', { marketId: 'alone', books: [] }, 'no_sets'],
    ['of a book that is no outcome of it', { books: ['team0', 'alone'] }, 'no_sets'],
    ['of less than a share', { lots: 99 }, 'InvalidRequest'],
    ['of parts of a lot', { lots: 100.5 }, 'InvalidRequest'],
    ['of none', { move: 'melt', lots: 0 }, 'InvalidRequest'],
    ['of more than may be bought', { lots: 500_001 }, 'StakeLimit'],
    ['of more than there is cash', { lots: 100_001 }, 'NoBalance'],
    ['that nobody has', { move: 'melt' }, 'no_shares'],
    ['made of NO that nobody has', { move: 'to_yes' }, 'no_shares'],
    ['made of YES that nobody has', { move: 'to_no' }, 'no_shares'],
  ])('%s', (_, changes, why) => {
    const journals = data.journals.length;
    expect(code(changes)).toBe(why);
    expect([data.journals.length, data.tables.positions.size]).toEqual([journals, 0]);
  });

  it('with shares that are in sell orders', () => {
    move(data, 'ann');
    data.place('ann', {
      marketId: 'team2',
      side: 'SELL',
      price: 900,
      lots: 300,
    });
    expect(code({ move: 'melt', lots: 701 })).toBe('no_shares');
    expect(code({ move: 'to_no', marketId: 'team0', lots: 701 })).toBe('no_shares');
    expect(code({ move: 'to_no', marketId: 'team2', lots: 1_000 })).toBe(null);
  });

  it('while one of the books takes no orders, and before they open', () => {
    move(data, 'ann');
    data.do({ kind: 'market', marketId: 'team1', event: 'open' });
    data.do({ kind: 'market', marketId: 'team1', event: 'pause' });
    for (const asked of ['mint', 'melt', 'to_yes', 'to_no'] as const)
      expect(code({ move: asked })).toBe('MarketClosed');
    const early = cupOf(2);
    early.now = NOW - 1;
    expect(refusalOf(move(early, 'ann'))).toBe('MarketClosed');
  });

  it('by a pause of the house, but for those who give sets back', () => {
    move(data, 'ann');
    const view = data.outside.view;
    data.outside.view = (market) => ({
      ...view(market),
      pause: { mode: 'cancel-only', until: null },
    });
    expect([code({}), code({ move: 'to_no' }), code({ move: 'melt' })]).toEqual([
      'PlacingPaused',
      'PlacingPaused',
      null,
    ]);
  });

  it('where each book keeps a pool of its own', () => {
    const moment = data.moment.bind(data);
    data.moment = () => {
      const now = moment();
      const market = (id: string) => ({
        ...now.accounts.market(id),
        pool: now.accounts.market(id).fees,
      });
      return { ...now, accounts: { ...now.accounts, market } };
    };
    expect(code({})).toBe('no_sets');
  });

  it('to whom limits hold back: making them is a purchase, giving them back is not', () => {
    const real = new ExchangeWorld(
      ...named(2).map((id) =>
        roundOf({
          id,
          realm: 'real',
          kind: 'event',
          pairId: null,
          linkedTo: CUP,
        }),
      ),
    ).fund('ann', FUNDS, 'real');
    rememberLosses(real.state.losses, 'ann', []);
    const eligibility: TradingEligibility = {
      blocked: false,
      restricted: false,
      selfExcluded: false,
      pausedUntil: null,
      sessionEndsAt: null,
      name: 'APPROVED',
      emailConfirmed: true,
      houseStakeMax: null,
      limits: {
        stakeMax: null,
        lossDay: usdt(15n * UNIT),
        lossWeek: null,
        lossMonth: null,
      },
    };
    const ask = (changes: Partial<MoveSets>) =>
      refusalOf(
        move(real, 'ann', {
          realm: 'real',
          books: named(2),
          eligibility,
          ...changes,
        }),
      );
    expect(ask({ eligibility: null })).toBe('NotSignedIn');
    expect(ask({ eligibility: { ...eligibility, restricted: true } })).toBe('VerificationError');
    expect(ask({ lots: 1_501 })).toBe('LimitReached');
    expect(ask({ lots: 1_000 })).toBe(null);
    expect(ask({ lots: 600 })).toBe('LimitReached');
    expect(
      ask({
        move: 'melt',
        lots: 1_000,
        eligibility: { ...eligibility, restricted: true },
      }),
    ).toBe(null);
    // What came back is at stake no more.
    expect(ask({ lots: 1_500 })).toBe(null);
  });
});
