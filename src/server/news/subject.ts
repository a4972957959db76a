import { z } from 'zod';
import { defineJob, enqueueWith, workOn } from '#server/jobs/index.ts';
import type { BaseParts, Subject } from '#server/subject.ts';
import { atStart } from '#server/upkeep/upkeep.ts';
import type { News, NewsParts } from './contract.ts';
import { feedActs } from './desk/acts.ts';
import { feedFacts, feedsDesk } from './desk/desk.ts';
import { createNews } from './news.ts';

interface Made {
  readonly news: News;
}

/** Reads all feeds: one of 30 may take 10 s. The next turn comes soon, so that a failed one is not tried again. */
const GATHER = defineJob({ name: 'news.gather', payload: z.strictObject({}), tries: 1, longestMs: 6 * 60_000 });

/** What others report, from feeds that the settings name. */
export const NEWS_SUBJECT = {
  create: (parts: NewsParts): Made => ({ news: createNews(parts) }),
  routes: ({ news }: Made) => ({
    news: {
      list: async ({ query }: { readonly query: { readonly pair?: string | undefined } }) => ({
        status: 200 as const,
        json: await news.list({ pair: query.pair ?? null }),
      }),
    },
  }),
  jobs: ({ news }: Made) => [
    workOn(
      GATHER,
      () =>
        (_payload, { signal }) =>
          news.gather(signal),
      { schedule: '*/10 * * * *' },
    ),
  ],
  upkeep: ({ news, db }: Made & Pick<BaseParts, 'db'>) => [
    atStart('news', () => enqueueWith(db, GATHER, { payload: {}, key: 'start' })),
    { name: 'old news', work: () => news.forgetOld() },
    { name: 'sample news', start: () => ({ stop: () => news.stop() }) },
  ],
  office: (parts: NewsParts & Made) => ({
    desks: [feedsDesk(parts)],
    parts: [feedFacts(parts)],
    acts: feedActs(parts),
  }),
} satisfies Subject;
