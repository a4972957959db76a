import { westernDigits } from '#domain/digits.ts';
import { LOCALE_FACTS } from '../i18n/locales.ts';
import type { Locale } from '../i18n/locales.ts';

/** Signs of a keyboard that stand for the point and the comma of others. */
const SIGNS: Readonly<Record<string, string>> = { '٫': '.', '。': '.', '、': ',', '،': ',', '٬': "'", '’': "'" };
/** Marks of direction, and what names a currency. */
const SILENT = /[\p{Cf}\p{Sc}]/gu;
const GROUPS = /^(?:\d{1,3}(?:'\d{3})+|\d{1,2}(?:'\d{2})*'\d{3})$/;

/** Digits and signs as they are written here. What looks like a digit and is none (½, ²) stays, and makes it no number. */
function written(text: string): string {
  if (/[\p{No}\p{Nl}]/u.test(text)) return text;
  return westernDigits(text)
    .replace(/[٫。、،٬’]/gu, (sign) => SIGNS[sign] ?? sign)
    .replace(SILENT, '')
    .trim();
}

/**
 * A number as people type it, as decimal text of the API: "," and "." are both the decimal sign. Where both stand, the last is, and the other
 * one groups; one that stands twice groups, and so do spaces and apostrophes. null: it is none.
 */
export function plainNumber(text: string): string | null {
  const typed = written(text).replace(/\s(?=\d)/gu, "'");
  const last = Math.max(typed.lastIndexOf('.'), typed.lastIndexOf(','));
  const sign = typed[last];
  const isDecimal = sign !== undefined && typed.indexOf(sign) === last;
  const whole = (isDecimal ? typed.slice(0, last) : typed).replace(/[.,]/gu, "'");
  const fraction = isDecimal ? typed.slice(last + 1) : '';
  if (!/^\d*$/.test(fraction) || (whole === '' && fraction === '')) return null;
  // Two kinds of groups in one number are a slip.
  if (new Set(typed.slice(0, isDecimal ? last : typed.length).match(/[.,']/gu)).size > 1) return null;
  if (!/^\d*$/.test(whole) && !GROUPS.test(whole)) return null;
  const units = whole.replaceAll("'", '').replace(/^0+(?=\d)/, '');
  return `${units === '' ? '0' : units}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The same of a percentage, with or without its sign and a plus. */
export function plainPercent(text: string): string | null {
  return plainNumber(text.normalize('NFKC').replace(/[%٪+]/gu, ''));
}

const groups = new Map<Locale, string>();

/** The sign between thousands in a language: one that stands alone before three digits is a group there. */
function groupOf(locale: Locale): string {
  const known = groups.get(locale);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(LOCALE_FACTS[locale].tag).formatToParts(1_234_567);
  const group = parts.find(({ type }) => type === 'group')?.value ?? '';
  groups.set(locale, group);
  return group;
}

/** What is typed of a number of at most so many decimals, as the field shows it: in Western digits, without groups that only the language tells from decimals. */
export function shownNumber(text: string, { places, locale }: NumberField): string {
  const shown = written(text);
  const [whole = '', tail, ...more] = shown.split(groupOf(locale));
  const isGroup = places < 3 && more.length === 0 && /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(tail ?? '');
  return isGroup ? `${whole}${tail ?? ''}` : shown;
}

export interface NumberField {
  /** Most decimals. */
  readonly places: number;
  readonly locale: Locale;
}
