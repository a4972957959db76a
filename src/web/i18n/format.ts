import { LOCALE_FACTS } from './locales.ts';
import type { Locale } from './locales.ts';
import { DAY_MS } from '#domain/time.ts';

/** A number as the API sends it: exact decimal text, or a number for prices and percentages. */
export type Numeric = string | number;

export interface MoneyOptions {
  /** `+` before a gain, U+2212 before a loss, nothing before zero. */
  readonly signed?: boolean;
  /** Decimal places; USD has 2. */
  readonly places?: number;
}

export interface Formats {
  /** US dollars from exact decimal text: `$1,234.50`. Cut, never rounded up: `"10.999999"` is $10.99. */
  money(amount: Numeric, options?: MoneyOptions): string;
  /** Money of the person, for sentences: dots where they hide their amounts. */
  own(amount: Numeric, options?: MoneyOptions): string;
  /** The same of money in another currency, or in a coin with more places: `100.00 EUR`. */
  ownIn(currency: string, amount: Numeric, places?: number): string;
  /** A price with the fixed decimals of its pair. */
  price(price: Numeric, precision: number): string;
  /** A plain number, grouped. */
  number(value: Numeric, places?: number): string;
  /** 0.82 -> 82 %, with the locale's own sign and space. */
  percent(fraction: number, options?: { readonly places?: number; readonly signed?: boolean }): string;
  /** Size of a file: `15.2 kB`. */
  fileSize(bytes: number): string;
  /** Date and time of day in the viewer's zone. */
  dateTime(ms: number): string;
  date(ms: number): string;
  /** 17:05:09, always 24 h: a clock that runs, or a moment whose day stands beside it. */
  clock(ms: number): string;
  /** The time of day, with its day where that is not today, and its year where that is not plain: `17:05:09`, `Nov 27, 17:05:09`. */
  moment(ms: number, now?: number): string;
  /** The same without seconds: `17:05`, `Nov 27, 17:05`. */
  minute(ms: number, now?: number): string;
  /** From when to when: `17:15 – 17:30`. The end has a day where it is a day or more behind the start: `Nov 27, 01:00 – Nov 28, 01:00`. */
  timeSpan(from: number, to: number, now?: number): string;
  /** With the zone named: for deadlines. The year stands there where it is not plain (see {@link isFar}). */
  deadline(ms: number): string;
  /** `30s`, `1m`, `4h`, in the locale's narrow units: fits a chip of 48 px. */
  duration(seconds: number): string;
  /** `5 min`: the readable form. */
  durationLong(seconds: number): string;
  /** `40 ms`. */
  milliseconds(ms: number): string;
  /** Name of a currency by its code: `Euro`. */
  currency(code: string): string;
  /** `5 minutes`: for sentences. */
  durationWords(seconds: number): string;
  /** A waiting time in whole hours, or minutes below one: `24 hours`. Rounded up. */
  wait(ms: number): string;
  /** A span of time in its two largest units, rounded down: `4 h 38 min`. At least a minute. */
  span(ms: number): string;
  /** Order of names in the locale. */
  compare(one: string, other: string): number;
}

const MINUS = '\u2212';

/** Our minus is U+2212 in every language (docs/rules/screens.md#numbers). */
function withMinus(text: string): string {
  return text.replaceAll('-', MINUS);
}

/** Cuts decimal text after `places` digits: money is never shown larger than it is. */
function cut(amount: Numeric, places: number): string {
  const text = typeof amount === 'number' ? String(amount) : amount;
  const dot = text.indexOf('.');
  if (dot === -1 || text.includes('e')) return text;
  const kept = text.slice(0, dot + 1 + places).replace(/\.$/, '');
  return /^-[0.]*$/.test(kept) ? kept.slice(1) : kept;
}

/** `mm:ss` under an hour, else `hh:mm:ss`. Whole seconds, rounded up, never negative. */
export function countdown(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1000));
  const parts = [Math.floor(total / 60) % 60, total % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(total / 3600);
  return hours === 0 ? parts.join(':') : [String(hours).padStart(2, '0'), ...parts].join(':');
}

/**
 * Narrow units where those of Intl do not fit a chip (de), are taken for something else (uk `5х`, tr `5d`) or are Latin in another script (ja).
 * The signs of the international system, or the short unit without its point.
 */
const NARROW_UNITS: Readonly<Record<string, Partial<Record<ReturnType<typeof unitOf>['unit'], string>>>> = {
  de: { second: 's', minute: 'min', hour: 'h', day: 'T' },
  uk: { second: 'с', minute: 'хв', hour: 'год', day: 'дн' },
  tr: { second: 'sn', minute: 'dk', hour: 'sa', day: 'gün' },
  ja: { second: '秒', minute: '分', hour: '時間', day: '日' },
};

/** The largest unit that divides a duration: 90 s stays seconds, 120 s is 2 minutes. */
function unitOf(seconds: number): { readonly unit: 'second' | 'minute' | 'hour' | 'day'; readonly count: number } {
  if (seconds % 86_400 === 0) return { unit: 'day', count: seconds / 86_400 };
  if (seconds % 3_600 === 0) return { unit: 'hour', count: seconds / 3_600 };
  if (seconds % 60 === 0) return { unit: 'minute', count: seconds / 60 };
  return { unit: 'second', count: seconds };
}

/** Days and hours, or hours and minutes, without zero parts. */
function spanUnits(ms: number): readonly { readonly unit: 'day' | 'hour' | 'minute'; readonly count: number }[] {
  const minutes = Math.max(1, Math.floor(ms / 60_000));
  const parts = [
    { unit: 'day', count: Math.floor(minutes / 1440) },
    { unit: 'hour', count: Math.floor(minutes / 60) % 24 },
    { unit: 'minute', count: minutes % 60 },
  ] as const;
  const first = parts.findIndex((part) => part.count > 0);
  return parts.slice(first, first + 2).filter((part) => part.count > 0);
}

/** Made when it is first asked for: the forms of Intl are dear, and a page needs a few of them. */
function lazily<T>(make: () => T): () => T {
  let one: T | undefined;
  return () => (one ??= make());
}

const dateForm = (tag: string, options: Intl.DateTimeFormatOptions) =>
  lazily(() => new Intl.DateTimeFormat(tag, options));

const made = new Map<string, Formats>();

/**
 * The number and date forms of a locale, made once. Money and prices go in as decimal text.
 * `zone`: an IANA zone for dates; left out, that of this machine.
 */
export function createFormats(locale: Locale, zone?: string): Formats {
  const key = zone === undefined ? locale : `${locale} ${zone}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const { tag } = LOCALE_FACTS[locale];
  // Forms of numbers are the same in each zone.
  const formats = zone === undefined ? build(tag) : { ...createFormats(locale), ...dates(tag, zone) };
  made.set(key, formats);
  return formats;
}

function build(tag: string): Formats {
  const language = tag.split('-')[0] ?? tag;
  // An Arabic unit follows its number from right to left, also where a row of buttons or a figure runs left to right.
  const kept = (text: string) => (language === 'ar' ? `\u2067${text}\u2069` : text);
  const numbers = new Map<string, Intl.NumberFormat>();
  const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = JSON.stringify(options);
    const found = numbers.get(key);
    if (found !== undefined) return found;
    const format = new Intl.NumberFormat(tag, { useGrouping: 'always', ...options });
    numbers.set(key, format);
    return format;
  };
  const show = (value: Numeric, options: Intl.NumberFormatOptions): string =>
    withMinus(numberFormat(options).format(value as Intl.StringNumericLiteral));
  const currencies = lazily(() => new Intl.DisplayNames(tag, { type: 'currency' }));
  const collator = lazily(() => new Intl.Collator(tag, { numeric: true, sensitivity: 'base' }));
  const fixed = (places: number) => ({ minimumFractionDigits: places, maximumFractionDigits: places });
  const signs = (signed: boolean | undefined) => (signed === true ? ({ signDisplay: 'exceptZero' } as const) : {});
  const money: Formats['money'] = (amount, { signed, places = 2 } = {}) =>
    show(cut(amount, places), {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      ...fixed(places),
      ...signs(signed),
    });
  return {
    money,
    own: money,
    price: (price, precision) => show(price, fixed(precision)),
    ownIn: (currency, amount, places = 2) => `${show(amount, fixed(places))} ${currency}`,
    number: (value, places = 0) => show(value, fixed(places)),
    percent: (fraction, { places = 0, signed } = {}) =>
      show(fraction, { style: 'percent', ...fixed(places), ...signs(signed) }),
    fileSize: (bytes) => {
      const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const);
      return show(bytes / size, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });
    },
    duration: (seconds) => {
      const { unit, count } = unitOf(seconds);
      const own = NARROW_UNITS[language]?.[unit];
      const narrow = { style: 'unit', unit, unitDisplay: 'narrow' } as const;
      return kept(own === undefined ? show(count, narrow) : `${show(count, {})}\u00a0${own}`);
    },
    durationLong: (seconds) => {
      const { unit, count } = unitOf(seconds);
      return kept(show(count, { style: 'unit', unit, unitDisplay: 'short' }));
    },
    milliseconds: (ms) => kept(show(ms, { style: 'unit', unit: 'millisecond', unitDisplay: 'short' })),
    currency: (code) => currencies().of(code) ?? code,
    durationWords: (seconds) => {
      const { unit, count } = unitOf(seconds);
      return show(count, { style: 'unit', unit, unitDisplay: 'long' });
    },
    wait: (ms) => {
      const unit = ms < 3_600_000 ? 'minute' : 'hour';
      const count = Math.ceil(ms / (unit === 'hour' ? 3_600_000 : 60_000));
      return show(count, { style: 'unit', unit, unitDisplay: 'long' });
    },
    span: (ms) => {
      const list = new Intl.ListFormat(tag, { type: 'unit', style: 'narrow' });
      return list.format(
        spanUnits(ms).map(({ unit, count }) => show(count, { style: 'unit', unit, unitDisplay: 'short' })),
      );
    },
    ...dates(tag),
    compare: (one, other) => collator().compare(one, other),
  };
}

/** A date further away than this could be taken for the same one of the year before or after. */
const FAR_MS = 300 * DAY_MS;

/** A day with its weekday, in the fewest words: `Thu, Nov 26`; with its year where that is not plain, `Fri, Jan 1, 2027`. */
export function dayWords(tag: string, timeZone?: string): (ms: number, now?: number) => string {
  return withYear(tag, { timeZone, weekday: 'short', day: 'numeric', month: 'short' });
}

/** A format of dates that adds the year to those that need it: they are not of this year in their zone, or further than some 300 days away. */
function withYear(tag: string, options: Intl.DateTimeFormatOptions): (ms: number, now?: number) => string {
  const near = dateForm(tag, options);
  const far = dateForm(tag, { ...options, year: 'numeric' });
  const year = dateForm('en', { year: 'numeric', timeZone: options.timeZone });
  const isFar = (ms: number, now: number) => Math.abs(ms - now) > FAR_MS || year().format(ms) !== year().format(now);
  return (ms, now = Date.now()) => (isFar(ms, now) ? far : near)().format(ms);
}

/** A format of times of day that adds the day to those of another one. */
function withDay(tag: string, options: Intl.DateTimeFormatOptions): (ms: number, now?: number) => string {
  const plain = dateForm(tag, options);
  const dated = withYear(tag, { ...options, day: 'numeric', month: 'short' });
  const day = dateForm('en', { dateStyle: 'short', timeZone: options.timeZone });
  return (ms, now = Date.now()) => (day().format(ms) === day().format(now) ? plain().format(ms) : dated(ms, now));
}

type Dates = 'dateTime' | 'date' | 'clock' | 'moment' | 'minute' | 'timeSpan' | 'deadline';

function dates(tag: string, timeZone?: string): Pick<Formats, Dates> {
  const dateTime = dateForm(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const date = dateForm(tag, { dateStyle: 'medium', timeZone });
  const toMinute = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const toSecond = { ...toMinute, second: '2-digit' } as const;
  const clock = dateForm(tag, toSecond);
  const bareMinute = dateForm(tag, toMinute);
  const minute = withDay(tag, toMinute);
  const deadline = withYear(tag, {
    ...toMinute,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZoneName: 'short',
  });
  return {
    dateTime: (ms) => dateTime().format(ms),
    date: (ms) => date().format(ms),
    clock: (ms) => clock().format(ms),
    moment: withDay(tag, toSecond),
    minute,
    timeSpan: (from, to, now) => {
      const end = to - from < DAY_MS ? bareMinute().format(to) : minute(to, now);
      // Where it must break, it breaks between both ends.
      const [first, last] = [minute(from, now), end].map((text) => text.replaceAll(' ', '\u00a0'));
      return `${first}\u00a0– ${last}`;
    },
    deadline: (ms) => deadline(ms),
  };
}
