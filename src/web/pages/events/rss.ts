import type { LoaderFunctionArgs } from 'react-router';
import type { PageContext } from '#protocol/pages/page-context.ts';
import { loadMessages } from '#web/i18n/load.server.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_FACTS } from '#web/i18n/locales.ts';
import { Texts } from '#web/i18n/texts.ts';
import { rssOf } from '#web/shares/rss.ts';
import { pathOf } from '#web/site.ts';

/** So many are new at once. */
const MOST = '50';

/** Events that take orders, the newest first, as RSS; one that is not translated stands in English. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const locale = isLocale(params['locale']) ? params['locale'] : DEFAULT_LOCALE;
  const { config, read }: PageContext = context;
  const { t } = new Texts(locale, await loadMessages(locale, ['seo'])).of('seo');
  const query = { sort: 'newest', status: 'open', limit: MOST } as const;
  const list = await read('events.list', { realm: 'real', locale }, { query });
  const { events } = config.origins;
  const page = `${events}${pathOf('events', locale)}`;
  const items = (list?.items ?? []).map(({ id, slug, title, summary, category, tags }) => ({
    id,
    title,
    summary,
    link: `${events}${pathOf('event', locale, { slug })}`,
    tags: [category, ...tags],
  }));
  return rssOf(items, {
    title: t('events.title', { brand: config.brand }),
    description: t('events.description', { brand: config.brand }),
    lang: LOCALE_FACTS[locale].lang,
    self: `${page}/rss.xml`,
    page,
  });
}
