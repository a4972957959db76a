import { endpoints } from '../../endpoint.ts';
import { storiesQuery, storiesWire } from '../../news/stories.ts';
import { EVERYONE } from '../callers.ts';

/** What others report. */
export const NEWS = endpoints({
  list: {
    method: 'GET',
    path: '/news',
    summary: 'The newest stories of the feeds that are read, 40 at most; what several report is one story.',
    callers: EVERYONE,
    query: storiesQuery,
    answers: { 200: storiesWire },
    rate: 120,
  },
});
