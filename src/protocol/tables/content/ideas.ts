import { pathId } from '../../codecs.ts';
import { endpoints } from '../../endpoint.ts';
import { ideaBody, ideaItems, ideaPage, ideaQuery, ideaWire, similarQuery, voteBody } from '../../ideas/ideas.ts';
import { EVERYONE, PEOPLE } from '../callers.ts';

/** What people would like the product to do. */
export const IDEAS = endpoints({
  list: {
    method: 'GET',
    path: '/ideas',
    summary: 'Ideas that were published, with those of most votes first.',
    callers: EVERYONE,
    query: ideaQuery,
    answers: { 200: ideaPage },
    rate: 120,
  },
  similar: {
    method: 'GET',
    path: '/ideas/similar',
    summary: 'Published ideas whose titles are like a text, the nearest first, five at most.',
    callers: EVERYONE,
    query: similarQuery,
    answers: { 200: ideaItems },
    rate: 120,
  },
  mine: {
    method: 'GET',
    path: '/ideas/mine',
    summary: 'The person’s own ideas, also those that wait to be read, and the ideas they voted for, newest first.',
    callers: PEOPLE,
    answers: { 200: ideaItems },
    rate: 60,
  },
  suggest: {
    method: 'POST',
    path: '/ideas',
    summary: 'Suggests an idea: five a day. It is shown to others once somebody of the house has read it.',
    callers: PEOPLE,
    body: ideaBody,
    answers: { 201: ideaWire },
    refusals: ['IdeaLimit'],
    rate: 20,
  },
  vote: {
    method: 'PUT',
    path: '/ideas/:id/vote',
    summary: 'Votes for an idea, or takes the vote back. Twice is the same as once.',
    callers: PEOPLE,
    params: pathId('the idea'),
    body: voteBody,
    answers: { 200: ideaWire },
    refusals: ['NotFound', 'IdeaClosed'],
    rate: 60,
  },
});
