import type { LoaderFunctionArgs } from 'react-router';
import { LOCALES, LOCALE_FACTS } from '../i18n/locales.ts';
import { PAGES } from '../routes.ts';
import { pathOf } from '../site.ts';

/** Every page that search engines may show, in each language, from the route table. */
export function loader({ context }: LoaderFunctionArgs) {
  const { main } = context.config.origins;
  const urls = PAGES.filter((page) => page.noindex !== true).flatMap((page) => {
    const others = LOCALES.map(
      (locale) =>
        `<xhtml:link rel="alternate" hreflang="${LOCALE_FACTS[locale].lang}" href="${main}${pathOf(page.id, locale)}"/>`,
    ).join('');
    return LOCALES.map((locale) => `<url><loc>${main}${pathOf(page.id, locale)}</loc>${others}</url>`);
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('\n')}</urlset>\n`;
  return new Response(body, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
