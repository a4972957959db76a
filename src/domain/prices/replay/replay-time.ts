import { GROUP_RULES } from '../pair.ts';
import type { PairGroup } from '../pair.ts';

/** How recorded time runs on the wall clock. `anchor` is wall ms, `firstTs` recorded ms, `speed` recorded ms per wall ms. */
export interface Schedule {
  readonly anchor: number;
  readonly firstTs: number;
  readonly speed: number;
}

/** Wall ms at which a row of recorded time `ts` becomes a tick: anchor + floor((ts - ts_0) / speed) (docs/rules/feeds.md#replay-time). */
export function scheduledAt(schedule: Schedule, ts: number): number {
  return schedule.anchor + Math.floor((ts - schedule.firstTs) / schedule.speed);
}

/** Recorded time (ms, maybe a fraction) that belongs to a wall time. */
export function recordedAt(schedule: Schedule, wall: number): number {
  return schedule.firstTs + (wall - schedule.anchor) * schedule.speed;
}

/** First whole wall ms at which the recorded time is `ts` or later. */
export function wallOf(schedule: Schedule, ts: number): number {
  return schedule.anchor + Math.ceil((ts - schedule.firstTs) / schedule.speed);
}

/** Recorded time for which a recorded price stands, ms. */
export const STANDS_MS = 75_000;
/** From the last tick of a file to its next beginning, wall ms. */
export const SEAM_MS = 5_000;
/** From a tick to the heartbeat that repeats it, wall ms. */
export const HEARTBEAT_MS = 1_000;
const MINUTE_BARS_MIN_SEC = 300;

/** S and W of a replayed pair, wall ms: max(table, 75 s / speed). Whole times compare alike with the floor. */
export function replayRule(group: PairGroup, speed: number): { staleAfterMs: number; maxEntryWaitMs: number } {
  const stands = Math.floor(STANDS_MS / speed);
  const rule = GROUP_RULES[group];
  return {
    staleAfterMs: Math.max(rule.staleAfterMs, stands),
    maxEntryWaitMs: Math.max(rule.maxEntryWaitMs, stands),
  };
}

/** Least duration offered on a `_1M` file, seconds: five bars. */
export function minuteBarsMinDuration(speed: number): number {
  return MINUTE_BARS_MIN_SEC / speed;
}
