import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countdown, createFormats, dayWords } from './format.ts';
import { LOCALE_FACTS, LOCALES } from './locales.ts';
import type { Locale } from './locales.ts';
import { spreadsheetOf } from './spreadsheet.ts';

/** No-break and narrow no-break spaces read as a space; direction marks are kept by the product and dropped here. */
function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f]/g, '');
}

/** How each language writes 1234.50 dollars, 64218.40 dollars and 82 % (docs/rules/screens.md#numbers). */
const TABLE: Readonly<Record<Locale, readonly [string, string, string]>> = {
  en: ['$1,234.50', '$64,218.40', '82%'],
  de: ['1.234,50 $', '64.218,40 $', '82 %'],
  ar: ['1,234.50 US$', '64,218.40 US$', '82%'],
  ru: ['1 234,50 $', '64 218,40 $', '82 %'],
  uk: ['1 234,50 $', '64 218,40 $', '82%'],
  tr: ['$1.234,50', '$64.218,40', '%82'],
  sv: ['1 234,50 $', '64 218,40 $', '82 %'],
  it: ['1.234,50 $', '64.218,40 $', '82%'],
  jp: ['$1,234.50', '$64,218.40', '82%'],
  ch: ['$1,234.50', '$64,218.40', '82%'],
  es: ['1.234,50 $', '64.218,40 $', '82 %'],
  hi: ['$1,234.50', '$64,218.40', '82%'],
};

const day = 86_400_000;

describe('a CSV for the spreadsheet of each language', () => {
  const COMMA: readonly Locale[] = ['de', 'ru', 'uk', 'tr', 'sv', 'it', 'es'];
  it.each(LOCALES)('%s', (locale) => {
    expect(spreadsheetOf(LOCALE_FACTS[locale].tag)).toBe(COMMA.includes(locale) ? 'comma' : 'point');
    expect(spreadsheetOf(LOCALE_FACTS[locale].lang)).toBe(spreadsheetOf(LOCALE_FACTS[locale].tag));
  });
});

describe('numbers of each language', () => {
  it.each(LOCALES)('%s', (locale) => {
    const formats = createFormats(locale);
    expect([plain(formats.money('1234.50')), plain(formats.money('64218.40')), plain(formats.percent(0.82))]).toEqual(
      TABLE[locale],
    );
  });

  it.each(LOCALES)('%s writes minus as U+2212 and a gain with plus', (locale) => {
    const formats = createFormats(locale);
    for (const text of [formats.money('-25.00', { signed: true }), formats.percent(-0.5), formats.price('-1.5', 1)]) {
      expect(text).toContain('\u2212');
      expect(text).not.toContain('-');
    }
    expect(formats.money('23.00', { signed: true })).toContain('+');
    expect(plain(formats.money('0', { signed: true }))).toBe(plain(formats.money('0')));
  });

  it('keeps the marks of Arabic', () => {
    expect(createFormats('ar').money('1.00')).toMatch(/\u200f/);
  });

  it('groups Indian style in Hindi', () => {
    expect(createFormats('hi').money('1234567.00')).toBe('$12,34,567.00');
  });

  it('is exact beyond what a float holds, and cuts instead of rounding up', () => {
    const formats = createFormats('en');
    expect(formats.money('9007199254740993.12')).toBe('$9,007,199,254,740,993.12');
    expect(formats.money('10.999999')).toBe('$10.99');
    expect(formats.money('-0.004')).toBe('$0.00');
    expect(formats.price('0.00072510', 8)).toBe('0.00072510');
  });

  it('writes durations in the largest unit that divides them', () => {
    const formats = createFormats('en');
    expect([15, 60, 90, 3_600, 86_400].map((seconds) => formats.duration(seconds))).toEqual([
      '15s',
      '1m',
      '90s',
      '1h',
      '1d',
    ]);
    expect(formats.durationLong(300)).toBe('5 min');
    expect(formats.durationWords(30)).toBe('30 seconds');
    // One order in rows of either direction (right-to-left isolate).
    const arabic = createFormats('ar');
    expect([arabic.duration(5), arabic.durationLong(5)]).toEqual(['\u20675 ث\u2069', '\u20675 ث\u2069']);
  });

  it('writes the size of a file in the units of its language', () => {
    expect(plain(createFormats('en').fileSize(15_234))).toBe('15.2 kB');
    expect(plain(createFormats('ru').fileSize(1_540_000))).toBe('1,5 МБ');
    expect(plain(createFormats('ar').fileSize(999))).toMatch(/^1 /);
  });

  it('keeps durations short enough for a chip in every language', () => {
    for (const locale of LOCALES) {
      const formats = createFormats(locale);
      for (const seconds of [15, 30, 60, 180, 300, 900, 1_800, 3_600]) {
        expect(formats.duration(seconds).length, `${locale} ${formats.duration(seconds)}`).toBeLessThanOrEqual(6);
      }
    }
    expect(createFormats('de').duration(15)).toBe('15\u00a0s');
    expect(createFormats('uk').duration(300)).toBe('5\u00a0хв');
  });

  it('writes waiting times in hours, as a sandbox shortens them in minutes', () => {
    expect([86_400_000, 60_000, 3_600_001].map((ms) => createFormats('en').wait(ms))).toEqual([
      '24 hours',
      '1 minute',
      '2 hours',
    ]);
    expect(createFormats('de').wait(86_400_000)).toBe('24 Stunden');
  });

  it('tells times in the zone it is given, and numbers as ever', () => {
    const at = Date.UTC(2026, 10, 22, 18, 20, 5);
    const [utc, away] = [createFormats('en', 'UTC'), createFormats('en', 'Asia/Kolkata')];
    expect([utc.clock(at), away.clock(at)]).toEqual(['18:20:05', '23:50:05']);
    expect(plain(away.dateTime(at))).toBe('Nov 22, 2026, 11:50 PM');
    expect(utc.deadline(at)).toContain('UTC');
    expect(away.money('1234.5')).toBe(utc.money('1234.5'));
  });

  describe('names the year of a date that is not plain without it', () => {
    beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 10, 25, 16), toFake: ['Date'] }));
    afterEach(() => vi.useRealTimers());
    it.each([
      ['en', 'Thu, Nov 25, 2027, 17:37 GMT+1', 'Thu, Nov 26, 17:37 GMT+1'],
      ['de', 'Do., 25. Nov. 2027, 17:37 MEZ', 'Do., 26. Nov., 17:37 MEZ'],
      ['ar', 'الخميس، 25 نوفمبر 2027، 17:37 غرينتش+1', 'الخميس، 26 نوفمبر، 17:37 غرينتش+1'],
      ['ru', 'чт, 25 нояб. 2027 г., 17:37 GMT+1', 'чт, 26 нояб., 17:37 GMT+1'],
      ['jp', '2027年11月25日(木) 17:37 GMT+1', '11月26日(木) 17:37 GMT+1'],
      ['hi', 'गुरु, 25 नव॰ 2027, 17:37 GMT+1', 'गुरु, 26 नव॰, 17:37 GMT+1'],
    ] as const)('%s', (locale, far, near) => {
      const formats = createFormats(locale, 'Europe/Berlin');
      expect(plain(formats.deadline(Date.UTC(2027, 10, 25, 16, 37)))).toBe(far);
      expect(plain(formats.deadline(Date.UTC(2026, 10, 26, 16, 37)))).toBe(near);
    });

    it('by the year of the zone it is told in, in every language', () => {
      const atNewYear = Date.UTC(2026, 11, 31, 20);
      expect(createFormats('en', 'UTC').deadline(atNewYear)).toBe('Thu, Dec 31, 20:00 UTC');
      expect(plain(createFormats('en', 'Asia/Tokyo').deadline(atNewYear))).toBe('Fri, Jan 1, 2027, 05:00 GMT+9');
      for (const locale of LOCALES) {
        expect(createFormats(locale, 'UTC').deadline(Date.UTC(2031, 10, 24)), locale).toContain('2031');
        expect(createFormats(locale, 'UTC').deadline(Date.UTC(2026, 10, 27)), locale).not.toContain('2026');
      }
    });

    it('from some 300 days away, though it is of this year', () => {
      const days = dayWords('en', 'UTC');
      const first = Date.UTC(2026, 0, 2);
      expect([days(first + 299 * day, first), days(first + 301 * day, first)]).toEqual([
        'Wed, Oct 28',
        'Fri, Oct 30, 2026',
      ]);
      expect(days(Date.UTC(2026, 0, 2))).toBe('Fri, Jan 2, 2026');
    });
  });

  describe('a time of day', () => {
    const now = Date.UTC(2026, 10, 26, 22, 30);
    const [en, berlin] = [createFormats('en', 'UTC'), createFormats('en', 'Europe/Berlin')];

    it('stands alone on its own day alone, which is that of the zone', () => {
      const at = Date.UTC(2026, 10, 26, 23, 5, 9);
      expect([en.moment(at, now), en.minute(at, now)]).toEqual(['23:05:09', '23:05']);
      expect([berlin.moment(at, now), berlin.minute(at, now)]).toEqual(['Nov 27, 00:05:09', 'Nov 27, 00:05']);
      expect(en.minute(Date.UTC(2026, 10, 25, 23, 59), now)).toBe('Nov 25, 23:59');
      expect(en.minute(Date.UTC(2027, 0, 1), Date.UTC(2026, 11, 31, 23))).toBe('Jan 1, 2027, 00:00');
    });

    it('has its day in every language', () => {
      for (const locale of LOCALES) {
        const formats = createFormats(locale, 'UTC');
        expect(formats.minute(now, now), locale).toBe('22:30');
        expect(formats.moment(now + day, now), locale).toMatch(/27.*22:30:00/);
      }
    });

    it('of a span has the day of the end where it is a day or more behind', () => {
      const span = (from: number, hours: number) => plain(en.timeSpan(from, from + hours * 3_600_000, now));
      expect(span(Date.UTC(2026, 10, 26, 23), 0.25)).toBe('23:00 – 23:15');
      expect(span(Date.UTC(2026, 10, 26, 23), 4)).toBe('23:00 – 03:00');
      expect(span(Date.UTC(2026, 10, 27), 4)).toBe('Nov 27, 00:00 – 04:00');
      expect(span(Date.UTC(2026, 10, 26), 24)).toBe('00:00 – Nov 27, 00:00');
    });
  });

  it('writes spans in two units and never zero', () => {
    const formats = createFormats('en');
    expect([0, 61_000, 16_680_000, 100_000_000].map((ms) => formats.span(ms))).toEqual([
      '1 min',
      '1 min',
      '4 hr 38 min',
      '1 day 3 hr',
    ]);
  });
});

describe('countdown', () => {
  it.each([
    [-5, '00:00'],
    [0, '00:00'],
    [1, '00:01'],
    [26_000, '00:26'],
    [26_001, '00:27'],
    [3_599_000, '59:59'],
    [3_600_000, '01:00:00'],
    [90_061_000, '25:01:01'],
  ])('of %i ms is %s', (ms, text) => {
    expect(countdown(ms)).toBe(text);
  });
});
