import { DAY_MS } from '../time.ts';
import type { NameStatus } from '../identity/trading-eligibility.ts';

/**
 * What happens to a legal name. give: a whole one came; clear: nothing of a list is meant by it; hit: it may be somebody of a list; confirm: it
 * is; unusable: it is no name that can be looked for; doubt: the document of its person has another.
 */
export type NameEvent = 'give' | 'clear' | 'hit' | 'confirm' | 'unusable' | 'doubt';

const MOVES: Readonly<Record<NameEvent, Partial<Record<NameStatus, NameStatus>>>> = {
  give: { PENDING_NAME: 'PENDING_APPROVE', REJECTED: 'PENDING_APPROVE' },
  clear: { PENDING_APPROVE: 'APPROVED' },
  hit: { PENDING_APPROVE: 'PENDING_APPROVE', APPROVED: 'PENDING_APPROVE' },
  confirm: { PENDING_APPROVE: 'BLOCKED' },
  unusable: { PENDING_APPROVE: 'REJECTED' },
  doubt: { APPROVED: 'PENDING_NAME' },
};

/** The status after an event; null: it does not happen to a name in this status. */
export function nextName(status: NameStatus, event: NameEvent): NameStatus | null {
  return MOVES[event][status] ?? null;
}

/** How a case may end. not_enough: nobody could say; the person is asked again. */
export const CASE_OUTCOMES = ['cleared', 'confirmed', 'not_enough'] as const;
export type CaseOutcome = (typeof CASE_OUTCOMES)[number];

export const OUTCOME_EVENTS: Readonly<Record<CaseOutcome, NameEvent>> = {
  cleared: 'clear',
  confirmed: 'confirm',
  not_enough: 'unusable',
};

/** From this score on a hit is cleared by two people. */
export const CLEARED_BY_TWO = 0.95;

/** Does it take two people to end a case so? `score`: of its likeliest hit. */
export function takesTwo(outcome: CaseOutcome, score: number): boolean {
  return outcome === 'confirmed' || (outcome === 'cleared' && score >= CLEARED_BY_TWO);
}

/** Within so long a case is decided; then it is escalated. ms */
export const CASE_DUE_MS = DAY_MS;
