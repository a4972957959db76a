import { expect, it } from 'vitest';
import { DAY_MS } from '../time.ts';
import { minutesOfDay } from './incident-minutes.ts';

const MINUTE = 60_000;

it('counts the part of each incident that lies in the day, and what lasts until now', () => {
  const spans = [
    { from: DAY_MS - MINUTE, to: DAY_MS + 2 * MINUTE },
    { from: DAY_MS + MINUTE, to: DAY_MS + MINUTE + 1 },
    { from: 2 * DAY_MS - 3 * MINUTE, to: null },
  ];
  const now = 2 * DAY_MS + 5 * MINUTE;
  expect([0, DAY_MS, 2 * DAY_MS, 3 * DAY_MS].map((begins) => minutesOfDay(begins, spans, now))).toEqual([1, 6, 5, 0]);
});
