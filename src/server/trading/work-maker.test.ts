import { describe, expect, it } from 'vitest';
import { WorkMaker } from './work-maker.ts';

/** What the next batch asks of its sources while so many requests wait. */
function askedWith(waiting: number) {
  const asked = { requests: 0, life: 0 };
  const idle = { busy: false, take: () => [], park: () => undefined };
  const none = { entered: [], finished: [], checkpoints: [] };
  const maker = new WorkMaker({
    desk: { waiting, take: (most: number) => ((asked.requests = most), []) },
    memory: { busy: true, take: (most: number) => ((asked.life = most), none), park: () => undefined },
    hall: idle,
    room: idle,
  } as unknown as ConstructorParameters<typeof WorkMaker>[0]);
  maker.next();
  return asked;
}

describe('the size of a batch', () => {
  it('leaves entries and ends behind for somebody who waits, yet takes more of them than requests can bring', () => {
    const [alone, beside] = [askedWith(0), askedWith(1)];
    expect(beside.life).toBeLessThan(alone.life);
    expect(beside.life).toBeGreaterThan(beside.requests);
  });
});
