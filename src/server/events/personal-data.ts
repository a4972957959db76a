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
    holding('event_attestation', { plain: 'event_id version rules_hash at', atEnd: 'keep' }),
    // Why is between colleagues.
    holding('event_barred_person', {
      plain: 'event_id at',
      hidden: 'reason',
      atEnd: 'keep',
      atDestruction: 'delete',
    }),
    holding('event_report', {
      plain: 'event_id reason text state made_at decided_at',
      hidden: 'id',
      atEnd: { empty: 'user_id text' },
    }),
    holding('event_challenge', { plain: 'market_id text at', hidden: 'version', atEnd: 'keep' }),
  ],
};
