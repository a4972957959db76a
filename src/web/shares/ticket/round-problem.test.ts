import { expect, test } from 'vitest';
import { standOf } from './round-problem.ts';

test.each([
  [null, 'open'],
  ['noBalance', 'open'],
  ['notYet', 'open'],
  ['reconnecting', 'open'],
  ['paused', 'rests'],
  ['offline', 'rests'],
  ['marketClosed', 'rests'],
  ['roundClosed', 'over'],
] as const)('with %s the book is %s', (problem, stand) => {
  expect(standOf(problem)).toBe(stand);
});
