import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What people wrote under events. A comment stays, for others have replied to it; whose it was goes with the account. */
export const COMMENTS_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('event_comment_like', { plain: 'comment at', atEnd: 'delete' }),
    holding('event_comment_report', {
      plain: 'comment reason at',
      hidden: 'open',
      atEnd: 'delete',
    }),
    // Another person.
    holding('comment_mute', {
      plain: 'at',
      hidden: 'id muted',
      atEnd: 'delete',
    }),
    holding('event_comment', {
      plain: 'event_id parent text holds state made_at edited_at',
      hidden: 'id gist pinned likes reports rank',
      atEnd: { empty: 'user_id' },
    }),
  ],
};
