import { COMMENT_STATES, type CommentState, type ReportReason } from '#domain/comments/comment.ts';
import { chip, line, number, recordLink, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import type { CommentsParts } from '../contract.ts';
import { countReported, deskComments } from '../store-desk.ts';
import { findComment, reportsOf } from '../store.ts';

const TONES = {
  SHOWN: 'ok',
  DELETED: 'plain',
  HIDDEN: 'bad',
} as const satisfies Record<CommentState, string>;
const REASONS: Readonly<Record<ReportReason, string>> = {
  spam: 'Advertising or spam',
  abuse: 'Abuse',
  personal: 'Personal data',
  misleading: 'Misleading',
  other: 'Something else',
};
/** Signs of a text in a list. */
const BEGINNING = 120;

const stateChip = (state: CommentState) => chip(sentence(state), TONES[state]);

/** Comments under events: those that people reported, and all others. */
export function commentsDesk({ db }: Pick<CommentsParts, 'db'>): DeskSeat {
  return {
    desk: 'comments',
    count: () => countReported(db),
    list: {
      columns: [
        { id: 'text', label: 'Comment', head: true },
        { id: 'state', label: 'State' },
        { id: 'reports', label: 'Reports', end: true },
        { id: 'likes', label: 'Likes', end: true },
        { id: 'made', label: 'Written', end: true },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          kind: 'choice',
          options: [
            { value: 'reported', label: 'Reported' },
            ...COMMENT_STATES.map((value) => ({
              value,
              label: sentence(value),
            })),
          ],
        },
      ],
      read: async ({ filter, after, limit }) => {
        const wanted = filter['state'] ?? null;
        const reported = wanted === 'reported';
        const state = COMMENT_STATES.find((one) => one === wanted) ?? null;
        return rowPage(await deskComments(db, { reported, state, after, limit: limit + 1 }), limit, (comment) => ({
          id: comment.id,
          cells: [
            strong(comment.text === '' ? 'Deleted' : comment.text.slice(0, BEGINNING)),
            stateChip(comment.state),
            number(comment.reports),
            number(comment.likes),
            time(comment.madeAt),
          ],
        }));
      },
    },
    record: {
      read: async (id) => {
        const comment = await findComment(db, id);
        if (comment === null) return null;
        const chips = [stateChip(comment.state), ...(comment.pinned ? [chip('Pinned', 'brand')] : [])];
        const title = comment.parent === null ? 'Comment' : 'Reply';
        return {
          title,
          subtitle: [time(comment.madeAt)],
          chips,
          subjectId: comment.userId,
        };
      },
    },
  };
}

/** The comment, where it stands, and what people reported of it. */
export function commentFacts({ db, booksOfEvent }: Pick<CommentsParts, 'db' | 'booksOfEvent'>): PartSeat {
  return {
    desk: 'comments',
    id: 'comment',
    title: 'Comment',
    permission: 'content.read',
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const comment = await findComment(db, id);
      if (comment === null) return [];
      const [market] = await booksOfEvent(db, comment.eventId);
      const reports = await reportsOf(db, id);
      return [
        line('Text', text(comment.text === '' ? 'Deleted by its writer' : comment.text)),
        ...(market === undefined ? [] : [line('Event', recordLink('events', market.market, 'Its first market'))]),
        ...(comment.parent === null ? [] : [line('Replies to', recordLink('comments', comment.parent, 'Comment'))]),
        line(
          'By',
          comment.userId === null
            ? text('a closed account')
            : recordLink('people', comment.userId, comment.userId.slice(0, 13)),
        ),
        line('Likes', number(comment.likes)),
        ...(comment.editedAt === null ? [] : [line('Changed', time(comment.editedAt))]),
        ...reports.map(({ reason, count, open }) =>
          line(`Reported: ${REASONS[reason]}`, text(open === 0 ? `${count}, looked at` : `${count}`)),
        ),
      ];
    },
  };
}
