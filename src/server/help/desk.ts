import { ARTICLES, HELP_REASONS, POPULAR_DAYS, type HelpReason } from '#domain/help/articles.ts';
import { DAY_MS } from '#domain/time.ts';
import { number, sentence, strong, text } from '#server/desk/cells.ts';
import type { DeskSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import type { HelpParts } from './contract.ts';
import { figuresSince, type ArticleFigures } from './store.ts';

const REASONS: Readonly<Record<HelpReason, string>> = {
  unclear: 'unclear',
  incomplete: 'incomplete',
  wrong: 'wrong',
  other: 'other',
};

/** Reads as `3 unclear, 1 wrong`. */
function reasonsOf({ reasons }: Pick<ArticleFigures, 'reasons'>): string {
  return HELP_REASONS.flatMap((reason) => {
    const count = reasons[reason];
    return count === undefined ? [] : [`${count} ${REASONS[reason]}`];
  }).join(', ');
}

/** Every article with what is counted of it: what is read, and what does not help. The whole list is one page, for they are few. */
export function articlesDesk({ db, clock }: HelpParts): DeskSeat {
  return {
    desk: 'articles',
    list: {
      after: /^[a-z0-9-]{1,60}$/,
      columns: [
        { id: 'article', label: 'Article', head: true },
        { id: 'topic', label: 'Topic' },
        { id: 'views', label: `Views, ${POPULAR_DAYS} days`, end: true },
        { id: 'helped', label: 'Helped', end: true },
        { id: 'not', label: 'Did not help', end: true },
        { id: 'reasons', label: 'Why not' },
      ],
      filters: [],
      read: async ({ after, limit }) => {
        const figures = new Map(
          (await figuresSince(db, clock.now() - POPULAR_DAYS * DAY_MS)).map((one) => [one.article, one]),
        );
        const sorted = ARTICLES.map(({ id, topic }) => ({ id, topic, figures: figures.get(id) })).toSorted(
          (one, other) => (other.figures?.views ?? 0) - (one.figures?.views ?? 0) || (one.id < other.id ? -1 : 1),
        );
        const from = after === null ? 0 : sorted.findIndex(({ id }) => id === after) + 1;
        return rowPage(sorted.slice(from), limit, ({ id, topic, figures: own }) => ({
          id,
          cells: [
            strong(sentence(id.replaceAll('-', '_'))),
            text(sentence(topic)),
            number(own?.views ?? 0),
            number(own?.helped ?? 0),
            number(own?.not ?? 0),
            text(own === undefined ? null : reasonsOf(own)),
          ],
        }));
      },
    },
  };
}
