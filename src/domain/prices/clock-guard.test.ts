import { describe, expect, it } from 'vitest';
import { CLOCK_STEADY_MS, ClockGuard } from './clock-guard.ts';

/** Walks both clocks in steps of 50 ms; `skew` says how far the wall clock is off after so many ms. */
function walk(guard: ClockGuard, span: { from: number; to: number; skew: (elapsed: number) => number }): boolean[] {
  const faults: boolean[] = [];
  for (let t = span.from; t <= span.to; t += 50) {
    faults.push(guard.faulty({ wall: 1_700_000_000_000 + t + span.skew(t), monotonic: t }));
  }
  return faults;
}

describe('clock guard (R-10)', () => {
  it.each([5_000, -5_000, -2_000, 251, -251])(
    'a jump of %i ms is a fault until the clocks agree for ten seconds',
    (jump) => {
      const guard = new ClockGuard();
      const skew = (t: number) => (t >= 1_000 ? jump : 0);
      expect(walk(guard, { from: 0, to: 950, skew })).not.toContain(true);
      expect(walk(guard, { from: 1_000, to: 1_000 + CLOCK_STEADY_MS - 50, skew })).not.toContain(false);
      expect(walk(guard, { from: 1_000 + CLOCK_STEADY_MS, to: 30_000, skew })).not.toContain(true);
    },
  );

  it.each([200, -200, 500])('a drift of %i ppm is followed for a day', (ppm) => {
    const guard = new ClockGuard();
    const skew = (t: number) => (t * ppm) / 1_000_000;
    for (let t = 0; t < 86_400_000; t += 5_000) expect(guard.faulty({ wall: t + skew(t), monotonic: t })).toBe(false);
  });

  it('a second jump starts the wait anew', () => {
    const guard = new ClockGuard();
    const skew = (t: number) => (t >= 1_000 ? 1_000 : 0) + (t >= 9_000 ? 1_000 : 0);
    const faults = walk(guard, { from: 0, to: 19_000, skew });
    expect(faults.slice(20, 379)).not.toContain(false);
    expect(faults.at(-1)).toBe(false);
  });
});
