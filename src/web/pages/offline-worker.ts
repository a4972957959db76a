import type { LoaderFunctionArgs } from 'react-router';
import { loadMessages } from '../i18n/load.server.ts';
import { DEFAULT_LOCALE, LOCALES, LOCALE_FACTS } from '../i18n/locales.ts';
import worker from './offline-worker.inline.js?raw';

/**
 * The worker that shows a page of ours where a navigation finds no network. It keeps nothing and answers nothing else:
 * prices and answers of the API never pass it. The texts of all languages are inside, for it must speak without the server.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const texts = await Promise.all(
    LOCALES.map(async (locale) => {
      const { common = {} } = await loadMessages(locale, ['common']);
      const { lang, dir } = LOCALE_FACTS[locale];
      return [
        locale,
        { lang, dir, title: common['no_network.title'], text: common['no_network.text'], retry: common['btn.retry'] },
      ] as const;
    }),
  );
  const byLocale = Object.fromEntries(texts);
  // The path of the back office has no language, and its people trade nothing.
  const office = {
    ...byLocale[DEFAULT_LOCALE],
    text: 'The back office needs an internet connection.',
  };
  const facts = { brand: context.config.brand, first: DEFAULT_LOCALE, texts: { ...byLocale, office } };
  return new Response(`const FACTS = ${JSON.stringify(facts)};\n${worker}`, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
