import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cursorAtStart, nextTick, tickFlags } from './replay-queue.ts';
import type { QueuedTick, Recording } from './replay-queue.ts';
import { minuteBarsMinDuration, recordedAt, replayRule, scheduledAt, wallOf } from './replay-time.ts';
import type { Schedule } from './replay-time.ts';
import { TICK_FLAGS } from '../ticks/tick.ts';

const ANCHOR = 1_800_000_000_000;

function recordingOf(ts: readonly number[], first = 0): Recording {
  return { ts: Float64Array.from(ts), price: Float64Array.from(ts, (_, index) => 100 + index), first };
}

function drain(recording: Recording, schedule: Schedule, staleAfterMs: number): QueuedTick[] {
  const ticks: QueuedTick[] = [];
  for (let cursor = cursorAtStart(recording, schedule); ;) {
    const tick = nextTick({ recording, schedule, staleAfterMs, cursor });
    if (tick === null) return ticks;
    ticks.push(tick);
    cursor = tick;
  }
}

/** Recorded times with equal ones, short steps and holes. */
const times = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900 }), fc.integer({ min: 900, max: 200_000 })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((steps) => {
    let at = 1_400_000_000_000;
    return steps.map((step) => (at += step));
  });
const speeds = fc.constantFrom(0.5, 1, 3, 7, 10, 60, 1_000);

describe('the queue of a recording', () => {
  it('makes every row one tick at its scheduled time, in the order of the file', () => {
    fc.assert(
      fc.property(times, speeds, fc.nat({ max: 5 }), (ts, speed, skip) => {
        const first = Math.min(skip, ts.length - 1);
        const firstTs = ts[first] ?? 0;
        const rows = drain(recordingOf(ts, first), { anchor: ANCHOR, firstTs, speed }, 5_000).filter(
          (x) => !x.heartbeat,
        );
        expect(rows.map(({ index, t, tSource }) => [index, t, tSource])).toEqual(
          ts.slice(first).map((recorded, at) => {
            const t = ANCHOR + Math.floor((recorded - firstTs) / speed);
            return [first + at, t, t];
          }),
        );
      }),
    );
  });

  it('repeats a price exactly 1,000 ms after the tick before, until a row is due or the price is older than S', () => {
    fc.assert(
      fc.property(times, speeds, fc.constantFrom(2_000, 3_500, 75_000), (ts, speed, staleAfterMs) => {
        const ticks = drain(recordingOf(ts), { anchor: ANCHOR, firstTs: ts[0] ?? 0, speed }, staleAfterMs);
        const due = ts.map((recorded) => ANCHOR + Math.floor((recorded - (ts[0] ?? 0)) / speed));
        const expected = due.flatMap((standing, index) => {
          const next = due[index + 1] ?? standing;
          const holeBefore = standing - (due[index - 1] ?? standing) > staleAfterMs;
          const row = { index, t: standing, tSource: standing, heartbeat: false, afterHole: holeBefore };
          const beats: QueuedTick[] = [];
          for (let beat = standing + 1_000; beat < next && beat <= standing + staleAfterMs; beat += 1_000) {
            beats.push({ index, t: beat, tSource: standing, heartbeat: true, afterHole: false });
          }
          return [row, ...beats];
        });
        expect(ticks).toEqual(expected);
      }),
    );
  });

  it('goes on from any of its ticks with the same rest', () => {
    fc.assert(
      fc.property(times, speeds, fc.nat(), (ts, speed, pick) => {
        const recording = recordingOf(ts);
        const schedule = { anchor: ANCHOR, firstTs: ts[0] ?? 0, speed };
        const all = drain(recording, schedule, 5_000);
        const from = pick % all.length;
        const rest: QueuedTick[] = [];
        for (let cursor = all[from]; cursor !== undefined;) {
          const tick = nextTick({ recording, schedule, staleAfterMs: 5_000, cursor });
          if (tick === null) break;
          rest.push(tick);
          cursor = tick;
        }
        expect(rest).toEqual(all.slice(from + 1));
      }),
    );
  });
});

describe('tickFlags', () => {
  const row: QueuedTick = { index: 0, t: 0, tSource: 0, heartbeat: false, afterHole: false };
  it('marks heartbeats, outages, openings and seams', () => {
    const plain = { opens: false, seam: false };
    expect(tickFlags(row, plain)).toBe(0);
    expect(tickFlags({ ...row, heartbeat: true }, plain)).toBe(TICK_FLAGS.heartbeat);
    expect(tickFlags({ ...row, afterHole: true }, plain)).toBe(TICK_FLAGS.gap | TICK_FLAGS.resumed);
    expect(tickFlags(row, { opens: true, seam: false })).toBe(TICK_FLAGS.sessionOpen);
    expect(tickFlags(row, { opens: false, seam: true })).toBe(TICK_FLAGS.gap | TICK_FLAGS.resumed | TICK_FLAGS.break);
  });
});

describe('recorded and wall time', () => {
  it('maps a wall time to the recorded time of the rows due by then', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), speeds, (offset, speed) => {
        const schedule = { anchor: ANCHOR, firstTs: 5_000, speed };
        const ts = 5_000 + offset;
        expect(scheduledAt(schedule, ts)).toBe(ANCHOR + Math.floor(offset / speed));
        const wall = wallOf(schedule, ts);
        expect(recordedAt(schedule, wall)).toBeGreaterThanOrEqual(ts - 1e-3);
        expect(recordedAt(schedule, wall - 1)).toBeLessThan(ts);
      }),
    );
  });

  it('scales S and W: 75 s of recorded time, never below the table', () => {
    expect(replayRule('crypto', 1)).toEqual({ staleAfterMs: 75_000, maxEntryWaitMs: 75_000 });
    expect(replayRule('crypto', 10)).toEqual({ staleAfterMs: 7_500, maxEntryWaitMs: 7_500 });
    expect(replayRule('forex', 10)).toEqual({ staleAfterMs: 7_500, maxEntryWaitMs: 10_000 });
    expect(replayRule('stocks', 60)).toEqual({ staleAfterMs: 5_000, maxEntryWaitMs: 15_000 });
    expect(replayRule('crypto', 1_000)).toEqual({ staleAfterMs: 2_000, maxEntryWaitMs: 5_000 });
    expect(replayRule('crypto', 7).staleAfterMs).toBe(10_714);
  });

  it('offers five bars at least on a file of minute bars', () => {
    expect(minuteBarsMinDuration(1)).toBe(300);
    expect(minuteBarsMinDuration(10)).toBe(30);
  });
});
