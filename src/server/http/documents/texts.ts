import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { ERROR_CATALOGUE, UPLOAD_FORMATS, type CatalogueCode } from '#protocol/error-catalogue.ts';
import { LANGUAGE_TAGS, LOCALES, type Locale } from '#server/routing/language.ts';

/** `{ NoBalance: { title, message } }` of one language. */
export type ErrorTexts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

export interface RefusalTexts {
  /** Title and message of a refusal, in a language, with its details filled in. */
  of(code: CatalogueCode, locale: Locale, details: Readonly<Record<string, unknown>>): RefusalText;
}

export interface RefusalText {
  readonly title: string;
  readonly message: string;
}

/** Reads the namespace `errors` of every language from the repository. Throws when a file is missing. */
export function loadRefusalTexts(root: string): RefusalTexts {
  const all = new Map(LOCALES.map((locale) => [locale, readTexts(root, locale)]));
  const formats = new Map<string, IntlMessageFormat>();
  const formatOf = (key: string, locale: Locale): IntlMessageFormat => {
    const name = `${locale}:${key}`;
    const known = formats.get(name);
    if (known !== undefined) return known;
    const message = lookUp(all.get(locale), key) ?? lookUp(all.get('en'), key) ?? key;
    const made = new IntlMessageFormat(message, LANGUAGE_TAGS[locale]);
    formats.set(name, made);
    return made;
  };
  return {
    of: (code, locale, details) => {
      const entry = ERROR_CATALOGUE[code];
      const values = textValues(details, LANGUAGE_TAGS[locale]);
      const { reason, methods } = details;
      const hasText = typeof reason === 'string' && Object.hasOwn(entry.reasons ?? {}, reason);
      const ways = Array.isArray(methods) ? methods.map((way) => formatOf(`${code}.way.${way}`, locale).format()) : [];
      const hasNoWay = Array.isArray(methods) && ways.length === 0;
      const message = hasText ? `${code}.reason.${reason}` : hasNoWay ? `${code}.none` : entry.message;
      const list = new Intl.ListFormat(LANGUAGE_TAGS[locale], { type: 'disjunction' }).format(ways.map(String));
      return {
        title: String(formatOf(entry.title, locale).format(values)),
        message: String(formatOf(message, locale).format(ways.length === 0 ? values : { ...values, ways: list })),
      };
    },
  };
}

function readTexts(root: string, locale: Locale): unknown {
  return JSON.parse(readFileSync(join(root, 'src/web/i18n/locales', locale, 'errors.json'), 'utf8'));
}

function lookUp(texts: unknown, key: string): string | undefined {
  let at: unknown = texts;
  for (const part of key.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[part];
  }
  return typeof at === 'string' ? at : undefined;
}

/** Details that are times. */
const TIMES = new Set(['nextOpen', 'until']);

/**
 * Details as a text shows them: dollars and shares by Intl as on the pages, times in the reader's order with the zone said. What a text
 * names and a refusal does not tell stays out, so that the formatting throws: a sentence with a hole is never sent.
 */
function textValues(details: Readonly<Record<string, unknown>>, tag: string): Record<string, string> {
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' });
  const percent = new Intl.NumberFormat(tag, { style: 'percent' });
  const values: Record<string, string> = {
    nextOpen: 'none',
    until: 'none',
    hours: '24',
    minutes: '10',
    document: 'none',
    reason: 'none',
    formats: formatsText(details['document'], tag),
  };
  for (const [key, value] of Object.entries(details)) {
    if (typeof value === 'number') values[key] = key === 'payout' ? percent.format(value) : money.format(value);
    else if (typeof value === 'string') values[key] = TIMES.has(key) ? timeText(value, tag) : value;
  }
  return values;
}

/** Formats of a document as a list; of pictures where none is named. */
function formatsText(document: unknown, tag: string): string {
  const known = typeof document === 'string' && Object.hasOwn(UPLOAD_FORMATS, document);
  const formats = UPLOAD_FORMATS[known ? (document as keyof typeof UPLOAD_FORMATS) : 'avatar'];
  return new Intl.ListFormat(tag).format(formats);
}

function timeText(iso: string, tag: string): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' }).format(
    new Date(iso),
  );
}
