import { describe, expect, it } from 'vitest';
import { groupsOf } from './groups.ts';
import type { Item } from './use-notifications.ts';

/** A notification of the account; `what` says what happened. */
const item = (id: string, at: string, what = 'new_device'): Item => ({
  id,
  kind: 'security',
  values: { what },
  at: `2026-11-${at}:00.000Z`,
  isRead: false,
});
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const idsOf = (items: readonly Item[]) => groupsOf(items, dayOf).map(({ ids }) => ids.join(' '));

describe('groups of notifications', () => {
  it('put equal ones of a day together, where the newest stands', () => {
    const items = [
      item('5', '28T09:00'),
      item('4', '28T08:00', 'password_changed'),
      item('3', '28T07:00'),
      item('2', '27T23:00'),
      item('1', '27T22:00'),
    ];
    expect(idsOf(items)).toEqual(['5 3', '4', '2 1']);
    expect(groupsOf(items, dayOf)[0]?.newest).toBe(items[0]);
  });

  it('keep new ones apart from those that were read', () => {
    expect(idsOf([item('2', '28T09:00'), { ...item('1', '28T08:00'), isRead: true }])).toEqual(['2', '1']);
  });

  it('do not mind the order of the values', () => {
    const [one, other] = [item('2', '28T09:00'), item('1', '28T08:00')];
    const pair = { pair: 'BTC-USD', credit: '1.00' };
    const turned = { credit: '1.00', pair: 'BTC-USD' };
    expect(
      idsOf([
        { ...one, values: pair },
        { ...other, values: turned },
      ]),
    ).toEqual(['2 1']);
  });

  it('count the days of the viewer', () => {
    const inIndia = (ms: number) => dayOf(ms + 5.5 * 3_600_000);
    // 00:30 of the next day there.
    const items = [item('2', '27T19:00'), item('1', '27T18:00')];
    expect(groupsOf(items, inIndia)).toHaveLength(2);
    expect(groupsOf(items, dayOf)).toHaveLength(1);
  });
});
