import { expect, it } from 'vitest';
import { createRestartBudget } from './restarts.ts';

it('five restarts a minute, then no more until the oldest is a minute old', () => {
  const budget = createRestartBudget();
  expect([0, 10, 20, 30, 40].map((at) => budget.allows(at * 1000))).toEqual([true, true, true, true, true]);
  expect(budget.allows(50_000)).toBe(false);
  expect(budget.allows(60_000)).toBe(true);
  expect(budget.allows(60_001)).toBe(false);
});
