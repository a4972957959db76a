import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What support holds of people. Of a visitor there is no account: what they wrote goes a year after its ticket closed. */
export const SUPPORT_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('support_file', {
      plain: 'media width height at',
      hidden: 'id ticket message digest key sealed',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('support_mail', {
      plain: 'message_id joined left_out is_automatic was_answered at',
      hidden: 'id ticket message sender_blind digest',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('support_message', {
      plain: 'at',
      sealed: 'body',
      hidden: 'id ticket author',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('support_ticket', {
      plain:
        'number kind state language about_kind about_ref opened_at first_answer_at acknowledged_at final_at outcome rating rated_at',
      sealed: 'sender',
      hidden: 'id key_id email_blind team owner state_at waits_since merged_into split_from',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
  ],
};
