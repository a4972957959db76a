import { expect, test } from 'vitest';
import { queryOf } from './history-query.ts';

const NO_FILTER = { from: '', to: '', search: '' };

test('days are the viewer’s, the last one included', () => {
  const query = queryOf({ from: '2026-11-20', to: '2026-11-20', search: ' 0199 ' });
  expect(query.search).toBe('0199');
  expect(query.from).toBe(new Date(2026, 10, 20).toISOString());
  expect(query.to).toBe(new Date(2026, 10, 21).toISOString());
});

test('days the wrong way round are read in their order', () => {
  const [early, late] = ['2026-11-19', '2026-11-21'];
  expect(queryOf({ ...NO_FILTER, from: late, to: early })).toEqual(queryOf({ ...NO_FILTER, from: early, to: late }));
});

test('the end of a month goes on into the next', () => {
  expect(queryOf({ ...NO_FILTER, to: '2026-12-31' }).to).toBe(new Date(2027, 0, 1).toISOString());
});

test('nonsense and empty fields are left out', () => {
  expect(queryOf({ from: '2026-02-30', to: 'soon', search: '  ' })).toEqual({});
});
