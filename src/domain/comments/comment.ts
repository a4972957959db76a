import type { TradingEligibility } from '../identity/trading-eligibility.ts';
import type { Refusal } from '../refusals.ts';
import { DAY_MS } from '../time.ts';
import { personGates } from '../trading/eligibility-gates.ts';

/** Comments that people write under an event (docs/rules/states.md#comment). */

export const COMMENT_STATES = ['SHOWN', 'DELETED', 'HIDDEN'] as const;
export type CommentState = (typeof COMMENT_STATES)[number];

/** `delete` is the writer’s, the others are the house’s. */
export type CommentAct = 'delete' | 'hide' | 'restore';

const NEXT_COMMENT: Readonly<Record<CommentState, Readonly<Partial<Record<CommentAct, CommentState>>>>> = {
  SHOWN: { delete: 'DELETED', hide: 'HIDDEN' },
  // Its text is gone.
  DELETED: {},
  HIDDEN: { delete: 'DELETED', restore: 'SHOWN' },
};

/** The state after an act; null: the table does not have it. */
export function commentAfter(state: CommentState, act: CommentAct): CommentState | null {
  return NEXT_COMMENT[state][act] ?? null;
}

/** Why somebody reports a comment. */
export const REPORT_REASONS = ['spam', 'abuse', 'personal', 'misleading', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Signs of a text. */
export const LONGEST_EVENT_COMMENT = 1_000;
/** The same text of one person is taken once in so long, ms. */
export const REPEATED_MS = DAY_MS;

/** What the standard of the settings is. */
export const COMMENT_EDIT_MINUTES = 5;
export const COMMENTS_AN_HOUR = 20;

/** May the text still be changed? Times in ms. */
export function mayEdit(
  comment: { readonly state: CommentState; readonly madeAt: number },
  { now, windowMs }: { readonly now: number; readonly windowMs: number },
): boolean {
  return comment.state === 'SHOWN' && now < comment.madeAt + windowMs;
}

/** What keeps a person from writing: what staff or they themselves have closed, and an address that nobody confirmed. null: nothing. */
export function writingRefusal(eligibility: TradingEligibility, now: number): Refusal | null {
  const asked = personGates(eligibility, now).filter(
    ({ gate }) => gate === 'account' || gate === 'pause' || gate === 'email',
  );
  return asked.find(({ refusal }) => refusal !== null)?.refusal ?? null;
}

/** What tells one text of a person from another: letters and numbers, without case, spaces and signs between them. */
export function gistOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{Extended_Pictographic}]+/gu, '') || text;
}
