import { describe, expect, it } from 'vitest';
import { TimeSlices } from './time-slices.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Steps that keep the thread for this long each. */
function* heavy(steps: number, ms: number, done: () => void): Generator<void> {
  for (let step = 0; step < steps; step += 1) {
    const end = performance.now() + ms;
    while (performance.now() < end);
    yield;
  }
  done();
}

describe('work in turns of the loop', () => {
  it('lets others run in between, and is done in the order in which it came', async () => {
    const inTurns = new TimeSlices();
    const ended: string[] = [];
    inTurns.add(heavy(64, 0.2, () => ended.push('first')));
    inTurns.add(heavy(8, 0.2, () => ended.push('second')));
    expect(ended).toEqual([]);
    let turns = 0;
    while (ended.length < 2 && turns < 1_000) {
      await nextTurn();
      turns += 1;
    }
    expect(ended).toEqual(['first', 'second']);
    // 8 steps of 0.2 ms are more than a turn takes.
    expect(turns).toBeGreaterThanOrEqual(8);
  });

  it('does many small things in one turn', async () => {
    const inTurns = new TimeSlices();
    let done = 0;
    for (let no = 0; no < 20; no += 1) inTurns.add(heavy(1, 0, () => (done += 1)));
    let turns = 0;
    while (done < 20 && turns < 1_000) {
      await nextTurn();
      turns += 1;
    }
    expect(done).toBe(20);
    expect(turns).toBeLessThan(20);
  });

  it('forgets what is left when it closes', async () => {
    const inTurns = new TimeSlices();
    let done = false;
    inTurns.add(heavy(1, 0, () => (done = true)));
    inTurns.close();
    await nextTurn();
    await nextTurn();
    expect(done).toBe(false);
  });
});
