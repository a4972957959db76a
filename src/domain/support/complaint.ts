/** How a complaint may end, and by when. */
import { ANSWER_MS, finalAnswerDue } from './ticket.ts';

export const COMPLAINT_OUTCOMES = ['UPHELD', 'PARTLY', 'REJECTED'] as const;
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number];

/** Moments of a complaint, ms; null: not yet. */
export interface ComplaintTimes {
  readonly openedAt: number;
  readonly acknowledgedAt: number | null;
  readonly finalAt: number | null;
}

/** What is due next, and when (ms); null: it has its final letter. */
export function complaintDue(
  of: ComplaintTimes,
): { readonly what: 'acknowledge' | 'final'; readonly at: number } | null {
  if (of.finalAt !== null) return null;
  if (of.acknowledgedAt === null) return { what: 'acknowledge', at: of.openedAt + ANSWER_MS };
  return { what: 'final', at: finalAnswerDue(of.openedAt) };
}

/** Did it have its final letter in time? null: it has none, and there is time left. */
export function wasInTime(of: ComplaintTimes, now: number): boolean | null {
  const due = finalAnswerDue(of.openedAt);
  if (of.finalAt !== null) return of.finalAt <= due;
  return now > due ? false : null;
}
