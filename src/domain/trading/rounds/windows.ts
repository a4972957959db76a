import type { PairGroup } from '../../prices/pair.ts';

/** Windows of rounds in seconds: 5m 15m 1h 4h 1d (docs/rules/exchange.md#rounds). */
export const ROUND_WINDOWS_SEC = [300, 900, 3_600, 14_400, 86_400] as const;

/** Below this window the ends are averaged over 30 s, from it on over 60 s (docs/rules/settlement.md#rounds). */
const LONG_FROM_SEC = 900;
/** A round takes orders from at most this long before its start. */
const MAX_LEAD_MS = 14_400_000;
const MIN_CUT_OFF_MS = 5_000;

/** One round of a pair; the feed kind is fixed per pair and process. */
export interface Round {
  readonly pairId: string;
  readonly windowSec: number;
  /** Unix ms, a multiple of the window. */
  readonly startMs: number;
}

/** The moments of a round, Unix ms. */
export interface RoundTimes {
  /** First moment at which orders are taken. */
  readonly opensAt: number;
  readonly startMs: number;
  /** From here on no orders are taken: max(5 s, 2 % of the window) before the end. */
  readonly cutOffAt: number;
  /** The closing averaging window begins: the house maker stops quoting. */
  readonly closingAt: number;
  readonly endMs: number;
  /** Length of both averaging windows, ms. */
  readonly averagingMs: number;
}

/** Crypto has all windows, the other groups those from 15 minutes on. */
export function windowsOf(group: PairGroup): readonly number[] {
  return group === 'crypto' ? ROUND_WINDOWS_SEC : ROUND_WINDOWS_SEC.filter((seconds) => seconds >= LONG_FROM_SEC);
}

/** Length of the averaging window before each end of a round, ms. */
export function averagingMsOf(windowSec: number): number {
  return windowSec < LONG_FROM_SEC ? 30_000 : 60_000;
}

export function timesOf(round: Pick<Round, 'windowSec' | 'startMs'>): RoundTimes {
  const windowMs = round.windowSec * 1_000;
  const averagingMs = averagingMsOf(round.windowSec);
  const endMs = round.startMs + windowMs;
  return {
    opensAt: round.startMs - Math.min(windowMs, MAX_LEAD_MS),
    startMs: round.startMs,
    cutOffAt: endMs - Math.max(MIN_CUT_OFF_MS, windowMs / 50),
    closingAt: endMs - averagingMs,
    endMs,
    averagingMs,
  };
}

/** What the clock alone says of a round (docs/rules/states.md#market); a pause and the settlement are not in it. */
export type RoundStage = 'SCHEDULED' | 'OPEN' | 'CUT_OFF' | 'ENDED';

export function stageOf(times: RoundTimes, now: number): RoundStage {
  if (now < times.opensAt) return 'SCHEDULED';
  if (now < times.cutOffAt) return 'OPEN';
  return now < times.endMs ? 'CUT_OFF' : 'ENDED';
}
