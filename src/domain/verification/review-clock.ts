import { HOUR_MS, MINUTE_MS } from '../time.ts';

/** Documents are looked at within this time (spec 9), while an operator has set nothing else. */
export const REVIEW_MS = 24 * HOUR_MS;
/** After this long without an answer a person is shown the way to support (spec 9). */
export const SUPPORT_AFTER_MS = 10 * MINUTE_MS;
/** Age of a document that waits at which the first alarm goes off. */
export const ALARM_MS = 20 * HOUR_MS;
/** Parts of the time it is promised in, at which its colour turns: 18 and 23 of 24 h. */
const AMBER = 18 / 24;
const RED = 23 / 24;

/** What an operator has set, ms. */
export interface ReviewTimes {
  /** It is looked at within. */
  readonly reviewMs: number;
  readonly supportMs: number;
  /** Ages at which an alarm goes off, lowest first. */
  readonly alarmsMs: readonly number[];
}

export interface ReviewClock {
  readonly dueAt: number;
  /** The time has come to show the way to support. */
  readonly offersSupport: boolean;
  /** How many of the alarms are due: 0, 1 or 2. */
  readonly alarms: number;
  readonly colour: 'calm' | 'amber' | 'red';
}

/** How late the review of a document is that was sent at `sentAt`. All in ms. */
export function reviewClock(sentAt: number, now: number, times: ReviewTimes): ReviewClock {
  const age = now - sentAt;
  return {
    dueAt: sentAt + times.reviewMs,
    offersSupport: age >= times.supportMs,
    alarms: times.alarmsMs.filter((at) => age >= at).length,
    colour: age >= RED * times.reviewMs ? 'red' : age >= AMBER * times.reviewMs ? 'amber' : 'calm',
  };
}
