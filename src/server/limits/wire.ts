import type { Waits } from '#domain/waits.ts';
import { waitMs } from '#domain/waits.ts';
import { limitAt, LIMIT_NAMES, NO_LIMIT } from '#domain/limits/limit.ts';
import type { Limit, LimitName } from '#domain/limits/limit.ts';
import { EXCLUSION_SPANS, pausedUntil, pauseState, TIME_OUT_SPANS } from '#domain/limits/pause.ts';
import { currentSession, playedMs, realityDue, sessionEnd } from '#domain/limits/play-time.ts';
import { spanOf, type SettingValues } from '#domain/settings/settings.ts';
import { subtract, usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { moneyPair, toIso, toIsoOrNull } from '#protocol/codecs.ts';
import type { LimitsWire, LimitWire, PlayFiguresWire } from '#protocol/limits.ts';
import type { Results } from './contract.ts';
import type { DepositLimits } from '#domain/deposits/rules.ts';
import type { Controls } from './store.ts';

const MINUTE_MS = 60_000;

interface At {
  readonly now: number;
  readonly results: Results;
  readonly deposited: DepositLimits<Usdt>;
  /** Signs of play further apart belong to two play sessions, ms. */
  readonly gapMs: number;
}

/** What the installation and its operator have set. */
interface Set {
  readonly waits: Waits;
  readonly values: SettingValues;
}

/** What a person has set, as programs see it. */
export function toLimitsWire(controls: Controls, at: At, { waits, values }: Set): LimitsWire {
  const until = pausedUntil(controls.pause, at.now);
  const spans = { ...TIME_OUT_SPANS, ...EXCLUSION_SPANS };
  return {
    limits: LIMIT_NAMES.map((name) => limitWire(name, controls, at)),
    realityCheckMinutes: controls.realityMinutes,
    house: controls.house && {
      ...moneyPair('predictionMax', controls.house.value),
      since: toIso(controls.house.setAt),
    },
    pause: { state: pauseState(controls.pause, at.now), until: until === Infinity ? null : toIsoOrNull(until) },
    waits: {
      raise: seconds(waitMs(spanOf('limits.raise_wait_hours', values), waits)),
      return: seconds(waitMs(spanOf('limits.return_wait_hours', values), waits)),
    },
    spans: Object.fromEntries(
      Object.entries(spans).map(([name, span]) => [name, span === null ? null : seconds(waitMs(span, waits))]),
    ),
  };
}

function limitWire(name: LimitName, controls: Controls, at: At): LimitWire {
  const { value, raise } = limitAt(controls.limits.get(name) ?? NO_LIMIT, at.now);
  return {
    name,
    ...valueWire(name, value),
    ...usedWire(name, controls, at),
    raise: raise && {
      ...valueWire(name, raise.value),
      off: raise.value === null,
      confirmFrom: toIso(raise.from),
      confirmUntil: toIso(raise.until),
    },
  };
}

function valueWire(name: LimitName, value: Limit['value']): Pick<LimitWire, 'amount' | 'amountStr' | 'minutes'> {
  if (value === null) return { amount: null, amountStr: null, minutes: null };
  if (name === 'session') return { amount: null, amountStr: null, minutes: Number(value) / MINUTE_MS };
  return { ...moneyPair('amount', usdt(value)), minutes: null };
}

/** Losses count; a net win counts as none. Deposits count gross. */
function usedWire(name: LimitName, controls: Controls, at: At): Pick<LimitWire, 'used' | 'usedStr' | 'usedMinutes'> {
  const none = { used: null, usedStr: null, usedMinutes: null };
  if (name === 'session') return { ...none, usedMinutes: minutes(playedMs(controls.playSessions, at)) };
  const deposited = depositedOf(name, at.deposited);
  if (deposited !== null) return { ...moneyPair('used', deposited), usedMinutes: null };
  const result = resultOf(name, at.results);
  if (result === null) return none;
  return { ...moneyPair('used', result < 0n ? subtract(usdt(0n), result) : usdt(0n)), usedMinutes: null };
}

function depositedOf(name: LimitName, deposited: At['deposited']): Usdt | null {
  if (name === 'deposit_day') return deposited.day;
  if (name === 'deposit_week') return deposited.week;
  return name === 'deposit_month' ? deposited.month : null;
}

function resultOf(name: LimitName, results: Results): Usdt | null {
  if (name === 'loss_day') return results.day;
  if (name === 'loss_week') return results.week;
  return name === 'loss_month' ? results.month : null;
}

/** Time and result of a person, as programs see them. */
export function toFiguresWire(controls: Controls, at: At): PlayFiguresWire {
  const { now, results } = at;
  const playSession = currentSession(controls.playSessions, at);
  const session = limitAt(controls.limits.get('session') ?? NO_LIMIT, now).value;
  return {
    since: toIsoOrNull(playSession?.from ?? null),
    sittingMinutes: playSession === null ? 0 : minutes(now - playSession.from),
    dayMinutes: minutes(playedMs(controls.playSessions, at)),
    ...moneyPair('sittingResult', results.playSession),
    ...moneyPair('dayResult', results.day),
    ...moneyPair('weekResult', results.week),
    ...moneyPair('monthResult', results.month),
    due: realityDue({ minutes: controls.realityMinutes, playSession, seenAt: controls.realitySeenAt }, now),
    sessionEndsAt: session === null ? null : toIso(sessionEnd(controls.playSessions, Number(session), at)),
    days: results.days.map(({ day, result }) => ({ day, ...moneyPair('result', result) })),
  };
}

function minutes(span: number): number {
  return Math.floor(span / MINUTE_MS);
}

function seconds(span: number): number {
  return Math.ceil(span / 1_000);
}
