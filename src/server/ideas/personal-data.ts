import { holding, type PersonalPart } from '#server/personal-data/index.ts';

/** What people suggested and voted for. An idea stays, for others have voted for it; whose it was goes with the account. */
export const IDEAS_PERSONAL_DATA: PersonalPart = {
  tables: [
    holding('idea_vote', { plain: 'idea at', atEnd: 'delete' }),
    holding('idea', {
      plain: 'category title description language state made_at',
      hidden: 'id number grams merged_into released_at_path votes',
      atEnd: { empty: 'user_id' },
    }),
  ],
};
