import { DAY_MS } from '../time.ts';

/** Signs of play further apart than this belong to two play sessions, while an operator has set nothing else. */
export const SESSION_GAP_MS = 300_000;

/** A stretch of play, first and last sign of it, ms. */
export interface PlaySession {
  readonly from: number;
  readonly seen: number;
}

/** `gapMs`: signs of play further apart than this belong to two play sessions. ms */
export interface PlayTimes {
  readonly now: number;
  readonly gapMs: number;
}

/** The play session that goes on at `now`; null when the last one has ended. */
export function currentSession(playSessions: readonly PlaySession[], { now, gapMs }: PlayTimes): PlaySession | null {
  const last = playSessions.at(-1);
  return last !== undefined && now - last.seen < gapMs ? last : null;
}

/** Play in the 24 h before `now`, ms. Play sessions in the order of time; the one that goes on counts up to now. */
export function playedMs(playSessions: readonly PlaySession[], times: PlayTimes): number {
  const { now } = times;
  const current = currentSession(playSessions, times);
  return playSessions.reduce((sum, playSession) => {
    const end = playSession === current ? now : playSession.seen;
    return sum + Math.max(0, end - Math.max(playSession.from, now - DAY_MS));
  }, 0);
}

/** When the time allowed in 24 h is used up if play goes on from `now`, ms; in the past where it is used up already. */
export function sessionEnd(playSessions: readonly PlaySession[], allowedMs: number, times: PlayTimes): number {
  return times.now + allowedMs - playedMs(playSessions, times);
}

export const REALITY_MINUTES = [15, 30, 60] as const;
export type RealityMinutes = (typeof REALITY_MINUTES)[number];

/** Is it time to show a person their time and result? `seenAt`: when they last answered such a check. */
export function realityDue(
  check: {
    readonly minutes: RealityMinutes | null;
    readonly playSession: PlaySession | null;
    readonly seenAt: number | null;
  },
  now: number,
): boolean {
  if (check.minutes === null || check.playSession === null) return false;
  return now - Math.max(check.playSession.from, check.seenAt ?? 0) >= check.minutes * 60_000;
}
