import type { PairGroup } from '../../prices/pair.ts';
import { stageOf, timesOf, windowsOf } from './windows.ts';
import type { Round } from './windows.ts';

/** What the schedule asks of a pair. */
export interface ScheduledPair {
  readonly pairId: string;
  readonly group: PairGroup;
  /** Does [from, to] (Unix ms) lie in one period of its market? In a replay asked at the recorded time. */
  readonly openThrough: (from: number, to: number) => boolean;
}

/** Is there such a round: a window of the group, aligned to UTC, whole with both averaging windows inside one period. */
export function roundExists(pair: ScheduledPair, round: Round): boolean {
  if (round.pairId !== pair.pairId || !windowsOf(pair.group).includes(round.windowSec)) return false;
  if (!Number.isSafeInteger(round.startMs) || round.startMs % (round.windowSec * 1_000) !== 0) return false;
  const { startMs, endMs, averagingMs } = timesOf(round);
  return pair.openThrough(startMs - averagingMs, endMs);
}

/** Rounds that take orders at `now`, the soonest to end first: of each window the running one and the next. */
export function roundsOpenAt(pair: ScheduledPair, now: number): Round[] {
  return roundsNear(pair, now).filter((round) => stageOf(timesOf(round), now) === 'OPEN');
}

/** Rounds whose window, or the time in which they take orders, contains `now`: open ones and those cut off. */
export function roundsLiveAt(pair: ScheduledPair, now: number): Round[] {
  return roundsNear(pair, now).filter((round) => {
    const stage = stageOf(timesOf(round), now);
    return stage === 'OPEN' || stage === 'CUT_OFF';
  });
}

/** Existing rounds of one window that start in [from, to), ascending. */
export function roundsStarting(
  pair: ScheduledPair,
  windowSec: number,
  span: { readonly from: number; readonly to: number },
): Round[] {
  const step = windowSec * 1_000;
  const rounds: Round[] = [];
  for (let startMs = Math.ceil(span.from / step) * step; startMs < span.to; startMs += step) {
    const round = { pairId: pair.pairId, windowSec, startMs };
    if (roundExists(pair, round)) rounds.push(round);
  }
  return rounds;
}

/** The running and the next round of each window, where they exist. */
function roundsNear(pair: ScheduledPair, now: number): Round[] {
  return windowsOf(pair.group)
    .flatMap((windowSec) => {
      const step = windowSec * 1_000;
      const running = Math.floor(now / step) * step;
      return roundsStarting(pair, windowSec, { from: running, to: running + 2 * step });
    })
    .sort((a, b) => timesOf(a).endMs - timesOf(b).endMs || a.windowSec - b.windowSec);
}
