import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What mail holds of people. */
export const MAIL_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('mail_outbox', {
      plain: 'kind language state created_at ended_at',
      // What mails say holds links and codes: whoever has the file must not be able to press them.
      hidden: 'id sealed attempts next_at fault',
      atEnd: { empty: 'sealed' },
      atDestruction: 'delete',
    }),
    holding('mail_opt_out', { plain: 'at', atEnd: 'keep', atDestruction: 'delete' }),
    holding('mail_word', { plain: 'set_at', sealed: 'word', atEnd: 'delete' }),
    holding('unsubscribe_answer', { plain: 'at reasons', sealed: 'comment', hidden: 'id', atEnd: 'delete' }),
  ],
};
