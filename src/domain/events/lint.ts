/** What an editor is asked about a draft (docs/rules/events.md#questions): terms that people could read in two ways. */
import type { MarketTerms } from './terms.ts';

export const TERM_QUESTIONS = [
  'deadline',
  'figure',
  'boundary',
  'zone',
  'source',
  'same-source',
  'disagree',
  'postponed',
] as const;
export type TermQuestion = (typeof TERM_QUESTIONS)[number];

const CLOCK_TIME = /\b\d{1,2}:\d{2}\b/;
const ZONE = /\b(UTC|GMT|local time|time in|[A-Z]{2,4}T)\b/;
/** "Over" and "under" are also places. */
const LIMIT = /\b(above|below|more than|less than|at least|at most|exceeds?)\b|\b(over|under)\s+\p{Sc}?\d/iu;
const AT_THE_LIMIT = /\b(exactly|equal|same figure|or more|or less|or higher|or lower|at least|at most|is (NO|YES))\b/i;
const FIGURE =
  /\b(first|revis\w*|final|official|as (published|announced)|preliminary|estimate|record|list|statement)\b/i;
const DEADLINE = /\b(by|before|until|on|at|after|when|within|during|if)\b/i;
const DISAGREE = /\b(disagree|differ|conflict|backup|instead)\w*\b/i;
const SPAN = /\b(\d+|one|two|seven|ten) (hour|day|week|month)s?\b/i;

const hostOf = (text: string): string | null => /^https?:\/\/([^/?#\s]+)/i.exec(text)?.[1]?.toLowerCase() ?? null;

/** What is looked at of terms. */
type LintedTerms = Pick<MarketTerms, 'title' | 'rules' | 'source' | 'backupSource' | 'threshold' | 'ifPostponed'>;
type Asks = (terms: LintedTerms) => boolean;

/** Whether each question is open. */
const ASKED: Readonly<Record<TermQuestion, Asks>> = {
  deadline: ({ rules }) => !DEADLINE.test(rules),
  figure: ({ threshold }) => !FIGURE.test(threshold),
  boundary: ({ title, rules, threshold }) =>
    LIMIT.test(`${title} ${rules}`) && !AT_THE_LIMIT.test(`${rules} ${threshold}`),
  zone: ({ rules, threshold }) => CLOCK_TIME.test(`${rules} ${threshold}`) && !ZONE.test(`${rules} ${threshold}`),
  source: ({ source, backupSource }) => hostOf(source) === null || hostOf(backupSource) === null,
  'same-source': ({ source, backupSource }) => hostOf(source) !== null && hostOf(source) === hostOf(backupSource),
  disagree: ({ rules, threshold }) => !DISAGREE.test(`${rules} ${threshold}`),
  postponed: ({ ifPostponed }) => !SPAN.test(ifPostponed),
};

/** Questions that the terms of a draft leave open, in their order. None of them stops a review: its people judge. */
export function questionsOf(terms: LintedTerms): readonly TermQuestion[] {
  return TERM_QUESTIONS.filter((name) => ASKED[name](terms));
}
