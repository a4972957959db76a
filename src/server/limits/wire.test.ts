import { describe, expect, it } from 'vitest';
import { NO_PAUSE } from '#domain/limits/pause.ts';
import { usdt } from '#domain/money.ts';
import { limitsWire, playFiguresWire } from '#protocol/limits.ts';
import type { Results } from './contract.ts';
import type { Controls } from './store.ts';
import { STANDARD_SETTINGS } from '#server/settings/index.ts';
import { toFiguresWire, toLimitsWire } from './wire.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const results: Results = {
  playSession: usdt(-1_500_000n),
  day: usdt(-75_000_000n),
  week: usdt(20_000_000n),
  month: usdt(0n),
  days: [{ day: '2027-01-15', result: usdt(-75_000_000n) }],
};
const nothing: Controls = {
  limits: new Map(),
  pause: NO_PAUSE,
  realityMinutes: null,
  realitySeenAt: null,
  house: null,
  playSessions: [],
};
const deposited = { day: usdt(30_000_000n), week: usdt(90_000_000n), month: usdt(0n) };
const at = { now: NOW, results, deposited, gapMs: 300_000 };

function limitOf(controls: Controls, name: string) {
  return toLimitsWire(controls, at, NORMAL).limits.find((limit) => limit.name === name);
}

const NORMAL = { waits: 'normal', values: STANDARD_SETTINGS.values } as const;

describe('limits on the wire', () => {
  it('are all there where none is set, as the schema has them', () => {
    const wire = toLimitsWire(nothing, at, NORMAL);
    expect(limitsWire.parse(wire)).toEqual(wire);
    expect(wire.limits).toHaveLength(8);
    expect(
      wire.limits.every(({ amount, minutes, raise }) => amount === null && minutes === null && raise === null),
    ).toBe(true);
    expect(wire.pause).toEqual({ state: 'FREE', until: null });
    expect(wire.house).toBeNull();
    expect(wire.waits).toEqual({ raise: 86_400, return: 86_400 });
    expect(wire.spans).toMatchObject({ '24h': 86_400, forever: null });
  });

  it('tell a limit of the house apart from those of the person', () => {
    const wire = toLimitsWire({ ...nothing, house: { value: usdt(2_500_000n), setAt: NOW } }, at, NORMAL);
    expect(limitsWire.parse(wire)).toEqual(wire);
    expect(wire.house).toEqual({
      predictionMax: 2.5,
      predictionMaxStr: '2.50',
      since: new Date(NOW).toISOString(),
    });
    expect(wire.limits.every(({ amount }) => amount === null)).toBe(true);
  });

  it('name waits as short as they are', () => {
    const wire = toLimitsWire(nothing, at, { ...NORMAL, waits: 'short' });
    expect(wire.waits).toEqual({ raise: 60, return: 60 });
    expect(wire.spans).toMatchObject({ '24h': 60, '6w': 2_520 });
  });

  it('say what is lost of a loss limit; what was won is not less than nothing', () => {
    const limits = new Map([
      ['loss_day', { value: 200_000_000n, raise: null }],
      ['loss_week', { value: 500_000_000n, raise: null }],
    ] as const);
    expect(limitOf({ ...nothing, limits }, 'loss_day')).toMatchObject({ amountStr: '200.00', usedStr: '75.00' });
    expect(limitOf({ ...nothing, limits }, 'loss_week')).toMatchObject({ amountStr: '500.00', usedStr: '0.00' });
    expect(limitOf({ ...nothing, limits }, 'stake')).toMatchObject({ amountStr: null, usedStr: null });
  });

  it('show a raise with its two times, and none that nobody answered', () => {
    const raise = { value: null, from: NOW + MINUTE, until: NOW + 2 * MINUTE };
    const limits = new Map([['stake', { value: 5_000_000n, raise }]] as const);
    expect(limitOf({ ...nothing, limits }, 'stake')?.raise).toEqual({
      amount: null,
      amountStr: null,
      minutes: null,
      off: true,
      confirmFrom: new Date(NOW + MINUTE).toISOString(),
      confirmUntil: new Date(NOW + 2 * MINUTE).toISOString(),
    });
    const later = toLimitsWire({ ...nothing, limits }, { ...at, now: NOW + 2 * MINUTE }, NORMAL);
    expect(later.limits.find(({ name }) => name === 'stake')).toMatchObject({ amountStr: '5.00', raise: null });
  });

  it('give session time in minutes', () => {
    const limits = new Map([['session', { value: BigInt(180 * MINUTE), raise: null }]] as const);
    const playSessions = [{ from: NOW - 100 * MINUTE, seen: NOW }];
    expect(limitOf({ ...nothing, limits, playSessions }, 'session')).toMatchObject({
      amount: null,
      minutes: 180,
      usedMinutes: 100,
    });
  });

  it.each([
    {
      what: 'for ever',
      exclusion: { since: 1, until: null, returnAt: null },
      pause: { state: 'EXCLUDED', until: null },
    },
    {
      what: 'over',
      exclusion: { since: 1, until: NOW, returnAt: null },
      pause: { state: 'OVER', until: new Date(NOW).toISOString() },
    },
  ])('tell an exclusion that is $what', ({ exclusion, pause }) => {
    const controls = { ...nothing, pause: { timeOutUntil: null, exclusion } };
    expect(toLimitsWire(controls, at, NORMAL).pause).toEqual(pause);
  });
});

describe('figures on the wire', () => {
  it('are of this play session and of each window', () => {
    const playSessions = [
      { from: NOW - 300 * MINUTE, seen: NOW - 280 * MINUTE },
      { from: NOW - 31 * MINUTE, seen: NOW },
    ];
    const limits = new Map([['session', { value: BigInt(60 * MINUTE), raise: null }]] as const);
    const wire = toFiguresWire({ ...nothing, limits, playSessions, realityMinutes: 30 }, at);
    expect(playFiguresWire.parse(wire)).toEqual(wire);
    expect(wire).toMatchObject({
      since: new Date(NOW - 31 * MINUTE).toISOString(),
      sittingMinutes: 31,
      dayMinutes: 51,
      sittingResultStr: '-1.50',
      dayResultStr: '-75.00',
      weekResultStr: '20.00',
      due: true,
      sessionEndsAt: new Date(NOW + 9 * MINUTE).toISOString(),
      days: [{ day: '2027-01-15', resultStr: '-75.00' }],
    });
  });

  it('are empty for one who does not play', () => {
    expect(toFiguresWire(nothing, at)).toMatchObject({
      since: null,
      sittingMinutes: 0,
      due: false,
      sessionEndsAt: null,
    });
  });
});
