import { describe, expect, it } from 'vitest';
import type { TradingEligibility } from '../../identity/trading-eligibility.ts';
import { usdt } from '../../money.ts';
import { PAIRS } from '../../prices/pairs.ts';
import type { RefusalCode } from '../../refusals.ts';
import { cashKey } from '../decide.ts';
import { createLosses } from '../losses.ts';
import type { MarketView } from '../market-view.ts';
import { createRateLimiter } from '../rate.ts';
import { LONGEST_WAIT_MS, MOST_WAITING } from './entry.ts';
import type { ScheduledEntry } from './entry.ts';
import { predictionOf, schedule } from './schedule.ts';
import type { ScheduleCommand, ScheduleMoment } from './schedule.ts';
import { WaitingEntries } from './waiting.ts';

const NOW = 1_800_000_000_000;
const TEN = usdt(10_000_000n);
const pair = PAIRS.find(({ id }) => id === 'BTC-USD')!;
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

function viewOf(changes: Partial<MarketView> = {}): MarketView {
  return {
    pair,
    kind: 'live',
    stream: 4,
    status: 'ONLINE',
    nextOpen: null,
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

function commandOf(changes: Partial<ScheduleCommand> = {}): ScheduleCommand {
  return {
    id: 's1',
    userId: 'ada',
    realm: 'real',
    pairId: 'BTC-USD',
    direction: 'UP',
    stake: TEN,
    durationSec: 60,
    payoutBps: 0,
    minPayoutBps: 9_000,
    when: { price: 105 },
    eligibility: GOOD,
    ...changes,
  };
}

interface Setting {
  readonly command?: Partial<ScheduleCommand>;
  readonly view?: MarketView | null;
  readonly moment?: Partial<ScheduleMoment>;
  readonly waiting?: WaitingEntries;
}

function asked(setting: Setting = {}) {
  const { view = viewOf(), waiting = new WaitingEntries() } = setting;
  return schedule(waiting, commandOf(setting.command), {
    now: NOW,
    losses: createLosses(),
    limiter: createRateLimiter(),
    mostWaiting: MOST_WAITING,
    cash: new Map([
      [cashKey('ada', 'real'), TEN],
      [cashKey('ada', 'demo'), TEN],
    ]),
    market: () => view,
    session: () => ({ price: 100, closesAt: null }),
    ...setting.moment,
  });
}

function waitingOf(setting?: Setting): ScheduledEntry {
  const entry = asked(setting);
  if ('code' in entry) throw new Error(entry.code);
  return entry;
}

function refusalOf(setting: Setting): RefusalCode | null {
  const entry = asked(setting);
  return 'code' in entry ? entry.code : null;
}

describe('an entry that is scheduled', () => {
  it('waits for its price from the side on which the price stands', () => {
    expect(waitingOf()).toMatchObject({
      status: 'WAITING',
      trigger: { kind: 'price', price: 105, crosses: 'UP' },
      stream: 4,
      kPlaced: 7,
      placedAt: NOW,
      expiresAt: NOW + LONGEST_WAIT_MS,
    });
    expect(waitingOf({ command: { when: { price: 95 } } }).trigger).toMatchObject({ crosses: 'DOWN' });
    expect(asked({ command: { when: { price: 100 } } })).toEqual({ code: 'InvalidRequest', fields: { price: 'same' } });
  });

  it('waits for a time within 24 h, and no longer than its market is open', () => {
    const at = NOW + 3_600_000;
    expect(waitingOf({ command: { when: { at } } })).toMatchObject({
      trigger: { kind: 'time', at },
      expiresAt: at + 60_000,
    });
    expect(waitingOf({ command: { when: { at: NOW + LONGEST_WAIT_MS } } }).trigger).toMatchObject({ kind: 'time' });
    const far = { when: { at: NOW + LONGEST_WAIT_MS + 1 } };
    expect(asked({ command: far })).toMatchObject({ fields: { at: 'too_large' } });
    expect(asked({ command: { when: { at: NOW } } })).toMatchObject({ fields: { at: 'too_small' } });
    const closesAt = NOW + 100_000;
    expect(waitingOf({ moment: { session: () => ({ price: 100, closesAt }) } }).expiresAt).toBe(closesAt);
    const view = viewOf({ openThrough: (_from, to) => to <= at + 65_499 });
    expect(refusalOf({ view, command: { when: { at } } })).toBe('MarketClosed');
    expect(refusalOf({ view, command: { when: { at: at - 1 } } })).toBeNull();
  });

  it.each<[RefusalCode, Setting]>([
    ['NotFound', { view: null }],
    ['NotSignedIn', { command: { eligibility: null } }],
    ['SelfExcluded', { command: { eligibility: { ...GOOD, selfExcluded: true } } }],
    ['LimitReached', { command: { eligibility: { ...GOOD, limits: { ...GOOD.limits, stakeMax: usdt(1n) } } } }],
    ['VerificationError', { command: { eligibility: { ...GOOD, emailConfirmed: false } } }],
    ['MarketClosed', { view: viewOf({ status: 'CLOSED' }) }],
    ['DurationUnavailable', { command: { durationSec: 61 } }],
    ['StakeLimit', { command: { stake: usdt(10_000n) } }],
    ['StakeLimit', { command: { eligibility: { ...GOOD, houseStakeMax: usdt(9_990_000n) } } }],
    ['InvalidRequest', { command: { stake: usdt(10_000_001n) } }],
    ['PriceFeedError', { view: viewOf({ status: 'OFFLINE' }) }],
    ['PriceFeedError', { moment: { session: () => ({ price: null, closesAt: null }) } }],
    ['PriceFeedError', { moment: { now: NOW + 2_000 } }],
    ['PayoutChanged', { command: { payoutBps: 8_600 } }],
    ['NoBalance', { moment: { cash: new Map() } }],
  ])('is refused with %s', (code, setting) => {
    expect(refusalOf(setting)).toBe(code);
  });

  it('costs a token, and is one of a number that may wait', () => {
    const limiter = createRateLimiter();
    const codes = Array.from({ length: 6 }, () => refusalOf({ moment: { limiter } }));
    expect(codes).toEqual([null, null, null, null, null, 'UnavailableBet']);
    const waiting = new WaitingEntries();
    for (let no = 0; no < MOST_WAITING; no += 1) waiting.add({ ...waitingOf(), id: `${no}` });
    expect(asked({ waiting })).toEqual({ code: 'OrderRejected', reason: 'too_many' });
    expect(refusalOf({ waiting, command: { realm: 'demo', eligibility: null } })).toBeNull();
  });

  it('becomes a request for the least payout that its person takes', () => {
    const drawn = { id: 'p1', salt: '00', eligibility: GOOD };
    expect(predictionOf(waitingOf(), drawn)).toEqual({
      ...drawn,
      userId: 'ada',
      realm: 'real',
      pairId: 'BTC-USD',
      direction: 'UP',
      stake: TEN,
      durationSec: 60,
      payoutBps: 9_000,
      counted: true,
    });
  });
});
