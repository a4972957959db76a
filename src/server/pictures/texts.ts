import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '#server/root.ts';
import { LANGUAGE_TAGS, type Locale } from '#server/routing/language.ts';

type Texts = Readonly<Record<string, string>>;

/** No letters are shipped for these: their pictures are in English. */
const WITHOUT_LETTERS: ReadonlySet<Locale> = new Set(['jp', 'ch']);

export interface PictureLanguage {
  readonly locale: Locale;
  readonly tag: string;
  readonly dir: 'ltr' | 'rtl';
  /** A text of the namespace `verify` that has nothing to fill in. */
  readonly text: (key: string) => string;
}

const known = new Map<Locale, Texts>();

function textsOf(locale: Locale): Texts {
  const found = known.get(locale);
  if (found !== undefined) return found;
  const file = join(repositoryRoot(), 'src/web/i18n/locales', locale, 'verify.json');
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Texts;
  known.set(locale, texts);
  return texts;
}

/** The language of a picture. Throws for a key that is no text. */
export function pictureLanguage(asked: Locale): PictureLanguage {
  const locale = WITHOUT_LETTERS.has(asked) ? 'en' : asked;
  const texts = textsOf(locale);
  return {
    locale,
    tag: LANGUAGE_TAGS[locale],
    dir: locale === 'ar' ? 'rtl' : 'ltr',
    text: (key) => {
      const text = texts[key];
      if (text === undefined) throw new Error(`no text for ${key}`);
      return text;
    },
  };
}
