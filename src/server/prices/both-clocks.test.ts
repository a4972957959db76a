import { describe, expect, it } from 'vitest';
import { bothClocks } from './both-clocks.ts';

/** A process that is stopped for `pauses[i]` ms before its i-th reading of a clock. */
function paused(pauses: readonly number[]) {
  let passed = 0;
  let reads = 0;
  const read = () => {
    passed += pauses[reads] ?? 0;
    reads += 1;
    return passed;
  };
  return { now: () => 1_000_000 + read(), monotonic: read };
}

const offsetOf = ({ wall, monotonic }: { wall: number; monotonic: number }) => wall - monotonic;

describe('both clocks', () => {
  it('are read together', () => {
    expect(offsetOf(bothClocks(paused([])))).toBe(1_000_000);
  });

  it('are read again after a pause between them, so that a busy machine is no clock fault', () => {
    expect(offsetOf(bothClocks(paused([0, 0, 900])))).toBe(1_000_000);
    expect(offsetOf(bothClocks(paused([0, 400, 0, 0, 0, 900])))).toBe(1_000_000);
  });

  it('give the tightest reading when none was whole', () => {
    const read = bothClocks(paused([0, 0, 900, 0, 0, 30, 0, 0, 900]));
    expect(offsetOf(read)).toBe(1_000_000 - 30);
  });
});
