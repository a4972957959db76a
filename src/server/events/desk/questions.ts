import { questionsOf, type TermQuestion } from '#domain/events/lint.ts';
import type { MarketTerms } from '#domain/events/terms.ts';
import type { OfficeLine } from '#protocol/office/cells.ts';
import { line, text } from '#server/desk/cells.ts';

const ASKS: Readonly<Record<TermQuestion, string>> = {
  deadline: 'Say what must lie before the deadline: the fact, or its publication.',
  figure: 'Say which figure counts: the first one published, or a revised one.',
  boundary: 'Say what holds exactly at the threshold.',
  zone: 'A time is named without its zone.',
  source: 'Give both sources as addresses of the pages that will show it.',
  'same-source': 'Both sources are of one site: when it is down, neither can be read.',
  disagree: 'Say which source counts when the two disagree.',
  postponed: 'Say how long a postponed event is waited for.',
};

/** What terms leave open, in sentences; none: nothing that is found by their words. */
export const questionLines = (terms: MarketTerms): readonly OfficeLine[] =>
  questionsOf(terms).map((name, index) => line(`Question ${index + 1}`, text(ASKS[name])));
