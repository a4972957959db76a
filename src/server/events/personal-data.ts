import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What events hold of people. */
export const EVENTS_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('event_watch', { plain: 'event_id at', atEnd: 'delete' }),
    holding('event_alert', {
      plain: 'kind market_id value category tag made_at fired_at',
      hidden: 'id seen_at',
      atEnd: 'delete',
    }),
    holding('event_challenge', { plain: 'market_id text at', hidden: 'version', atEnd: 'keep' }),
  ],
};
