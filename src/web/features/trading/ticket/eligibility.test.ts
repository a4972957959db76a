import { describe, expect, test } from 'vitest';
import { usdt } from '#domain/money.ts';
import {
  canSell,
  restrictionOf,
  nextStep,
  offersDemo,
  tightestLoss,
  type Restriction,
  type Limits,
  type LimitView,
  type Verifications,
} from './eligibility.ts';

const NOW = Date.parse('2026-11-20T17:00:00.000Z');
const LATER = '2026-11-27T17:00:00.000Z';
const BEFORE = '2026-11-20T16:59:59.000Z';
const APPROVED: Verifications = { email: true, name: 'APPROVED' };

const limit = (name: LimitView['name'], part: Partial<LimitView> = {}): LimitView => ({
  name,
  amount: null,
  amountStr: null,
  minutes: null,
  used: null,
  usedStr: null,
  usedMinutes: null,
  raise: null,
  ...part,
});
/** A loss limit and what is lost of it. */
const loss = (name: LimitView['name'], amountStr: string, usedStr: string): LimitView =>
  limit(name, { amount: Number(amountStr), amountStr, used: Number(usedStr), usedStr });
const limitsOf = (part: Partial<Limits> = {}): Limits => ({
  limits: [],
  realityCheckMinutes: null,
  house: null,
  pause: { state: 'FREE', until: null },
  waits: { raise: 86_400, return: 60 },
  spans: {},
  ...part,
});
const pause = (state: Limits['pause']['state'], until: string | null) => limitsOf({ pause: { state, until } });
const NEW: Verifications = { email: false, name: 'PENDING_NAME' };

interface Row {
  readonly who: string;
  readonly verifications?: Verifications;
  readonly limits?: Limits;
  readonly atStake?: bigint;
  readonly restriction: Restriction | null;
}

const session = (usedMinutes: number) => limit('session', { minutes: 60, usedMinutes });
const EXCLUDED = { kind: 'excluded', until: Date.parse(LATER) } as const;
const ROWS: readonly Row[] = [
  { who: 'nobody in the way', restriction: null },
  { who: 'a time-out', limits: pause('TIME_OUT', LATER), restriction: { kind: 'time_out', until: Date.parse(LATER) } },
  { who: 'a time-out that has just ended', limits: pause('TIME_OUT', BEFORE), restriction: null },
  { who: 'self-exclusion', limits: pause('EXCLUDED', LATER), restriction: EXCLUDED },
  { who: 'self-exclusion for ever', limits: pause('EXCLUDED', null), restriction: { kind: 'excluded', until: null } },
  // It never opens by itself: it has to be asked for.
  {
    who: 'one that has just run out',
    limits: pause('EXCLUDED', BEFORE),
    restriction: { kind: 'over', waitMs: 60_000 },
  },
  { who: 'one that ran out', limits: pause('OVER', BEFORE), restriction: { kind: 'over', waitMs: 60_000 } },
  {
    who: 'asked to return',
    limits: pause('RETURNING', LATER),
    restriction: { kind: 'returning', until: Date.parse(LATER) },
  },
  { who: 'returned just now', limits: pause('RETURNING', BEFORE), restriction: null },
  { who: 'the time of a day used up', limits: limitsOf({ limits: [session(60)] }), restriction: { kind: 'session' } },
  { who: 'a minute of it left', limits: limitsOf({ limits: [session(59)] }), restriction: null },
  {
    who: 'a loss limit with less left than the smallest stake',
    limits: limitsOf({ limits: [loss('loss_day', '50.00', '49.01')] }),
    restriction: { kind: 'loss', amountStr: '50.00' },
  },
  {
    who: 'with the smallest stake left',
    limits: limitsOf({ limits: [loss('loss_day', '50.00', '49.00')] }),
    restriction: null,
  },
  {
    who: 'that one with a stake at risk',
    limits: limitsOf({ limits: [loss('loss_day', '50.00', '49.00')] }),
    atStake: 10_000n,
    restriction: { kind: 'loss', amountStr: '50.00' },
  },
  {
    who: 'the tightest of two loss limits',
    limits: limitsOf({ limits: [loss('loss_day', '50.00', '0.00'), loss('loss_month', '80.00', '80.00')] }),
    restriction: { kind: 'loss', amountStr: '80.00' },
  },
  // A limit for one prediction leaves smaller ones.
  {
    who: 'a limit for one prediction',
    limits: limitsOf({ limits: [limit('stake', { amountStr: '1.00' })] }),
    restriction: null,
  },
  ...(['PENDING_NAME', 'PENDING_APPROVE', 'REJECTED', 'BLOCKED'] as const).map((status) => ({
    who: `a name that is ${status}`,
    verifications: { email: true, name: status },
    restriction: { kind: 'name', status } as const,
  })),
  { who: 'no confirmed e-mail', verifications: { email: false, name: 'APPROVED' }, restriction: { kind: 'email' } },
  // The order of the gates.
  { who: 'neither name nor e-mail', verifications: NEW, restriction: { kind: 'name', status: 'PENDING_NAME' } },
  {
    who: 'neither, and a limit used up',
    verifications: NEW,
    limits: limitsOf({ limits: [session(60)] }),
    restriction: { kind: 'session' },
  },
  {
    who: 'neither, a limit used up, and excluded',
    verifications: NEW,
    limits: limitsOf({ pause: { state: 'EXCLUDED', until: LATER }, limits: [session(60)] }),
    restriction: EXCLUDED,
  },
];

describe('what keeps a person from trading, first of all', () => {
  test.each(ROWS)('$who', ({ verifications = APPROVED, limits = limitsOf(), atStake = 0n, restriction }) => {
    expect(restrictionOf({ verifications, limits, atStake: usdt(atStake) }, NOW)).toEqual(restriction);
  });
});

const TIMED = { until: NOW } as const;
test.each<{ restriction: Restriction; page: ReturnType<typeof nextStep>; sells?: true; demo?: true }>([
  { restriction: { kind: 'time_out', ...TIMED }, page: 'settings-limits' },
  { restriction: { kind: 'excluded', until: null }, page: 'responsible-trading' },
  { restriction: { kind: 'over', waitMs: 1 }, page: 'settings-limits' },
  { restriction: { kind: 'returning', ...TIMED }, page: 'settings-limits' },
  { restriction: { kind: 'session' }, page: 'settings-limits', sells: true },
  { restriction: { kind: 'loss', amountStr: '1.00' }, page: 'settings-limits', sells: true },
  { restriction: { kind: 'name', status: 'PENDING_NAME' }, page: 'settings-personal', demo: true },
  { restriction: { kind: 'name', status: 'REJECTED' }, page: 'settings-personal', demo: true },
  { restriction: { kind: 'name', status: 'PENDING_APPROVE' }, page: 'account', demo: true },
  { restriction: { kind: 'name', status: 'BLOCKED' }, page: 'account', demo: true },
  { restriction: { kind: 'email' }, page: 'account', demo: true },
])('$barrier leads to $page', ({ restriction, page, sells = false, demo = false }) => {
  expect(nextStep(restriction)).toBe(page);
  expect(canSell(restriction)).toBe(sells);
  expect(offersDemo(restriction)).toBe(demo);
});

test('of several loss limits the one with the least room is shown, and how much of it is used', () => {
  const limits = [
    loss('loss_day', '200.00', '75.00'),
    loss('loss_week', '100.00', '75.00'),
    loss('deposit_day', '10.00', '9.00'),
    limit('loss_month'),
  ];
  expect(tightestLoss(limits)).toMatchObject({ name: 'loss_week', amountStr: '100.00', usedStr: '75.00', share: 0.75 });
  expect(tightestLoss([loss('loss_day', '10.00', '12.00')])?.share).toBe(1);
  expect(tightestLoss([limit('loss_day'), limit('stake', { amountStr: '5.00' })])).toBe(null);
});
