import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { formatMessage, isolated } from './icu.ts';
import { LOCALES, LOCALE_FACTS } from './locales.ts';
import { NAMESPACES, flat } from './namespaces.ts';

const COUNTS = [0, 1, 2, 3, 5, 11, 21, 25, 100, 1.5, 1_000_000];

describe('our ICU messages', () => {
  it.each(LOCALES)('read as the full implementation reads them, every text of %s', (locale) => {
    const { tag } = LOCALE_FACTS[locale];
    let looked = 0;
    for (const namespace of NAMESPACES) {
      const file = join(import.meta.dirname, 'locales', locale, `${namespace}.json`);
      if (!existsSync(file)) continue;
      for (const text of Object.values(flat(JSON.parse(readFileSync(file, 'utf8'))))) {
        const names = [...text.matchAll(/\{\s*(\w+)\s*[,}]/g)].map((match) => match[1] ?? '');
        const counted = /plural|number/.test(text);
        for (const count of counted ? COUNTS : [3]) {
          // Only what a message counts is a number; beside it stand words.
          const isCounted = (name: string) =>
            new RegExp(`\\{\\s*${name}\\s*,\\s*(?:plural|selectordinal|number)`).test(text);
          const values = Object.fromEntries(names.map((name) => [name, isCounted(name) ? count : `<${name}>`]));
          const full = new IntlMessageFormat(text, tag, undefined, { ignoreTag: true }).format(values);
          expect(formatMessage(text, values, tag), text).toBe(full);
          looked += 1;
        }
      }
    }
    expect(looked).toBeGreaterThan(250);
  });

  it('writes plurals of the reader, exact counts first', () => {
    const text = '{count, plural, =0 {none} one {# day of {name}} other {# days of {name}}}';
    expect(COUNTS.slice(0, 3).map((count) => formatMessage(text, { count, name: 'x' }, 'en'))).toEqual([
      'none',
      '1 day of x',
      '2 days of x',
    ]);
  });

  it('selects, and falls back to other', () => {
    const text = '{side, select, UP {rises} other {falls}} by {amount}';
    expect(formatMessage(text, { side: 'UP', amount: '1' }, 'en')).toBe('rises by 1');
    expect(formatMessage(text, { side: 'DOWN', amount: '1' }, 'en')).toBe('falls by 1');
  });

  it('ends a sentence with one point after what ends in one', () => {
    const until = (text: string, date: string) => formatMessage(text, { date }, 'ru');
    expect(until('До {date}.', '28 нояб. 2026 г.')).toBe('До 28 нояб. 2026 г.');
    expect(until('До {date}. Потом нет.', '28 нояб. 2026 г.')).toBe('До 28 нояб. 2026 г. Потом нет.');
    expect(until('До {date}.', '28.11.2026')).toBe('До 28.11.2026.');
    expect(until('До {date}...', '2026 г.')).toBe('До 2026 г....');
  });

  it('takes no format it does not know', () => {
    expect(() => formatMessage('{when, date, long}', { when: 1 }, 'en')).toThrow('no such format: date');
  });
});

describe('isolation in right-to-left texts', () => {
  it('runs amounts left to right, words by their own letters, and does nothing twice', () => {
    expect(isolated('45.50 US$')).toBe('\u206645.50 US$\u2069');
    expect(isolated('صعود')).toBe('\u2068صعود\u2069');
    // A date of Intl: its marks are meant for a line that runs from right to left.
    expect(isolated('20\u200f/11\u200f/2026')).toBe('\u206820\u200f/11\u200f/2026\u2069');
    expect(isolated(isolated('BTC'))).toBe(isolated('BTC'));
    expect(formatMessage('الإجمالي {amount}', { amount: '1 US$' }, { tag: 'ar-u-nu-latn', around: isolated })).toBe(
      'الإجمالي \u20661 US$\u2069',
    );
  });
});
