import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startLoop } from './loop.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function loopOf(outcomes: (number | Error)[]) {
  const onFailure = vi.fn<() => number>(() => 5_000);
  let rounds = 0;
  const round = () => {
    const outcome = outcomes[rounds] ?? 1_000;
    rounds += 1;
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  };
  return { loop: startLoop({ round, onFailure }), rounds: () => rounds, onFailure };
}

describe('a loop', () => {
  it('goes on at once while there is more, and looks again after what the round says', async () => {
    const { loop, rounds } = loopOf([0, 0]);
    await vi.advanceTimersByTimeAsync(0);
    expect(rounds()).toBe(3);
    await vi.advanceTimersByTimeAsync(999);
    expect(rounds()).toBe(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds()).toBe(4);
    await loop.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(rounds()).toBe(4);
  });

  it('is woken before its time', async () => {
    const { loop, rounds } = loopOf([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(rounds()).toBe(1);
    loop.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(rounds()).toBe(2);
    await loop.stop();
  });

  it('rests after a failure, whoever wakes it, and tries again', async () => {
    const { loop, rounds, onFailure } = loopOf([new Error('away')]);
    await vi.advanceTimersByTimeAsync(0);
    loop.wake();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(rounds()).toBe(1);
    expect(onFailure).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds()).toBe(2);
    await loop.stop();
  });
});
