import { IDEA_STATES, type IdeaCategory, type IdeaState } from '#domain/ideas/idea.ts';
import { chip, line, number, recordLink, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, PartSeat, SearchSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import type { IdeasParts } from '../contract.ts';
import { countIdeas, deskIdeas, findByNumber, findIdea, ideasLike, type Idea } from '../store.ts';
import { gramsOf } from '#domain/ideas/grams.ts';

const STATES: Readonly<Record<IdeaState, string>> = {
  PENDING: 'To read',
  OPEN: 'Open',
  PLANNED: 'Planned',
  STARTED: 'In work',
  RELEASED: 'Released',
  DECLINED: 'Declined',
  MERGED: 'Merged',
  HIDDEN: 'Hidden',
};
const TONES = {
  PENDING: 'warn',
  OPEN: 'info',
  PLANNED: 'brand',
  STARTED: 'brand',
  RELEASED: 'ok',
  DECLINED: 'plain',
  MERGED: 'plain',
  HIDDEN: 'bad',
} as const;
const CATEGORIES: Readonly<Record<IdeaCategory, string>> = {
  myFeedback: 'Feedback',
  crypto: 'Crypto',
  wallet: 'Wallet',
  newPayment: 'New payment method',
  tradingConditions: 'Trading conditions',
  webPersonalArea: 'Personal area',
  website: 'Website',
};
const MOST_ALIKE = 6;

/** What colleagues call an idea. */
export const numberOf = ({ number: own }: Pick<Idea, 'number'>) => `I-${own}`;
/** The number in what somebody typed; null: it is none. */
export const readNumber = (typed: string): string | null => /^(?:I-?)?([0-9]{1,15})$/i.exec(typed.trim())?.[1] ?? null;

const stateChip = ({ state }: Idea) => chip(STATES[state], TONES[state]);

export function ideasDesk({ db }: Pick<IdeasParts, 'db'>): DeskSeat {
  return {
    desk: 'ideas',
    count: () => countIdeas(db, 'PENDING'),
    list: {
      columns: [
        { id: 'number', label: 'Idea', head: true },
        { id: 'title', label: 'Title', head: true },
        { id: 'state', label: 'State' },
        { id: 'category', label: 'Category' },
        { id: 'language', label: 'Language' },
        { id: 'votes', label: 'Votes', end: true },
        { id: 'made', label: 'Suggested', end: true },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          kind: 'choice',
          options: IDEA_STATES.map((value) => ({ value, label: STATES[value] })),
        },
      ],
      read: async ({ filter, after, limit }) => {
        const wanted = IDEA_STATES.find((one) => one === filter['state']);
        const states = wanted === undefined ? IDEA_STATES : [wanted];
        const found = await deskIdeas(db, { states, after, limit: limit + 1 });
        return rowPage(found, limit, (idea) => ({
          id: idea.id,
          cells: [
            strong(numberOf(idea)),
            text(idea.title),
            stateChip(idea),
            text(CATEGORIES[idea.category]),
            text(idea.language),
            number(idea.votes),
            time(idea.madeAt),
          ],
        }));
      },
    },
    record: {
      read: async (id) => {
        const idea = await findIdea(db, id);
        if (idea === null) return null;
        return {
          title: numberOf(idea),
          subtitle: [strong(idea.title), time(idea.madeAt)],
          chips: [stateChip(idea)],
          subjectId: idea.userId,
        };
      },
    },
  };
}

/** The idea itself, and others like it: whoever reads it sees what to merge it with. */
export function ideaFacts({ db }: Pick<IdeasParts, 'db'>): PartSeat {
  return {
    desk: 'ideas',
    id: 'idea',
    title: 'Idea',
    permission: 'ideas.read',
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const idea = await findIdea(db, id);
      if (idea === null) return [];
      const into = idea.mergedInto === null ? null : await findIdea(db, idea.mergedInto);
      const alike = await ideasLike(db, { grams: gramsOf(idea.title), userId: null, limit: MOST_ALIKE });
      return [
        line('Title', text(idea.title)),
        line('Description', text(idea.description)),
        line('Category', text(CATEGORIES[idea.category])),
        line('Language', text(idea.language)),
        line('Votes', number(idea.votes)),
        line(
          'By',
          idea.userId === null ? text('a closed account') : recordLink('people', idea.userId, idea.userId.slice(0, 13)),
        ),
        ...(idea.path === null ? [] : [line('Released at', text(idea.path))]),
        ...(into === null
          ? []
          : [line('Merged into', recordLink('ideas', into.id, `${numberOf(into)} ${into.title}`))]),
        ...alike
          .filter((other) => other.id !== id)
          .map((other) => line('Like it', recordLink('ideas', other.id, `${numberOf(other)} ${other.title}`))),
      ];
    },
  };
}

/** By its number: `I-101`, or the number alone. */
export function ideaSearch({ db }: Pick<IdeasParts, 'db'>): SearchSeat {
  return {
    desk: 'ideas',
    title: 'Ideas',
    find: async (typed) => {
      const typedNumber = readNumber(typed);
      const idea = typedNumber === null ? null : await findByNumber(db, typedNumber);
      return idea === null ? [] : [{ id: idea.id, title: `${numberOf(idea)} ${idea.title}`, text: STATES[idea.state] }];
    },
  };
}
