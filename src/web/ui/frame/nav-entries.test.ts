import { describe, expect, test } from 'vitest';
import type { NavPlace, PageId } from '../../page-rows.ts';
import { FOR_KNOWN, FOR_VISITORS } from './account-links.tsx';
import { FOOTER_COLUMNS, columnOf, currentOf, entriesIn } from './nav-entries.ts';

const PLACES: readonly NavPlace[] = ['main', 'bottom', 'footer', 'side'];
const seenBy = (place: NavPlace, hidden: string) =>
  entriesIn(place)
    .filter(({ className }) => className !== hidden)
    .map(({ page }) => page.id);

describe('the navigation', () => {
  test.each(PLACES)('leads whoever signed in to no page of the demo: %s', (place) => {
    const known = entriesIn(place).filter(({ className }) => className !== FOR_VISITORS);
    expect(known.filter(({ page }) => page.demo === true)).toEqual([]);
  });

  test.each(['main', 'bottom', 'footer'] as const)('has as many entries for a visitor as for a person: %s', (place) => {
    const visitor = seenBy(place, FOR_KNOWN);
    expect(seenBy(place, FOR_VISITORS)).toHaveLength(visitor.length);
    expect(visitor).not.toContain('trading');
    expect(visitor).not.toContain('history');
  });

  test('of phones has the same five for each', () => {
    expect(seenBy('bottom', FOR_KNOWN)).toEqual(['trading-demo', 'events-demo', 'history-demo', 'assets', 'account']);
    expect(seenBy('bottom', FOR_VISITORS)).toEqual(['trading', 'events', 'history', 'assets', 'account']);
  });

  test('leaves no column of the footer empty, and has the markets and the legal texts in their own', () => {
    const columns = new Map(entriesIn('footer').map(({ page }) => [page.id, columnOf(page)]));
    expect(new Set(columns.values())).toEqual(new Set(FOOTER_COLUMNS));
    expect([columns.get('crypto'), columns.get('verify'), columns.get('about'), columns.get('terms')]).toEqual([
      'trade',
      'learn',
      'company',
      'legal',
    ]);
  });

  test.each<[PageId | null, PageId | null]>([
    ['trading', 'trading'],
    ['trading-demo', 'trading-demo'],
    // A page of the dashboard with an entry of its own.
    ['history', 'history'],
    ['account', 'account'],
    ['settings-limits', 'account'],
    ['notifications', 'account'],
    ['event', 'events'],
    ['event-demo', 'events-demo'],
    ['landing', null],
    [null, null],
  ])('of phones on %s: %s is the current one', (here, current) => {
    expect(currentOf(entriesIn('bottom'), here)).toBe(current);
  });
});
