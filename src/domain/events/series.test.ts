import { describe, expect, it } from 'vitest';
import {
  fillDate,
  isDue,
  isSeriesRule,
  localMs,
  momentOf,
  momentsOf,
  planFault,
  saidDate,
  seriesAfter,
  SERIES_MOVES,
  SERIES_STATES,
  type SeriesPlan,
} from './series.ts';

const HOUR = 3_600_000;
const PLAN: SeriesPlan = {
  rule: 'FREQ=DAILY',
  firstAt: '2026-12-01T12:00',
  timeZone: 'UTC',
  opensBefore: 24 * HOUR,
  closesBefore: HOUR,
  mostOpen: 3,
};
const utc = (text: string) => Date.parse(`${text}Z`);
const wall = (text: string) => localMs(text) ?? Number.NaN;

describe('the life of a series', () => {
  it('goes where the table says, and nowhere else', () => {
    const table = SERIES_STATES.map((state) => SERIES_MOVES.map((move) => seriesAfter(state, move)));
    expect(table).toEqual([
      ['ACTIVE', null, null, 'ENDED'],
      [null, 'PAUSED', null, 'ENDED'],
      [null, null, 'ACTIVE', 'ENDED'],
      [null, null, null, null],
    ]);
  });
});

describe('a rule', () => {
  it.each([
    'FREQ=DAILY',
    'FREQ=HOURLY;INTERVAL=2',
    'FREQ=WEEKLY;BYDAY=MO,FR',
    'FREQ=MONTHLY;BYDAY=-1FR;COUNT=1000',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=DAILY;BYHOUR=8,20;UNTIL=20270101T000000',
  ])('%s may be', (rule) => {
    expect(isSeriesRule(rule)).toBe(true);
  });

  it.each([
    '',
    'FREQ=MINUTELY',
    'FREQ=SECONDLY',
    'FREQ=DAILY;BYMINUTE=0,30',
    'FREQ=DAILY;BYSECOND=1',
    'FREQ=DAILY;BYEASTER=1',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;COUNT=1001',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=2;UNTIL=20270101T000000',
    'FREQ=DAILY;UNTIL=20270101T000000Z',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=1001',
    'FREQ=DAILY;BYHOUR=24',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=DAILY;constructor=x',
    'FREQ=DAILY;BYHOUR=8=9',
    'DTSTART:20260101T000000Z',
    'FREQ=DAILY\nRRULE:FREQ=DAILY',
  ])('%s may not', (rule) => {
    expect(isSeriesRule(rule)).toBe(false);
  });
});

describe('a plan', () => {
  it('may be', () => {
    expect(planFault(PLAN)).toBeNull();
  });

  it.each([
    ['rule', { rule: 'FREQ=MINUTELY' }],
    ['firstAt', { firstAt: '2027-02-29T12:00' }],
    ['firstAt', { firstAt: '2026-12-01T24:00' }],
    ['timeZone', { timeZone: 'Mars/Base' }],
    ['closesBefore', { closesBefore: -1 }],
    ['opensBefore', { opensBefore: HOUR * 2 - 1 }],
    ['opensBefore', { opensBefore: 367 * 24 * HOUR }],
    ['mostOpen', { mostOpen: 0 }],
    ['mostOpen', { mostOpen: 21 }],
  ] as const)('is refused for its %s', (fault, changed) => {
    expect(planFault({ ...PLAN, ...changed })).toBe(fault);
  });
});

describe('a time by the clocks of a place', () => {
  it.each(['1970-01-01T00:00', '2024-02-29T23:59', '2026-12-31T12:30', '2100-03-01T00:00'])('%s is read', (text) => {
    expect(localMs(text)).toBe(utc(text));
  });

  it.each(['2100-02-29T00:00', '2026-13-01T00:00', '2026-04-31T00:00', '2026-04-00T00:00', '2026-1-1T00:00', 'x'])(
    '%s is none',
    (text) => {
      expect(localMs(text)).toBeNull();
    },
  );

  it.each([
    // Before and after the clocks go forward, on 29 March 2026, and what they leave out: an hour later.
    ['Europe/Berlin', '2026-03-28T12:00', '2026-03-28T11:00'],
    ['Europe/Berlin', '2026-03-29T12:00', '2026-03-29T10:00'],
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30'],
    // Before and after they go back, on 25 October, and what they show twice: the first.
    ['Europe/Berlin', '2026-10-24T12:00', '2026-10-24T10:00'],
    ['Europe/Berlin', '2026-10-25T12:00', '2026-10-25T11:00'],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45'],
    ['Asia/Kathmandu', '2026-01-01T00:00', '2025-12-31T18:15'],
    ['Pacific/Kiritimati', '2026-01-01T00:00', '2025-12-31T10:00'],
  ])('in %s %s is %s UTC', (timeZone, local, at) => {
    expect(momentOf(wall(local), timeZone)).toBe(utc(at));
  });

  it('is left out where a change of clocks brings it to the hour of another', () => {
    const hours = ['01:00', '02:00', '03:00', '04:00'].map((hour) => wall(`2026-03-29T${hour}`));
    expect(momentsOf(hours, 'Europe/Berlin')).toEqual(
      ['00:00', '01:00', '02:00'].map((hour) => utc(`2026-03-29T${hour}`)),
    );
  });
});

describe('an event of a series', () => {
  const startsAt = utc('2026-12-02T12:00');

  it('is made from its opening on, while half of its time is left', () => {
    const at = (text: string) => isDue(PLAN, startsAt, utc(text));
    // It opens on the 1st at 12:00 and closes on the 2nd at 11:00: half of that is over at 23:30.
    expect(at('2026-12-01T11:59')).toBe(false);
    expect(at('2026-12-01T12:00')).toBe(true);
    expect(at('2026-12-01T23:30')).toBe(true);
    expect(at('2026-12-01T23:31')).toBe(false);
    expect(at('2026-12-03T00:00')).toBe(false);
  });

  it('says its day and time by the clocks of its zone', () => {
    const said = saidDate(startsAt, 'Europe/Berlin', 'en');
    expect(fillDate('Above on {date} at {time}? {date}', said)).toBe(
      'Above on 2 December 2026 at 13:00 CET? 2 December 2026',
    );
    expect(saidDate(startsAt, 'Europe/Berlin', 'de').date).toBe('2. Dezember 2026');
  });
});
