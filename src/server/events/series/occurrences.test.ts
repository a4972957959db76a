import { describe, expect, it } from 'vitest';
import type { SeriesPlan } from '#domain/events/series.ts';
import { nextStarts, startsBetween } from './occurrences.ts';

const HOUR = 3_600_000;
const plan = (changed: Partial<SeriesPlan>): SeriesPlan => ({
  rule: 'FREQ=DAILY',
  firstAt: '2026-03-27T12:00',
  timeZone: 'Europe/Berlin',
  opensBefore: 24 * HOUR,
  closesBefore: HOUR,
  mostOpen: 3,
  ...changed,
});
const at = (text: string) => Date.parse(`${text}Z`);
const said = (moments: readonly number[]) => moments.map((moment) => new Date(moment).toISOString().slice(0, 16));

describe('starts of a series', () => {
  it('stay at their hour when the clocks go forward', () => {
    expect(said(nextStarts(plan({}), at('2026-03-27T00:00'), 4))).toEqual([
      '2026-03-27T11:00',
      '2026-03-28T11:00',
      '2026-03-29T10:00',
      '2026-03-30T10:00',
    ]);
  });

  it('stay at their hour when the clocks go back', () => {
    const back = plan({ firstAt: '2026-10-24T02:30' });
    expect(said(nextStarts(back, at('2026-10-23T00:00'), 3))).toEqual([
      '2026-10-24T00:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });

  it('are an hour apart at least when the clocks go forward', () => {
    const hourly = plan({ rule: 'FREQ=HOURLY', firstAt: '2026-03-29T00:00' });
    expect(said(startsBetween(hourly, at('2026-03-29T00:00'), at('2026-03-29T04:00')))).toEqual([
      '2026-03-29T00:00',
      '2026-03-29T01:00',
      '2026-03-29T02:00',
      '2026-03-29T03:00',
    ]);
  });

  it('are the same wherever one begins to look', () => {
    const hourly = plan({ rule: 'FREQ=HOURLY', firstAt: '2026-03-28T00:00' });
    const [from, until] = [at('2026-03-28T20:00'), at('2026-03-29T08:00')];
    const all = startsBetween(hourly, from, until);
    for (let begin = from; begin < until; begin += HOUR / 2)
      expect(startsBetween(hourly, begin, until)).toEqual(all.filter((one) => one >= begin));
  });

  it('are on 29 February where there is one', () => {
    const leap = plan({ rule: 'FREQ=YEARLY', firstAt: '2028-02-29T12:00', timeZone: 'UTC' });
    expect(said(nextStarts(leap, at('2026-01-01T00:00'), 2))).toEqual(['2028-02-29T12:00', '2032-02-29T12:00']);
    expect(said(nextStarts(leap, at('2096-03-01T00:00'), 1))).toEqual(['2104-02-29T12:00']);
  });

  it('end with what the rule counts, and with its last day', () => {
    const now = at('2026-03-01T00:00');
    expect(nextStarts(plan({ rule: 'FREQ=DAILY;COUNT=2' }), now, 5)).toHaveLength(2);
    expect(nextStarts(plan({ rule: 'FREQ=DAILY;UNTIL=20260329T120000' }), now, 5)).toHaveLength(3);
    expect(nextStarts(plan({ rule: 'FREQ=DAILY;COUNT=2' }), at('2026-03-28T11:00'), 5)).toHaveLength(1);
  });

  it('are none of a day that no month has', () => {
    const never = plan({ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' });
    expect(nextStarts(never, at('2026-03-01T00:00'), 5)).toEqual([]);
  });
});
