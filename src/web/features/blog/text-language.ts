import type { PostHead } from '#protocol/blog/posts.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_FACTS } from '#web/i18n/locales.ts';

/** Of the texts of a post: the direction and the language they are in. */
export function textLanguage(post: Pick<PostHead, 'language'>) {
  const { lang, dir } = LOCALE_FACTS[isLocale(post.language) ? post.language : DEFAULT_LOCALE];
  return { lang, dir };
}
