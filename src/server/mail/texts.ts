import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '#server/root.ts';

/** Route codes of the languages with the tags that Intl and mail readers use. */
const TAGS = {
  en: { tag: 'en', lang: 'en' },
  de: { tag: 'de', lang: 'de' },
  ar: { tag: 'ar-u-nu-latn', lang: 'ar' },
  ru: { tag: 'ru', lang: 'ru' },
  uk: { tag: 'uk', lang: 'uk' },
  tr: { tag: 'tr', lang: 'tr' },
  sv: { tag: 'sv', lang: 'sv' },
  it: { tag: 'it', lang: 'it' },
  jp: { tag: 'ja', lang: 'ja' },
  ch: { tag: 'zh-Hans', lang: 'zh-Hans' },
  es: { tag: 'es', lang: 'es' },
  hi: { tag: 'hi', lang: 'hi' },
} as const;

export type MailLocale = keyof typeof TAGS;
export const MAIL_LOCALES = Object.keys(TAGS) as MailLocale[];

export interface MailTexts {
  readonly locale: MailLocale;
  readonly tag: string;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** The message of a key of the namespace `mail`; null where there is none. */
  message(key: string): string | null;
}

/** The locale of a code (`jp`) or a tag (`ja-JP`); English where it is none of ours. */
export function mailLocaleOf(language: string): MailLocale {
  const wanted = language.toLowerCase();
  const primary = wanted.split('-')[0] ?? '';
  return (
    MAIL_LOCALES.find((locale) => locale === wanted) ??
    MAIL_LOCALES.find((locale) => TAGS[locale].lang.toLowerCase().split('-')[0] === primary) ??
    'en'
  );
}

/** The tag of the locale of a code or a tag, as headers of mails carry it. */
export function langOf(language: string): string {
  return TAGS[mailLocaleOf(language)].lang;
}

/** Reads the texts of mails in every language from the repository. Throws when a file is missing. */
export function loadMailTexts(root: string = repositoryRoot()): (locale: MailLocale) => MailTexts {
  const all = new Map(MAIL_LOCALES.map((locale) => [locale, textsOf(root, locale)]));
  return (locale) => {
    const texts = all.get(locale);
    if (texts === undefined) throw new Error(`no mail texts in ${locale}`);
    return texts;
  };
}

function textsOf(root: string, locale: MailLocale): MailTexts {
  const file = join(root, 'src/web/i18n/locales', locale, 'mail.json');
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
  const { tag, lang } = TAGS[locale];
  return {
    locale,
    tag,
    lang,
    dir: locale === 'ar' ? 'rtl' : 'ltr',
    message: (key) => (Object.hasOwn(messages, key) ? (messages[key] ?? null) : null),
  };
}
