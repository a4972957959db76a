import { describe, expect, it } from 'vitest';
import { provenLately, STEP_UP_MS, stepUpHolds } from './step-up.ts';

const NOW = 1_800_000_000_000;

describe('a step-up', () => {
  it.each([
    { steppedUpAt: null, holds: false },
    { steppedUpAt: NOW, holds: true },
    { steppedUpAt: NOW - STEP_UP_MS + 1, holds: true },
    { steppedUpAt: NOW - STEP_UP_MS, holds: false },
  ])('given at $steppedUpAt holds: $holds', ({ steppedUpAt, holds }) => {
    expect(stepUpHolds({ steppedUpAt }, NOW)).toBe(holds);
    expect(provenLately({ steppedUpAt, startedAt: 0 }, NOW)).toBe(holds);
  });

  it('is replaced by a fresh sign-in only where something is added', () => {
    const fresh = { steppedUpAt: null, startedAt: NOW - STEP_UP_MS + 1 };
    expect(provenLately(fresh, NOW)).toBe(true);
    expect(provenLately(fresh, NOW + 1)).toBe(false);
    expect(stepUpHolds(fresh, NOW)).toBe(false);
  });
});
