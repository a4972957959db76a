import type { LoaderFunctionArgs } from 'react-router';
import { fillingOf } from '#web/help/filling.ts';
import { articleTexts, plainText } from '#web/help/read.server.ts';
import { DEFAULT_LOCALE, isLocale } from '#web/i18n/locales.ts';

/** They change with a version, or with a number of the rules. */
const KEPT_SECONDS = 600;

/** All articles of a language, to be searched in the browser: what somebody writes to support is sent when they send it, and not before. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const locale = isLocale(params['locale']) ? params['locale'] : DEFAULT_LOCALE;
  const items = articleTexts(locale, fillingOf(context.config, locale)).map((article) => ({
    id: article.id,
    title: article.title,
    summary: article.summary,
    text: plainText(article),
  }));
  return Response.json({ items }, { headers: { 'Cache-Control': `public, max-age=${KEPT_SECONDS}` } });
}
