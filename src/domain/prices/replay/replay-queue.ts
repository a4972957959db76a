import { HEARTBEAT_MS, scheduledAt } from './replay-time.ts';
import type { Schedule } from './replay-time.ts';
import { TICK_FLAGS } from '../ticks/tick.ts';

/** The rows of a file. Index 0 is data row 1. */
export interface Recording {
  /** Recorded ms, ascending; equal times keep the order of the file. */
  readonly ts: Float64Array;
  /** Integers of 10^-scale. */
  readonly price: Float64Array;
  /** Index of the first row inside market hours; rows before it are skipped. */
  readonly first: number;
}

/** The last tick made of a recording: the row it states and its time. `index` = first - 1: none yet. */
export interface Cursor {
  readonly index: number;
  readonly t: number;
}

/** What comes next out of a recording. */
export interface QueuedTick {
  readonly index: number;
  readonly t: number;
  /** Scheduled time of the row, of which a heartbeat is no newer. */
  readonly tSource: number;
  readonly heartbeat: boolean;
  /** The row comes after a hole longer than S: an outage. */
  readonly afterHole: boolean;
}

/** Where a run of a recording begins. */
export function cursorAtStart(recording: Recording, schedule: Schedule): Cursor {
  return { index: recording.first - 1, t: schedule.anchor };
}

/**
 * The tick after `cursor`, or null at the end of the file. Rows and heartbeats come out of this one queue: a heartbeat exactly
 * 1,000 ms after the tick before it, unless a row is due by then or its price is older than S.
 */
export function nextTick(options: {
  readonly recording: Recording;
  readonly schedule: Schedule;
  readonly staleAfterMs: number;
  readonly cursor: Cursor;
}): QueuedTick | null {
  const { recording, schedule, staleAfterMs, cursor } = options;
  const index = cursor.index + 1;
  const ts = recording.ts[index];
  if (ts === undefined) return null;
  const t = scheduledAt(schedule, ts);
  const row = { index, t, tSource: t, heartbeat: false };
  if (cursor.index < recording.first) return { ...row, afterHole: false };
  const standing = scheduledAt(schedule, recording.ts[cursor.index] ?? ts);
  const beat = cursor.t + HEARTBEAT_MS;
  if (beat < t && beat - standing <= staleAfterMs) {
    return { index: cursor.index, t: beat, tSource: standing, heartbeat: true, afterHole: false };
  }
  return { ...row, afterHole: t - standing > staleAfterMs };
}

/** Flag bits of a queued tick; `opens`: it is the first row of a market period; `seam`: the first of a run after an earlier one. */
export function tickFlags(tick: QueuedTick, marks: { readonly opens: boolean; readonly seam: boolean }): number {
  let flags = 0;
  if (tick.heartbeat) flags |= TICK_FLAGS.heartbeat;
  if (tick.afterHole) flags |= TICK_FLAGS.gap | TICK_FLAGS.resumed;
  if (marks.opens) flags |= TICK_FLAGS.sessionOpen;
  if (marks.seam) flags |= TICK_FLAGS.gap | TICK_FLAGS.resumed | TICK_FLAGS.break;
  return flags;
}
