/** Route codes of the 12 languages, with the tags that Intl and browsers use. */
export const LANGUAGE_TAGS = {
  en: 'en',
  de: 'de',
  ar: 'ar-u-nu-latn',
  ru: 'ru',
  uk: 'uk',
  tr: 'tr',
  sv: 'sv',
  it: 'it',
  jp: 'ja',
  ch: 'zh-Hans',
  es: 'es',
  hi: 'hi',
} as const;

export type Locale = keyof typeof LANGUAGE_TAGS;
export const LOCALES = Object.keys(LANGUAGE_TAGS) as Locale[];

/** Primary subtags that lead to a locale; `jp` and `ch` are taken as the specification's own codes. */
const BY_SUBTAG: ReadonlyMap<string, Locale> = new Map<string, Locale>([
  ...LOCALES.map((locale) => [locale, locale] as const),
  ['ja', 'jp'],
  ['zh', 'ch'],
]);

const LONGEST_HEADER = 1_000;

/** The locale an `Accept-Language` header asks for most; English where it names none of ours. */
export function localeOf(header: string | undefined): Locale {
  let best: { locale: Locale; weight: number } | null = null;
  for (const part of (header ?? '').slice(0, LONGEST_HEADER).split(',')) {
    const [tag = '', ...settings] = part.trim().toLowerCase().split(';');
    const locale = BY_SUBTAG.get(tag.split('-')[0] ?? '');
    const weight = weightOf(settings);
    if (locale !== undefined && weight > (best?.weight ?? 0)) best = { locale, weight };
  }
  return best?.locale ?? 'en';
}

function weightOf(settings: readonly string[]): number {
  const q = settings.map((setting) => /^\s*q=(\d(?:\.\d{1,3})?)\s*$/.exec(setting)?.[1]).find(Boolean);
  return q === undefined ? 1 : Number(q);
}
