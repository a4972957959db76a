import { expect, it } from 'vitest';
import { pageLimit, pageOf } from './page.ts';

const as = { cursor: (no: number) => `after ${no}`, item: (no: number) => ({ no }) };

it('shows as many rows as asked for, and leads on from the last of them where there is one more', () => {
  expect(pageOf([3, 2, 1], 2, as)).toEqual({ items: [{ no: 3 }, { no: 2 }], nextCursor: 'after 2' });
  expect(pageOf([2, 1], 2, as)).toEqual({ items: [{ no: 2 }, { no: 1 }], nextCursor: null });
  expect(pageOf([], 2, as)).toEqual({ items: [], nextCursor: null });
});

it('leads on below what a search has looked at, where nothing more was found', () => {
  expect(pageOf([1], 2, { ...as, floor: 'below' }).nextCursor).toBe('below');
  expect(pageOf([3, 2, 1], 2, { ...as, floor: 'below' }).nextCursor).toBe('after 2');
});

it('has 1 to 200 rows, 50 unless said', () => {
  expect([null, undefined, 0, 7, 201].map(pageLimit)).toEqual([50, 50, 1, 7, 200]);
});
