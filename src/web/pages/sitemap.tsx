import type { LoaderFunctionArgs } from 'react-router';
import type { EventCard } from '#protocol/events/events.ts';
import type { PageContext } from '#protocol/pages/page-context.ts';
import { isLocale, LOCALES, LOCALE_FACTS, type Locale } from '../i18n/locales.ts';
import { PAGES } from '../routes.ts';
import type { PageRow } from '../page-rows.ts';
import { hasParts, pathOf } from '../site.ts';

/** Events that the API answers at once, and pages of them in a map: the newest. */
const AT_ONCE = '200';
const MOST_PAGES = 10;

const xmlAnswer = (body: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  });

interface EventPage {
  readonly items: readonly EventCard[];
  readonly nextCursor: string | null;
}

async function newestEvents(read: PageContext['read']): Promise<readonly EventCard[]> {
  const found: EventCard[] = [];
  const page = (cursor: string | null): Promise<EventPage | null> =>
    read(
      'events.list',
      { realm: 'real', locale: 'en' },
      { query: { sort: 'newest', limit: AT_ONCE, ...(cursor === null ? {} : { cursor }) } },
    ).catch(() => null);
  let answer = await page(null);
  for (let more = 1; answer !== null; more += 1) {
    found.push(...answer.items);
    answer = answer.nextCursor === null || more === MOST_PAGES ? null : await page(answer.nextCursor);
  }
  return found;
}

/**
 * `/sitemap.xml` names the maps of the languages. That of a language has every page that search engines may show, from the route table; of events
 * and posts each that is listed, of posts in the languages they are written in. Each page names itself in the others.
 */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { config, read }: PageContext = context;
  const { locale } = params;
  if (locale === undefined) {
    const maps = LOCALES.map((one) => `<sitemap><loc>${config.origins.main}/${one}/sitemap.xml</loc></sitemap>`);
    return xmlAnswer(
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps.join('\n')}</sitemapindex>`,
    );
  }
  if (!isLocale(locale)) throw new Response(null, { status: 404 });
  const original = (page: PageRow, of: Locale, parts?: Readonly<Record<string, string>>) =>
    `${config.origins[page.site]}${pathOf(page.id, of, parts)}`;
  const entry = (page: PageRow, parts?: Readonly<Record<string, string>>, locales: readonly Locale[] = LOCALES) => {
    if (!locales.includes(locale)) return [];
    const others = locales.map(
      (other) =>
        `<xhtml:link rel="alternate" hreflang="${LOCALE_FACTS[other].lang}" href="${original(page, other, parts)}"/>`,
    );
    return [`<url><loc>${original(page, locale, parts)}</loc>${others.join('')}</url>`];
  };
  const shown = PAGES.filter((page) => page.noindex !== true);
  const [events, posts] = await Promise.all([
    newestEvents(read),
    read('blog.list', { realm: 'real', locale: 'en' }, { query: {} }).catch(() => null),
  ]);
  const urls = shown.flatMap((page) => {
    if (page.id === 'event') return events.flatMap(({ slug }) => entry(page, { slug }));
    if (page.id !== 'blog-post') return hasParts(page) ? [] : entry(page);
    const writtenIn = (languages: readonly string[]) => LOCALES.filter((one) => languages.includes(one));
    return (posts?.items ?? []).flatMap(({ slug, languages }) => entry(page, { slug }, writtenIn(languages)));
  });
  return xmlAnswer(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('\n')}</urlset>`,
  );
}
