import type { LoaderFunctionArgs } from 'react-router';
import type { PageContext } from '#protocol/pages/page-context.ts';
import { LOCALES, LOCALE_FACTS, type Locale } from '../i18n/locales.ts';
import { PAGES } from '../routes.ts';
import type { PageRow } from '../page-rows.ts';
import { hasParts, pathOf } from '../site.ts';

/** Events in the map: the newest, as many as the API answers at once. */
const MOST = '200';

/** Every page that search engines may show, in each language, from the route table; of events and posts each that is listed, of posts in the languages they are written in. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { config, read }: PageContext = context;
  const original = (page: PageRow, locale: Locale, parts?: Readonly<Record<string, string>>) =>
    `${config.origins[page.site]}${pathOf(page.id, locale, parts)}`;
  const entries = (page: PageRow, parts?: Readonly<Record<string, string>>, locales: readonly Locale[] = LOCALES) => {
    const others = locales
      .map(
        (locale) =>
          `<xhtml:link rel="alternate" hreflang="${LOCALE_FACTS[locale].lang}" href="${original(page, locale, parts)}"/>`,
      )
      .join('');
    return locales.map((locale) => `<url><loc>${original(page, locale, parts)}</loc>${others}</url>`);
  };
  const shown = PAGES.filter((page) => page.noindex !== true);
  const as = { realm: 'real', locale: 'en' } as const;
  const events = await read('events.list', as, { query: { sort: 'newest', limit: MOST } }).catch(() => null);
  const posts = await read('blog.list', as, { query: {} }).catch(() => null);
  const urls = [
    ...shown.filter((page) => !hasParts(page)).flatMap((page) => entries(page)),
    ...shown
      .filter(({ id }) => id === 'event')
      .flatMap((page) => (events?.items ?? []).flatMap(({ slug }) => entries(page, { slug }))),
    ...shown
      .filter(({ id }) => id === 'blog-post')
      .flatMap((page) =>
        (posts?.items ?? []).flatMap(({ slug, languages }) =>
          entries(
            page,
            { slug },
            LOCALES.filter((locale) => languages.includes(locale)),
          ),
        ),
      ),
  ];
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('\n')}</urlset>\n`;
  return new Response(body, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
