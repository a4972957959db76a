import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What is kept of what providers said of people. */
export const PROVIDERS_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('provider_delivery', {
      plain: 'provider status received_at',
      // Checks of a person name what a check looks for; what came of it is in the subject that asked.
      hidden: 'no event_id reference outcome at body digest handled_at',
      atEnd: 'keep',
      atDestruction: { empty: 'body' },
    }),
  ],
};
