import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What notifications holds of people. */
export const NOTIFICATIONS_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('notification', { plain: 'kind at details read_at', hidden: 'id source told', atEnd: 'delete' }),
    holding('notification_choice', { plain: 'kind channel is_on', atEnd: 'delete' }),
    holding('push_device', {
      plain: 'added_at',
      sealed: 'sealed',
      hidden: 'id session_id blind key_id',
      atEnd: 'delete',
    }),
    holding('notification_digest', { plain: 'day span', atEnd: 'delete' }),
  ],
};
