/** Codes of the routes, in the order of the language menu. */
export const LOCALES = ['en', 'de', 'ar', 'ru', 'uk', 'tr', 'sv', 'it', 'jp', 'ch', 'es', 'hi'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'en';

export interface LocaleFacts {
  /** For `lang` and hreflang. */
  readonly lang: string;
  /** For Intl: Arabic with Latin digits. */
  readonly tag: string;
  readonly dir: 'ltr' | 'rtl';
  /** The language's name in itself. */
  readonly name: string;
}

export const LOCALE_FACTS: Readonly<Record<Locale, LocaleFacts>> = {
  en: { lang: 'en', tag: 'en', dir: 'ltr', name: 'English' },
  de: { lang: 'de', tag: 'de', dir: 'ltr', name: 'Deutsch' },
  ar: { lang: 'ar', tag: 'ar-u-nu-latn', dir: 'rtl', name: 'العربية' },
  ru: { lang: 'ru', tag: 'ru', dir: 'ltr', name: 'Русский' },
  uk: { lang: 'uk', tag: 'uk', dir: 'ltr', name: 'Українська' },
  tr: { lang: 'tr', tag: 'tr', dir: 'ltr', name: 'Türkçe' },
  sv: { lang: 'sv', tag: 'sv', dir: 'ltr', name: 'Svenska' },
  it: { lang: 'it', tag: 'it', dir: 'ltr', name: 'Italiano' },
  jp: { lang: 'ja', tag: 'ja', dir: 'ltr', name: '日本語' },
  ch: { lang: 'zh-Hans', tag: 'zh-Hans', dir: 'ltr', name: '简体中文' },
  es: { lang: 'es', tag: 'es', dir: 'ltr', name: 'Español' },
  hi: { lang: 'hi', tag: 'hi', dir: 'ltr', name: 'हिन्दी' },
};

export function isLocale(text: string | undefined | null): text is Locale {
  return typeof text === 'string' && (LOCALES as readonly string[]).includes(text);
}

/** The locale a language tag asks for (`ja-JP` -> jp, `zh` -> ch, `de-AT` -> de), or null. */
export function localeOfTag(tag: string): Locale | null {
  const wanted = tag.trim().toLowerCase();
  if (isLocale(wanted)) return wanted;
  const primary = wanted.split('-')[0] ?? '';
  return LOCALES.find((locale) => LOCALE_FACTS[locale].lang.toLowerCase().split('-')[0] === primary) ?? null;
}

/** Best locale of an `Accept-Language` header, or null. */
function fromHeader(header: string): Locale | null {
  const wishes = header
    .split(',')
    .map((part, order) => {
      const [tag = '', ...parameters] = part.split(';');
      const quality = parameters.map((text) => /^\s*q=([\d.]+)/.exec(text)?.[1]).find((text) => text !== undefined);
      return { tag, quality: quality === undefined ? 1 : Number(quality), order };
    })
    .filter((wish) => wish.quality > 0)
    .sort((a, b) => b.quality - a.quality || a.order - b.order);
  for (const wish of wishes) {
    const locale = localeOfTag(wish.tag);
    if (locale !== null) return locale;
  }
  return null;
}

/** The server's order: path, cookie `i18next`, Accept-Language, English. */
export function detectLocale(input: {
  readonly path: string;
  readonly cookie: string;
  readonly acceptLanguage: string;
}): Locale {
  const first = input.path.split('/')[1];
  if (isLocale(first)) return first;
  const kept = /(?:^|;\s*)i18next=([\w-]+)/.exec(input.cookie)?.[1];
  const cookie = kept === undefined ? null : localeOfTag(kept);
  return cookie ?? fromHeader(input.acceptLanguage) ?? DEFAULT_LOCALE;
}
