import { describe, expect, it } from 'vitest';
import type { ActField } from '#protocol/office/cells.ts';
import { faultsOf, readFilter } from './filter.ts';

describe('a field of the back office', () => {
  const until: ActField = { name: 'until', label: 'Last day', kind: 'day', optional: true };
  const way: ActField = { name: 'way', label: 'Way', kind: 'choice', options: [{ value: 'credit', label: 'Credit' }] };

  it.each([
    ['all that is asked for', { way: 'credit', until: '2028-02-29' }, {}],
    ['what may be left out', { way: 'credit', until: ' ' }, {}],
    ['nothing', {}, { way: 'missing' }],
    [
      'a choice that is none, and a field that is none',
      { way: 'debit', more: '1' },
      { way: 'unknown', more: 'unknown' },
    ],
    ['a day that is in no calendar', { way: 'credit', until: '2027-02-29' }, { until: 'malformed' }],
    ['a month that is none', { way: 'credit', until: '2027-99-01' }, { until: 'malformed' }],
  ])('with %s', (_what, given: Record<string, string>, faults) => {
    expect(faultsOf([until, way], given)).toEqual(faults);
  });

  it('of a filter is a day of the calendar too', () => {
    const from = { name: 'from', label: 'Since', kind: 'day' } as const;
    expect(readFilter('from=2028-02-29', [from])).toEqual({ ok: true, value: { from: '2028-02-29' } });
    expect(readFilter('from=2027-02-30', [from])).toMatchObject({
      refusal: { fields: { 'filter.from': 'malformed' } },
    });
  });
});
