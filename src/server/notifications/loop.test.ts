import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startLoop } from './loop.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function loopOf(outcomes: (boolean | Error)[]) {
  const warn = vi.fn<(...line: unknown[]) => void>();
  let rounds = 0;
  const round = () => {
    const outcome = outcomes[rounds] ?? false;
    rounds += 1;
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  };
  return { loop: startLoop({ log: { warn }, round }), rounds: () => rounds, warn };
}

describe('the loop of notifications', () => {
  it('goes on at once while there is more, and looks again after a second', async () => {
    const { loop, rounds } = loopOf([true, true, false]);
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

  it('rests after a failure, says so, and tries again', async () => {
    const { loop, rounds, warn } = loopOf([new Error('away')]);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(rounds()).toBe(1);
    expect(warn).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds()).toBe(2);
    await loop.stop();
  });
});
