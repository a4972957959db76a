import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { daily } from './daily.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('daily work', () => {
  it('is done soon after the start and then each day, a failed day too, until it is stopped', async () => {
    let done = 0;
    const warn = vi.fn<(...line: unknown[]) => void>();
    const job = daily(
      () => {
        done += 1;
        return done === 2 ? Promise.reject(new Error('away')) : Promise.resolve();
      },
      { log: { warn } },
    );
    expect(done).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * 86_400_000);
    expect(done).toBe(3);
    expect(warn).toHaveBeenCalledOnce();
    await job.stop();
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(done).toBe(3);
  });
});
