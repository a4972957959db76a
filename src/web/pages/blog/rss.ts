import type { LoaderFunctionArgs } from 'react-router';
import type { PageContext } from '#protocol/pages/page-context.ts';
import { loadMessages } from '#web/i18n/load.server.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_FACTS } from '#web/i18n/locales.ts';
import { Texts } from '#web/i18n/texts.ts';
import { rssOf } from '#web/shares/rss.ts';
import { pathOf } from '#web/site.ts';

/** The posts of a language as RSS; one that is not written in it stands in English. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const locale = isLocale(params['locale']) ? params['locale'] : DEFAULT_LOCALE;
  const { config, read }: PageContext = context;
  const { t } = new Texts(locale, await loadMessages(locale, ['seo'])).of('seo');
  const posts = await read('blog.list', { realm: 'real', locale }, { query: {} });
  const { main } = config.origins;
  const page = `${main}${pathOf('blog', locale)}`;
  const items = (posts?.items ?? []).map((post) => ({
    ...post,
    link: `${main}${pathOf('blog-post', locale, { slug: post.slug })}`,
  }));
  return rssOf(items, {
    title: t('blog.title', { brand: config.brand }),
    description: t('blog.description', { brand: config.brand }),
    lang: LOCALE_FACTS[locale].lang,
    self: `${page}/rss.xml`,
    page,
  });
}
