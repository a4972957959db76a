import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock, reader } from '#tests/sockets/slow-reader.ts';
import { TickChannel } from './tick-channel.ts';

/** What is to be done in turns waits for `step`, or is done at once. */
function channel(waits: 'for steps' | 'for nothing' = 'for nothing') {
  const work: Iterator<unknown>[] = [];
  const step = (steps = Infinity) => {
    for (let done = 0; done < steps && work.length > 0; done += 1) if (work[0]?.next().done === true) work.shift();
  };
  const inTurns = {
    add: (one: Iterator<unknown>) => {
      work.push(one);
      if (waits === 'for nothing') step();
    },
  };
  const ticks = new TickChannel({
    name: 'ticks:BTC-USD',
    scale: 2,
    clock,
    inTurns,
  });
  return {
    step,
    ticks,
    take: (seq: number) =>
      ticks.take({
        seq,
        data: { price: seq, priceStr: `${seq}.00`, time: seq, seq, head: '' },
      }),
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('prices of a pair', () => {
  it('begin with a snapshot of the newest', () => {
    const { take, ticks } = channel();
    take(1);
    take(2);
    const one = reader();
    ticks.join(one.writer);
    expect(one.got).toMatchObject([{ seq: 2, snapshot: true }]);
  });

  it('begin with a snapshot also for who came before the first', () => {
    const { take, ticks } = channel();
    const one = reader();
    ticks.join(one.writer);
    take(1);
    vi.advanceTimersByTime(200);
    ticks.catchUp();
    vi.advanceTimersByTime(200);
    take(2);
    expect(one.got.map(({ seq, snapshot }) => ({ seq, snapshot }))).toEqual([
      { seq: 1, snapshot: true },
      { seq: 2, snapshot: undefined },
    ]);
  });

  it('go out at most every 100 ms, and the last one always', () => {
    const { take, ticks } = channel();
    const one = reader();
    ticks.join(one.writer);
    vi.advanceTimersByTime(200);
    for (let seq = 1; seq <= 95; seq += 1) {
      take(seq);
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(200);
    expect(one.seqs().length).toBeGreaterThanOrEqual(9);
    expect(one.seqs().length).toBeLessThanOrEqual(11);
    expect(one.seqs().at(-1)).toBe(95);
    expect(one.seqs()).toEqual(one.seqs().toSorted((a, b) => a - b));
  });

  it('do not go back', () => {
    const { take, ticks } = channel();
    const one = reader();
    take(5);
    ticks.join(one.writer);
    vi.advanceTimersByTime(200);
    take(4);
    take(5);
    vi.advanceTimersByTime(200);
    expect(one.seqs()).toEqual([5]);
  });

  it('give a reader that joined a moment ago its next price 100 ms after the snapshot', () => {
    const { take, ticks } = channel();
    const [early, late] = [reader(), reader()];
    take(1);
    ticks.join(early.writer);
    vi.advanceTimersByTime(150);
    ticks.join(late.writer);
    take(2);
    expect([early.seqs(), late.seqs()]).toEqual([[1, 2], [1]]);
    ticks.catchUp();
    expect(late.seqs()).toEqual([1]);
    vi.advanceTimersByTime(100);
    ticks.catchUp();
    expect(late.seqs()).toEqual([1, 2]);
  });

  it('give a price once to a reader that was owed the one before it', () => {
    const { take, ticks } = channel();
    const one = reader();
    take(1);
    ticks.join(one.writer);
    vi.advanceTimersByTime(50);
    take(2);
    vi.advanceTimersByTime(50);
    take(3);
    vi.advanceTimersByTime(100);
    ticks.catchUp();
    vi.advanceTimersByTime(100);
    ticks.catchUp();
    expect(one.seqs()).toEqual([1, 3]);
  });

  it('give a price once to a reader that joined while it waited for its moment', () => {
    const { take, ticks } = channel();
    const [early, late] = [reader(), reader()];
    ticks.join(early.writer);
    vi.advanceTimersByTime(200);
    take(1);
    take(2);
    ticks.join(late.writer);
    for (let turn = 0; turn < 5; turn += 1) {
      vi.advanceTimersByTime(100);
      ticks.catchUp();
    }
    expect([early.seqs(), late.seqs()]).toEqual([[1, 2], [2]]);
  });

  it('go to the rest as the newest when one comes while they are given out, and to each in order and once', () => {
    const { step, take, ticks } = channel('for steps');
    const readers = Array.from({ length: 4 }, () => reader());
    for (const one of readers) ticks.join(one.writer);
    vi.advanceTimersByTime(200);
    take(1);
    step(2);
    const late = reader();
    ticks.join(late.writer);
    vi.advanceTimersByTime(100);
    take(2);
    step(1);
    expect([...readers, late].map((one) => one.seqs())).toEqual([[1], [1], [2], [], [1]]);
    step();
    ticks.catchUp();
    expect([...readers, late].map((one) => one.seqs())).toEqual([[1, 2], [1, 2], [2], [2], [1, 2]]);
  });

  it('leave a slow reader alone and give it the newest when it reads again', () => {
    const { take, ticks } = channel();
    const [slow, quick] = [reader(), reader()];
    for (const one of [slow, quick]) ticks.join(one.writer);
    vi.advanceTimersByTime(200);
    slow.stopReading();
    slow.writer.write(Buffer.alloc(80_000));
    for (let seq = 1; seq <= 20; seq += 1) {
      take(seq);
      vi.advanceTimersByTime(100);
      ticks.catchUp();
    }
    expect(quick.seqs()).toHaveLength(20);
    expect(slow.writer.waiting).toBe(80_000);
    slow.readAgain();
    vi.advanceTimersByTime(100);
    ticks.catchUp();
    expect(slow.seqs()).toEqual([20]);
  });

  it('cut a reader that is stuck for 10 s, and no other', () => {
    const { take, ticks } = channel();
    const [stuck, quick] = [reader(), reader()];
    for (const one of [stuck, quick]) ticks.join(one.writer);
    vi.advanceTimersByTime(200);
    stuck.stopReading();
    stuck.writer.write(Buffer.alloc(80_000));
    for (let seq = 1; seq <= 95; seq += 1) {
      take(seq);
      vi.advanceTimersByTime(100);
      ticks.catchUp();
    }
    expect(stuck.closes).toEqual([]);
    for (let seq = 96; seq <= 110; seq += 1) {
      take(seq);
      vi.advanceTimersByTime(100);
      ticks.catchUp();
    }
    expect(stuck.closes).toEqual([4008]);
    expect(quick.closes).toEqual([]);
  });
});

describe('an outlet', () => {
  it('closes with 4008 rather than leave a message out', () => {
    const one = reader();
    one.stopReading();
    for (let no = 0; no < 11; no += 1) one.writer.write(Buffer.alloc(100_000));
    expect(one.closes).toEqual([4008]);
    expect(one.writer.waiting).toBeLessThanOrEqual(1024 * 1024);
    one.writer.write(Buffer.alloc(10));
    expect(one.closes).toEqual([4008]);
  });
});
