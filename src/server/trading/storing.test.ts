import { describe, expect, it } from 'vitest';
import { Storing } from './storing.ts';

const FULL = Object.assign(new Error('No space left on device'), { code: '53100' });

function storing() {
  const clock = { at: 0, monotonic: () => clock.at };
  return { clock, state: new Storing(clock) };
}

describe('whether batches can be stored', () => {
  it('is doubted after five failures of batches in a row, and no more once one is stored', () => {
    const { state } = storing();
    for (let times = 0; times < 4; times += 1) state.batchFailed(FULL);
    expect(state.isWell).toBe(true);
    state.batchFailed(FULL);
    expect(state.isWell).toBe(false);
    state.batchStored();
    expect(state.isWell).toBe(true);
  });

  it('is not doubted for ever where nobody tries a batch', () => {
    const { clock, state } = storing();
    for (let times = 0; times < 9; times += 1) state.batchFailed(FULL);
    clock.at += 9_999;
    expect(state.isWell).toBe(false);
    clock.at += 1;
    expect(state.isWell).toBe(true);
    state.batchFailed(FULL);
    expect(state.isWell).toBe(false);
  });

  it('is doubted after five beats in a row that failed, whatever the batches say', () => {
    const { clock, state } = storing();
    for (let times = 0; times < 5; times += 1) state.beat({ error: FULL });
    clock.at += 60_000;
    state.batchStored();
    expect(state.isWell).toBe(false);
    state.beat(null);
    expect(state.isWell).toBe(true);
  });

  it.each(['batches', 'beats'] as const)(
    'is doubted while one of the %s is under way for more than five seconds',
    async (what) => {
      const { clock, state } = storing();
      const ends: ((error?: Error) => void)[] = [];
      const begin = () =>
        state.during(
          what,
          () => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
        );
      const first = begin();
      clock.at = 1_000;
      const second = begin();
      clock.at = 5_000;
      expect(state.isWell).toBe(true);
      clock.at = 5_001;
      expect([state.isWell, state.hangs('batches'), state.hangs('beats')]).toEqual([
        false,
        what === 'batches',
        what === 'beats',
      ]);
      ends[0]?.();
      await first;
      expect(state.isWell).toBe(true);
      clock.at = 6_001;
      expect(state.isWell).toBe(false);
      ends[1]?.(FULL);
      await expect(second).rejects.toBe(FULL);
      expect(state.isWell).toBe(true);
    },
  );

  it('knows the end of an outage from that of a fault', () => {
    const { state } = storing();
    state.batchFailed(new Error('broken'));
    expect(state.batchStored()).toBe(false);
    state.batchFailed(FULL);
    state.batchFailed(new Error('broken'));
    expect(state.batchStored()).toBe(true);
    expect(state.batchStored()).toBe(false);
  });

  it('is asked less and less often, and each second at least', () => {
    const { state } = storing();
    const pauses = Array.from({ length: 6 }, () => {
      state.batchFailed(FULL);
      return state.pauseMs;
    });
    expect(pauses).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });
});
