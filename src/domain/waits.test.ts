import { describe, expect, it } from 'vitest';
import { waitMs } from './waits.ts';

describe('waiting times of people', () => {
  it.each([
    { wait: 86_400_000, waits: 'normal', expected: 86_400_000 },
    { wait: 86_400_000, waits: 'short', expected: 60_000 },
    { wait: 1, waits: 'short', expected: 1 },
    { wait: 0, waits: 'short', expected: 0 },
  ] as const)('$wait ms are $expected when $waits', ({ wait, waits, expected }) => {
    expect(waitMs(wait, waits)).toBe(expected);
  });
});
