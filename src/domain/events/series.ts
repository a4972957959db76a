/** Events that come again and again by a rule of repetition (docs/rules/events.md#series): what a series must say, and when its events are. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts';

export const SERIES_STATES = ['DRAFT', 'ACTIVE', 'PAUSED', 'ENDED'] as const;
export type SeriesState = (typeof SERIES_STATES)[number];

export const SERIES_MOVES = ['approve', 'pause', 'resume', 'end'] as const;
export type SeriesMove = (typeof SERIES_MOVES)[number];

const NEXT: Readonly<Record<SeriesState, Readonly<Partial<Record<SeriesMove, SeriesState>>>>> = {
  DRAFT: { approve: 'ACTIVE', end: 'ENDED' },
  ACTIVE: { pause: 'PAUSED', end: 'ENDED' },
  PAUSED: { resume: 'ACTIVE', end: 'ENDED' },
  ENDED: {},
};

/** The state after a move; null: it does not have it. */
export function seriesAfter(state: SeriesState, move: SeriesMove): SeriesState | null {
  return NEXT[state][move] ?? null;
}

/** When events of a series are. Lengths in ms, before the start of each. */
export interface SeriesPlan {
  /** RRULE of RFC 5545 without DTSTART: `FREQ=DAILY`, `FREQ=WEEKLY;BYDAY=MO,FR`. */
  readonly rule: string;
  /** The first start by the clocks of the zone, `2026-12-01T12:00`. */
  readonly firstAt: string;
  /** IANA. */
  readonly timeZone: string;
  readonly opensBefore: number;
  readonly closesBefore: number;
  /** Events of it that are open at once, at most. */
  readonly mostOpen: number;
}

/** Between two events of a series, at least, ms. */
export const LEAST_APART_MS = HOUR_MS;
/** How long before its start an event opens, at most, ms. */
export const LONGEST_OPEN_MS = 366 * DAY_MS;
/** Events of a series that are open at once, and all that its rule may count. */
export const MOST_OPEN = 20;
export const MOST_COUNTED = 1_000;

const MOST_INTERVAL = 1_000;
/** Parts of a rule that are read. Minutes and seconds are not: events are at least an hour apart. */
const PARTS: Readonly<Record<string, RegExp>> = {
  FREQ: /^(HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,3}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}T\d{6}$/,
  BYMONTH: /^(1[0-2]|[1-9])(,(1[0-2]|[1-9]))*$/,
  BYMONTHDAY: /^-?(3[01]|[12]\d|[1-9])(,-?(3[01]|[12]\d|[1-9]))*$/,
  BYDAY: /^(-?[1-5])?(MO|TU|WE|TH|FR|SA|SU)(,(-?[1-5])?(MO|TU|WE|TH|FR|SA|SU))*$/,
  BYHOUR: /^(2[0-3]|1\d|\d)(,(2[0-3]|1\d|\d))*$/,
  BYSETPOS: /^-?[1-9]\d{0,2}$/,
  WKST: /^(MO|SU)$/,
};

const inRule = (parts: readonly string[], name: string) =>
  parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);

/** Is it a rule that a series may have? Whether it names any day at all is seen by its next dates. */
export function isSeriesRule(rule: string): boolean {
  const parts = rule.split(';');
  const names = parts.map((part) => part.split('=')[0] ?? '');
  if (new Set(names).size !== names.length || names[0] !== 'FREQ') return false;
  if (names.includes('COUNT') && names.includes('UNTIL')) return false;
  const read = parts.every((part) => {
    const [name = '', value = '', ...more] = part.split('=');
    return more.length === 0 && Object.hasOwn(PARTS, name) && PARTS[name]!.test(value);
  });
  const [interval = '1', count = '1'] = [inRule(parts, 'INTERVAL'), inRule(parts, 'COUNT')];
  return read && +interval <= MOST_INTERVAL && +count <= MOST_COUNTED;
}

export type SeriesFault = 'rule' | 'firstAt' | 'timeZone' | 'opensBefore' | 'closesBefore' | 'mostOpen';

/** The first field of a plan that no series may have; null: none. */
export function planFault(plan: SeriesPlan): SeriesFault | null {
  if (!isSeriesRule(plan.rule)) return 'rule';
  if (localMs(plan.firstAt) === null) return 'firstAt';
  if (!isZone(plan.timeZone)) return 'timeZone';
  const { opensBefore, closesBefore, mostOpen } = plan;
  if (!Number.isSafeInteger(closesBefore) || closesBefore < 0) return 'closesBefore';
  if (!Number.isSafeInteger(opensBefore) || opensBefore > LONGEST_OPEN_MS) return 'opensBefore';
  if (opensBefore - closesBefore < LEAST_APART_MS) return 'opensBefore';
  return Number.isSafeInteger(mostOpen) && mostOpen >= 1 && mostOpen <= MOST_OPEN ? null : 'mostOpen';
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/;

/** Days from 1970 to a day of the calendar of today. */
function daysTo(year: number, month: number, day: number): number {
  const [y, m] = month <= 2 ? [year - 1, month + 9] : [year, month - 3];
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return y * 365 + leaps + Math.floor((m * 153 + 2) / 5) + day - 719_469;
}

const wallMs = ([year, month, day]: readonly [number, number, number], minutes: number) =>
  daysTo(year, month, day) * DAY_MS + minutes * MINUTE_MS;

/** What stands on the clocks of a place, `2026-12-01T12:00`, in ms as if it were UTC; null: there is no such day or hour. */
export function localMs(text: string): number | null {
  const [year, month, day, hour, minute] = (LOCAL.exec(text) ?? []).slice(1).map((part) => +part);
  if (year === undefined || month === undefined || day === undefined || hour === undefined || minute === undefined)
    return null;
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59) return null;
  const next = month === 12 ? wallMs([year + 1, 1, 1], 0) : wallMs([year, month + 1, 1], 0);
  const at = wallMs([year, month, day], hour * 60 + minute);
  return at < next ? at : null;
}

/** What stands on the clocks of a zone at a moment (ms), in ms as if it were UTC. */
function wallAt(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const of = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, +value]));
  return wallMs([of['year'] ?? 0, of['month'] ?? 0, of['day'] ?? 0], (of['hour'] ?? 0) * 60 + (of['minute'] ?? 0));
}

/**
 * The moment (ms) at which the clocks of a zone show a time (ms as if it were UTC). One that they show twice is the first; one that they leave
 * out is as much later as they jump, as RFC 5545 has it.
 */
export function momentOf(wall: number, timeZone: string): number {
  const before = wallAt(wall - DAY_MS, timeZone) - (wall - DAY_MS);
  const after = wallAt(wall + DAY_MS, timeZone) - (wall + DAY_MS);
  const [first, second] = [wall - before, wall - after];
  if (wallAt(first, timeZone) === wall) return first;
  return wallAt(second, timeZone) === wall ? second : first;
}

/** Moments (ms) of starts by the clocks of a zone, in order; what a change of clocks brings nearer than an hour to the one before is left out. */
export function momentsOf(walls: readonly number[], timeZone: string): readonly number[] {
  const moments: number[] = [];
  for (const wall of walls) {
    const at = momentOf(wall, timeZone);
    if (at - (moments.at(-1) ?? -Infinity) >= LEAST_APART_MS) moments.push(at);
  }
  return moments;
}

/** When an event of a series opens and closes, ms. */
export function spanOf(plan: SeriesPlan, startsAt: number): { readonly opensAt: number; readonly closesAt: number } {
  return { opensAt: startsAt - plan.opensBefore, closesAt: startsAt - plan.closesBefore };
}

/** Is it time to make an event that starts then? Not before it opens, and only while half of its time to be traded is left. */
export function isDue(plan: SeriesPlan, startsAt: number, now: number): boolean {
  const { opensAt, closesAt } = spanOf(plan, startsAt);
  return now >= opensAt && closesAt - now >= (closesAt - opensAt) / 2;
}

/** The day and the time of a start by the clocks of a zone, in words of a language: `1 December 2026`, `12:00 GMT`. */
export function saidDate(startsAt: number, timeZone: string, language: string) {
  const locale = language === 'en' ? 'en-GB' : language;
  const date = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'long', year: 'numeric' });
  const time = new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  return { date: date.format(startsAt), time: time.format(startsAt) };
}

/** A text of a template with the day and the time of an event in it. */
export function fillDate(text: string, said: { readonly date: string; readonly time: string }): string {
  return text.replaceAll('{date}', said.date).replaceAll('{time}', said.time);
}
