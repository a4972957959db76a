import { describe, expect, it } from 'vitest';
import type { TradingEligibility } from '../identity/trading-eligibility.ts';
import { usdt } from '../money.ts';
import type { Usdt } from '../money.ts';
import { PAIRS } from '../prices/pairs.ts';
import { PREDICTION_GATES } from '../refusals.ts';
import type { RefusalCode } from '../refusals.ts';
import { cashKey, decide } from './decide.ts';
import type { DecisionContext, PlaceCommand, PlaceEffect } from './decide.ts';
import type { MarketView } from './market-view.ts';
import { DEMO_BUCKET_CAP } from './exposure.ts';
import { rememberLosses } from './losses.ts';
import { createState } from './state.ts';

const NOW = 1_800_000_000_000;
const TEN = usdt(10_000_000n);
const pair = PAIRS.find(({ id }) => id === 'BTC-USD')!;

function viewOf(changes: Partial<MarketView> = {}): MarketView {
  return {
    pair,
    kind: 'live',
    stream: 4,
    status: 'ONLINE',
    nextOpen: NOW + 1_000,
    minDurationSec: 0,
    payouts: Object.fromEntries([15, ...pair.durations].map((sec) => [sec, 8_500])),
    rule: { deltaMs: 500, maxEntryWaitMs: 5_000, staleAfterMs: 2_000 },
    rulesHash: 'aa',
    last: { seq: 7, tSource: NOW - 100, head: 'bb' },
    openThrough: () => true,
    pauses: { quick: null, scheduled: null },
    caps: { reserve: 20n, practice: usdt(50_000_000_000n) },
    ...changes,
  };
}

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

function commandOf(changes: Partial<PlaceCommand> = {}): PlaceCommand {
  return {
    id: 'p1',
    salt: '00',
    userId: 'ada',
    realm: 'real',
    pairId: 'BTC-USD',
    direction: 'UP',
    stake: TEN,
    durationSec: 60,
    payoutBps: 8_500,
    eligibility: GOOD,
    ...changes,
  };
}

function momentOf(view: MarketView | null, changes: Partial<DecisionContext> = {}): DecisionContext {
  return {
    now: NOW,
    shard: 0,
    batch: 3,
    market: () => view,
    cash: new Map<string, Usdt>([
      [cashKey('ada', 'real'), usdt(10_000_000_000n)],
      [cashKey('ada', 'demo'), usdt(10_000_000_000n)],
    ]),
    houseBank: usdt(1_000_000_000_000n),
    ...changes,
  };
}

function refusalOf(effect: PlaceEffect | undefined): RefusalCode | null {
  return effect?.kind === 'refused' ? effect.refusal.code : null;
}

describe('the decision on a prediction', () => {
  it('admits with everything that settlement needs, at the payout of now', () => {
    const state = createState();
    const moment = momentOf(viewOf());
    const [effect] = decide(state, [commandOf({ payoutBps: 8_000 })], moment);
    expect(effect).toMatchObject({
      kind: 'admitted',
      open: {
        stream: 4,
        rule: { deltaMs: 500 },
        prediction: {
          status: 'ADMITTED',
          payoutBps: 8_500,
          admittedAt: NOW,
          kAdm: 7,
          hAdm: 'bb',
          rulesHash: 'aa',
          batch: 3,
        },
      },
    });
    expect(moment.cash.get(cashKey('ada', 'real'))).toBe(9_990_000_000n);
    expect(state.books.get(4)?.size).toBe(1);
    expect(state.exposure.total).toBe(8_500_000n);
  });

  /** Breaks one gate each; in the order in which they answer. */
  const BREAKS: Readonly<
    Record<
      (typeof PREDICTION_GATES)[number],
      (at: { view: MarketView; command: PlaceCommand; moment: DecisionContext }) => object
    >
  > = {
    NotSignedIn: () => ({ command: { eligibility: null } }),
    SelfExcluded: ({ command }) => ({
      command: { eligibility: { ...GOOD, ...command.eligibility, selfExcluded: true } },
    }),
    LimitReached: ({ command }) => ({
      command: { eligibility: { ...GOOD, ...command.eligibility, limits: { ...GOOD.limits, stakeMax: usdt(1n) } } },
    }),
    VerificationError: () => ({ command: { eligibility: { ...GOOD, name: 'PENDING_NAME' } } }),
    MarketClosed: () => ({ view: { status: 'CLOSED' } }),
    DurationUnavailable: () => ({ command: { durationSec: 61 } }),
    StakeLimit: () => ({ command: { stake: usdt(5_000_010_000n) } }),
    PriceFeedError: () => ({ view: { last: { seq: 7, tSource: NOW - 2_001, head: '' } } }),
    UnavailableBet: () => ({ spend: 5 }),
    PayoutChanged: () => ({ command: { payoutBps: 8_600 } }),
    ExposureLimit: () => ({ moment: { houseBank: usdt(0n) } }),
    NoBalance: () => ({ moment: { cash: new Map() } }),
  };

  it.each(PREDICTION_GATES.map((code, index) => [code, index] as const))(
    '%s answers before every gate behind it',
    (code, index) => {
      const state = createState();
      const view = viewOf();
      const command = commandOf();
      const moment = momentOf(view);
      // From the last to this one: without a eligibility nothing else of a person can be broken.
      for (const gate of PREDICTION_GATES.slice(index).toReversed()) {
        const change = BREAKS[gate]({ view, command, moment }) as {
          view?: object;
          command?: object;
          moment?: object;
          spend?: number;
        };
        Object.assign(view, change.view);
        Object.assign(command, change.command);
        Object.assign(moment, change.moment);
        if (change.spend !== undefined) {
          decide(
            state,
            Array.from({ length: change.spend }, () => commandOf()),
            momentOf(viewOf()),
          );
        }
      }
      expect(refusalOf(decide(state, [command], moment)[0])).toBe(code);
    },
  );

  it('names what would do: bounds, durations that end in the period, the new payout, what still fits', () => {
    const refusal = (view: MarketView | null, command = commandOf(), moment = momentOf(view)) => {
      const [effect] = decide(createState(), [command], moment);
      return effect?.kind === 'refused' ? effect.refusal : null;
    };
    expect(refusal(null)).toEqual({ code: 'NotFound' });
    expect(refusal(viewOf(), commandOf({ stake: usdt(500_000n) }))).toEqual({
      code: 'StakeLimit',
      min: pair.minStake,
      max: pair.maxStake,
    });
    expect(refusal(viewOf({ status: 'DEGRADED' }), commandOf({ stake: pair.maxStake }))).toMatchObject({
      max: pair.maxStake / 2n,
    });
    expect(refusal(viewOf(), commandOf({ stake: usdt(10_000_001n) }))).toMatchObject({ code: 'InvalidRequest' });
    const closing = viewOf({ openThrough: (_from, to) => to <= NOW + 5_500 + 120_000 });
    expect(refusal(closing, commandOf({ durationSec: 180 }))).toEqual({
      code: 'DurationUnavailable',
      durations: [30, 60, 120],
    });
    expect(refusal(viewOf({ openThrough: () => false }))).toMatchObject({ code: 'MarketClosed' });
    const pauses = { quick: { mode: 'maintenance', until: NOW + 1 }, scheduled: null } as const;
    expect(refusal(viewOf({ pauses, openThrough: () => false }))).toEqual({
      code: 'PlacingPaused',
      mode: 'maintenance',
      until: NOW + 1,
    });
    expect(refusal(viewOf(), commandOf({ payoutBps: 9_000 }))).toEqual({ code: 'PayoutChanged', payoutBps: 8_500 });
    const poor = momentOf(viewOf(), { houseBank: usdt(10_000_000n) });
    expect(refusal(viewOf(), commandOf(), poor)).toEqual({
      code: 'ExposureLimit',
      reason: 'pair',
      available: 9_410_000n,
    });
    expect(refusal(viewOf({ status: 'OFFLINE' }))).toEqual({ code: 'PriceFeedError' });
    const unplayed = viewOf({ status: 'OFFLINE', openThrough: () => false });
    expect(refusal(unplayed)).toEqual({ code: 'PriceFeedError' });
    expect(refusal(unplayed, commandOf({ durationSec: 61 }))).toMatchObject({ code: 'DurationUnavailable' });
    expect(refusal(viewOf({ last: null }))).toEqual({ code: 'PriceFeedError' });
  });

  it('names no amount that is below the smallest stake, and in practice says whose bound it is', () => {
    // 8,500 bps: a profit of 0.85 is a stake of 1.00, the smallest.
    const left = (profit: bigint, realm: 'real' | 'demo') => {
      const state = createState();
      const bucket = Math.floor((NOW + 60_000) / 10_000);
      if (realm === 'demo') state.exposure.demo.set(`ada:${bucket}`, usdt(DEMO_BUCKET_CAP - profit));
      const full = { ...pair, bucketCap: usdt(profit) };
      const command = commandOf({ realm, durationSec: 60, stake: usdt(2_000_000n) });
      const [effect] = decide(state, [command], momentOf(viewOf({ pair: full })));
      return effect?.kind === 'refused' ? effect.refusal : effect?.kind;
    };
    expect(left(850_000n, 'real')).toEqual({ code: 'ExposureLimit', reason: 'pair', available: 1_000_000n });
    expect(left(849_999n, 'real')).toEqual({ code: 'ExposureLimit', reason: 'pair_full', available: 0n });
    expect(left(850_000n, 'demo')).toEqual({ code: 'ExposureLimit', reason: 'own', available: 1_000_000n });
    expect(left(849_999n, 'demo')).toEqual({ code: 'ExposureLimit', reason: 'own_full', available: 0n });
  });

  it('takes no more of a person than the house has said, in real money, and never more than the pair', () => {
    const max = (house: bigint, change: Partial<PlaceCommand> = {}) => {
      const eligibility = { ...GOOD, houseStakeMax: usdt(house) };
      const [effect] = decide(createState(), [commandOf({ eligibility: eligibility, ...change })], momentOf(viewOf()));
      return effect?.kind === 'refused' ? effect.refusal : effect?.kind;
    };
    expect(max(9_990_000n)).toEqual({ code: 'StakeLimit', min: pair.minStake, max: 9_990_000n });
    expect(max(10_000_000n)).toBe('admitted');
    const large = { stake: usdt(pair.maxStake + 10_000n) };
    expect(max(2n * pair.maxStake, large)).toMatchObject({ code: 'StakeLimit', max: pair.maxStake });
    expect(max(9_990_000n, { realm: 'demo' })).toBe('admitted');
  });

  it('offers 15 s and 10,000 in practice only', () => {
    const short = { durationSec: 15 } as const;
    expect(refusalOf(decide(createState(), [commandOf(short)], momentOf(viewOf()))[0])).toBe('DurationUnavailable');
    const demo = commandOf({ ...short, realm: 'demo', stake: usdt(10_000_000_000n) });
    expect(decide(createState(), [demo], momentOf(viewOf()))[0]?.kind).toBe('admitted');
  });

  it('binds practice by nothing but its own rules', () => {
    const demo = commandOf({
      realm: 'demo',
      eligibility: { ...GOOD, selfExcluded: true, name: 'BLOCKED', emailConfirmed: false },
    });
    expect(decide(createState(), [demo], momentOf(viewOf()))[0]?.kind).toBe('admitted');
  });

  it('keeps a loss limit over a batch: two that fit alone do not pass it together', () => {
    const state = createState();
    rememberLosses(state.losses, 'ada', [{ minute: Math.floor(NOW / 60_000), net: 5_000_000n }]);
    const eligibility = { ...GOOD, limits: { ...GOOD.limits, lossDay: usdt(20_000_000n) } };
    const commands = [1, 2].map((n) => commandOf({ id: `p${n}`, eligibility: eligibility }));
    const effects = decide(state, commands, momentOf(viewOf()));
    expect(effects.map((effect) => refusalOf(effect))).toEqual([null, 'LimitReached']);
    expect(state.losses.open.get('ada')).toBe(TEN);
  });

  it('counts the expiry of a prediction where it is decided, entry not yet stored', () => {
    const state = createState();
    const [effect] = decide(state, [commandOf({ durationSec: 300 })], momentOf(viewOf()));
    expect(effect).toMatchObject({ kind: 'admitted', open: { entryStored: false } });
    expect([...state.exposure.buckets.keys()]).toEqual([`BTC-USD:${Math.floor((NOW + 300_000) / 10_000)}`]);
    const full = { ...pair, bucketCap: usdt(8_500_000n) };
    const other = commandOf({ id: 'p2', durationSec: 300 });
    expect(refusalOf(decide(state, [other], momentOf(viewOf({ pair: full })))[0])).toBe('ExposureLimit');
    expect(refusalOf(decide(createState(), [other], momentOf(viewOf({ pair: full })))[0])).toBeNull();
  });

  it('takes no second token of a command that was counted already', () => {
    const state = createState();
    const counted = Array.from({ length: 30 }, (_, no) => commandOf({ id: `p${no}`, counted: true }));
    expect(decide(state, counted, momentOf(viewOf())).map(refusalOf)).toEqual(counted.map(() => null));
  });

  it('spends cash once over a batch', () => {
    const state = createState();
    const moment = momentOf(viewOf(), { cash: new Map([[cashKey('ada', 'real'), usdt(25_000_000n)]]) });
    const commands = [1, 2, 3].map((n) => commandOf({ id: `p${n}` }));
    expect(decide(state, commands, moment).map((effect) => refusalOf(effect))).toEqual([null, null, 'NoBalance']);
  });

  it('rejects a command that throws, and only that one (R-16)', () => {
    const state = createState();
    const view = viewOf();
    const moment = momentOf(view, {
      market: (pairId) => {
        if (pairId === 'poison') throw new Error('poisoned');
        return view;
      },
    });
    const effects = decide(state, [commandOf(), commandOf({ pairId: 'poison' }), commandOf({ id: 'p3' })], moment);
    expect(effects.map(({ kind }) => kind)).toEqual(['admitted', 'failed', 'admitted']);
    expect(state.books.get(4)?.size).toBe(2);
    expect(state.exposure.total).toBe(17_000_000n);
  });

  it('is the same for the same input', () => {
    const run = () =>
      JSON.stringify(
        decide(createState(), [commandOf(), commandOf({ stake: TEN })], momentOf(viewOf())),
        (_k, v: unknown) => (typeof v === 'bigint' ? v.toString() : v),
      );
    expect(run()).toBe(run());
  });
});
