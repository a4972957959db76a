import { z } from 'zod';
import { ARTICLE_IDS, HELP_REASONS } from '#domain/help/articles.ts';
import { okAnswer } from '../../identity.ts';
import { endpoints } from '../../endpoint.ts';
import { EVERYONE } from '../callers.ts';

const article = z.strictObject({ article: z.enum(ARTICLE_IDS).describe('An article of the help center.') });

/** What is counted of the articles of the help center: how often, and never by whom. */
export const HELP = endpoints({
  popular: {
    method: 'GET',
    path: '/help/popular',
    summary: 'The articles that were read most in the last 30 days, most first.',
    callers: EVERYONE,
    answers: { 200: z.strictObject({ items: z.array(z.strictObject({ id: z.enum(ARTICLE_IDS), views: z.int() })) }) },
    rate: 120,
  },
  view: {
    method: 'POST',
    path: '/help/articles/:article/views',
    summary: 'Counts that an article was opened.',
    callers: EVERYONE,
    params: article,
    answers: { 200: okAnswer },
    rate: 60,
  },
  verdict: {
    method: 'POST',
    path: '/help/articles/:article/verdicts',
    summary: 'Whether an article helped, and why not.',
    callers: EVERYONE,
    params: article,
    body: z.strictObject({
      helped: z.boolean(),
      reason: z.enum(HELP_REASONS).describe('Of one that did not help.').optional(),
    }),
    answers: { 200: okAnswer },
    rate: 10,
  },
});
