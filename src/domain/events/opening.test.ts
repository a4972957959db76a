import { expect, it } from 'vitest';
import { CERTAIN, evenChance, partOfChance } from './opening.ts';

it('divides a chance, and never below one in a hundred', () => {
  expect([2, 3, 100, 101].map((count) => evenChance(CERTAIN, count))).toEqual([500, 333, 10, 10]);
  expect([400, 25, 1].map((part) => partOfChance(500, part))).toEqual([200, 13, 10]);
});
