import { expect, it } from 'vitest';
import { withFilter } from './use-filter.ts';

it('keeps a filter in the address, beside what else stands there', () => {
  expect(withFilter('?lang=de', { from: '2026-11-01', search: '' })).toBe('?lang=de&from=2026-11-01');
  expect(withFilter('?from=2026-11-01&search=a', { from: '', search: ' ' })).toBe('');
  expect(withFilter('', { search: 'a&b' })).toBe('?search=a%26b');
});
