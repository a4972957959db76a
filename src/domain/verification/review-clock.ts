import { HOUR_MS } from '../time.ts';

const MINUTE_MS = 60_000;

/** Documents are looked at within this time (spec 9). */
export const REVIEW_MS = 24 * HOUR_MS;
/** After this long without an answer a person is shown the way to support (spec 9). */
export const SUPPORT_AFTER_MS = 10 * MINUTE_MS;
/** Ages of a document that waits at which an alarm goes off. */
export const ALARMS_MS = [20 * HOUR_MS, REVIEW_MS] as const;
const AMBER_MS = 18 * HOUR_MS;
const RED_MS = 23 * HOUR_MS;

export interface ReviewClock {
  readonly dueAt: number;
  /** The time has come to show the way to support. */
  readonly offersSupport: boolean;
  /** How many of the alarms are due: 0, 1 or 2. */
  readonly alarms: number;
  readonly colour: 'calm' | 'amber' | 'red';
}

/** How late the review of a document is that was sent at `sentAt`. All in ms. */
export function reviewClock(sentAt: number, now: number): ReviewClock {
  const age = now - sentAt;
  return {
    dueAt: sentAt + REVIEW_MS,
    offersSupport: age >= SUPPORT_AFTER_MS,
    alarms: ALARMS_MS.filter((at) => age >= at).length,
    colour: age >= RED_MS ? 'red' : age >= AMBER_MS ? 'amber' : 'calm',
  };
}
