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
    expect(stepUpHolds({ steppedUpAt }, { now: NOW, holdsMs: STEP_UP_MS })).toBe(holds);
    expect(provenLately({ steppedUpAt, startedAt: 0 }, { now: NOW, holdsMs: STEP_UP_MS })).toBe(holds);
  });

  it('is replaced by a fresh sign-in only where something is added', () => {
    const fresh = { steppedUpAt: null, startedAt: NOW - STEP_UP_MS + 1 };
    expect(provenLately(fresh, { now: NOW, holdsMs: STEP_UP_MS })).toBe(true);
    expect(provenLately(fresh, { now: NOW + 1, holdsMs: STEP_UP_MS })).toBe(false);
    expect(stepUpHolds(fresh, { now: NOW, holdsMs: STEP_UP_MS })).toBe(false);
  });
});
