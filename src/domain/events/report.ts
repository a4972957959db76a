import { HOUR_MS } from '../time.ts';

/** What a person reports of an event. */
export const REPORT_REASONS = ['insider', 'manipulation', 'source', 'other'] as const;
export type EventReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_STATES = ['OPEN', 'LOOKED', 'DISMISSED', 'ACTED'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** What staff does with a report. */
export const REPORT_ACTS = ['look', 'dismiss', 'act'] as const;
export type ReportAct = (typeof REPORT_ACTS)[number];

const AFTER: Readonly<Record<ReportAct, ReportState>> = { look: 'LOOKED', dismiss: 'DISMISSED', act: 'ACTED' };

/** The state after an act; null: it is not done in this state. What was decided stays so. */
export function reportAfter(state: ReportState, act: ReportAct): ReportState | null {
  if (state === 'DISMISSED' || state === 'ACTED') return null;
  const after = AFTER[act];
  return after === state ? null : after;
}

/** So many events one person reports in a day at most, and how long a day is, ms. */
export const MOST_REPORTS = 10;
export const REPORTS_MS = 24 * HOUR_MS;

/** How long until one more may be made, ms; 0: now. `madeAt`: of those before, ms. */
export function reportWait(madeAt: readonly number[], now: number): number {
  const recent = madeAt.filter((at) => at > now - REPORTS_MS).toSorted((a, b) => b - a);
  const last = recent[MOST_REPORTS - 1];
  return last === undefined ? 0 : last + REPORTS_MS - now;
}
