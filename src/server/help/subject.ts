import { ARTICLE_IDS, MOST_POPULAR, POPULAR_DAYS, type ArticleId } from '#domain/help/articles.ts';
import { DAY_MS } from '#domain/time.ts';
import type { HELP } from '#protocol/tables/content/help.ts';
import type { Handlers } from '#server/routing/call.ts';
import type { Subject } from '#server/subject.ts';
import type { HelpParts } from './contract.ts';
import { articlesDesk } from './desk.ts';
import { countVerdict, countView, forgetBefore, mostViewed } from './store.ts';

const KEPT_DAYS = 400;

const isArticle = (id: string): id is ArticleId => ARTICLE_IDS.some((one) => one === id);

function helpRoutes({ db, clock }: HelpParts): Handlers<typeof HELP> {
  return {
    popular: async () => {
      const since = clock.now() - POPULAR_DAYS * DAY_MS;
      const found = await mostViewed(db, { since, limit: ARTICLE_IDS.length });
      const items = found.flatMap(({ article, views }) => (isArticle(article) ? [{ id: article, views }] : []));
      return { status: 200, json: { items: items.slice(0, MOST_POPULAR) } };
    },
    view: async ({ params }) => {
      await countView(db, { article: params.article, now: clock.now() });
      return { status: 200, json: { status: 'ok' } };
    },
    verdict: async ({ params, body, locale }) => {
      const reason = body.helped ? null : (body.reason ?? null);
      await countVerdict(db, {
        article: params.article,
        language: locale,
        helped: body.helped,
        reason,
        now: clock.now(),
      });
      return { status: 200, json: { status: 'ok' } };
    },
  };
}

/** What is counted of the help center’s articles; the articles are files of the web. */
export const HELP_SUBJECT = {
  routes: (parts: HelpParts) => ({ help: helpRoutes(parts) }),
  office: (parts: HelpParts) => ({ desks: [articlesDesk(parts)] }),
  upkeep: ({ db, clock }: HelpParts) => [
    { name: 'old figures of help', work: () => forgetBefore(db, clock.now() - KEPT_DAYS * DAY_MS) },
  ],
} satisfies Subject;
