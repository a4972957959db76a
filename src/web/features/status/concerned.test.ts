import { expect, it } from 'vitest';
import type { PageId } from '#web/page-rows.ts';
import { concerned, type Announcement } from './concerned.ts';

const of = (about: Announcement['about']): Announcement => ({
  id: `planned.${about}`,
  kind: 'planned',
  about,
  pair: null,
  from: null,
  until: null,
  title: '',
  text: '',
});
const ALL = (['quick', 'rounds', 'events', 'deposits', 'withdrawals', 'site'] as const).map(of);

it.each([
  ['trading', '/en/trading', 'quick rounds site'],
  ['events', '/de/events/some-event', 'events site'],
  ['deposit', '/ar/deposit', 'deposits withdrawals site'],
  ['about', '/en/about', 'site'],
  [null, '/en/nothing', 'site'],
] as const)('is read on %s by whom it concerns', (page, path, told) => {
  const shown = concerned(ALL, { page: page as PageId | null, path, away: [] });
  expect(shown.map(({ about }) => about).join(' ')).toBe(told);
});

it('is not read again where it was put away', () => {
  expect(concerned(ALL, { page: null, path: '/', away: ['planned.site'] })).toEqual([]);
});
