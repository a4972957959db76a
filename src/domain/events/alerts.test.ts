import { describe, expect, it } from 'vitest';
import { isDue, type Alert, type AlertFacts } from './alerts.ts';

const FACTS: AlertFacts = {
  least: 400,
  most: 600,
  volume: 50,
  cutOffAt: 3_600_000,
  isOpen: true,
  clarifiedAt: null,
};

describe('an alert', () => {
  it.each<[Alert['kind'], number | null, Partial<AlertFacts>, number, boolean]>([
    ['above', 600, {}, 0, true],
    ['above', 601, {}, 0, false],
    ['above', 1, { most: null, least: null }, 0, false],
    ['below', 400, {}, 0, true],
    ['below', 399, {}, 0, false],
    ['volume', 50, {}, 0, true],
    ['volume', 51, {}, 0, false],
    ['closes', 30, {}, 1_799_999, false],
    ['closes', 30, {}, 1_800_000, true],
    // Late is still before the end, and never after it.
    ['closes', 30, {}, 3_599_999, true],
    ['closes', 30, {}, 3_600_000, false],
    ['closes', 30, { isOpen: false }, 1_800_000, false],
    ['clarified', null, {}, 0, false],
    ['clarified', null, { clarifiedAt: 5 }, 9, false],
    ['clarified', null, { clarifiedAt: 6 }, 9, true],
  ])('of %s %s with %o at %s is due: %s', (...[kind, value, facts, now, due]) => {
    expect(isDue({ kind, value, madeAt: 5 }, { ...FACTS, ...facts }, now)).toBe(due);
  });
});
