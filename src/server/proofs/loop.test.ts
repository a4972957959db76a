import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { Loop } from './loop.ts';

const log = pino({ level: 'silent' });
const HOUR = 3_600_000;
const NEVER = { everyMs: HOUR, gatherMs: 0, log, name: 'work' };

/** A promise with its resolver. */
function signal(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => undefined as void;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('a loop', () => {
  it('runs at once, and again when told', async () => {
    let runs = 0;
    const told = Array.from({ length: 2 }, () => signal());
    const loop = new Loop({
      ...NEVER,
      run: async () => {
        told[runs]?.resolve();
        runs += 1;
      },
    });
    await told[0]?.promise;
    loop.soon(0);
    await told[1]?.promise;
    await loop.stop();
    expect(runs).toBe(2);
  });

  it('runs once more when it was told while it ran, and never twice at a time', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const twice = signal();
    const loop: Loop = new Loop({
      ...NEVER,
      run: async () => {
        running += 1;
        runs += 1;
        most = Math.max(most, running);
        if (runs === 1) for (let i = 0; i < 5; i++) loop.soon(0);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (runs === 2) twice.resolve();
      },
    });
    await twice.promise;
    await loop.stop();
    expect({ runs, most }).toEqual({ runs: 2, most: 1 });
  });

  it('stops after the round that runs, also one that fails', async () => {
    let ended = false;
    const began = signal();
    const loop = new Loop({
      ...NEVER,
      run: async () => {
        began.resolve();
        await new Promise((resolve) => setImmediate(resolve));
        ended = true;
        throw new Error('no');
      },
    });
    await began.promise;
    await loop.stop();
    expect(ended).toBe(true);
    loop.soon(0);
  });
});
