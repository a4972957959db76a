import { describe, expect, it } from 'vitest';
import { placingP95, placingStep } from './placing.ts';

describe('how long placing takes', () => {
  it.each([
    [0.2, 5],
    [5, 5],
    [5.1, 10],
    [260, 300],
    [59_000, 60_000],
    [90_000, 60_000],
  ])('counts %d ms within %d', (ms, step) => {
    expect(placingStep(ms)).toBe(step);
  });

  it.each([
    { of: 'nothing', rows: [], p95: null },
    { of: 'one', rows: [{ within: 20, count: 1 }], p95: 20 },
    {
      of: 'exactly 95 of 100',
      rows: [
        { within: 50, count: 5 },
        { within: 10, count: 95 },
      ],
      p95: 10,
    },
    {
      of: '94 of 100',
      rows: [
        { within: 10, count: 94 },
        { within: 50, count: 6 },
      ],
      p95: 50,
    },
  ])('says of $of that 95 of 100 were done within $p95', ({ rows, p95 }) => {
    expect(placingP95(rows)).toBe(p95);
  });
});
