import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { LOCALES, LOCALE_FACTS } from '../i18n/locales.ts';
import { plainNumber, plainPercent, shownNumber } from './typed-number.ts';

describe('a number that people type', () => {
  it.each([
    ['10', '10'],
    ['10.5', '10.5'],
    ['10,50', '10.50'],
    ['25.', '25'],
    ['.5', '0.5'],
    [' 007 ', '7'],
    ['١٠', '10'],
    ['١٠٫٥', '10.5'],
    ['١٬٠٠٠٫٥', '1000.5'],
    ['١٠،٥', '10.5'],
    ['۱۰٫۵', '10.5'],
    ['10٫5', '10.5'],
    ['१०.५', '10.5'],
    ['１０．５', '10.5'],
    ['１０，５', '10.5'],
    ['10。5', '10.5'],
    ['10、5', '10.5'],
    ['1.000,50', '1000.50'],
    ['1,000.50', '1000.50'],
    ['1.000.000', '1000000'],
    ['1,00,000.5', '100000.5'],
    ['1 000,5', '1000.5'],
    ['1 000,5', '1000.5'],
    ['1’000.5', '1000.5'],
    ['$1,000.5', '1000.5'],
    ['1.000,50 €', '1000.50'],
    ['\u200f10.5', '10.5'],
  ])('%s is %s', (text, plain) => expect(plainNumber(text)).toBe(plain));

  it.each([
    '',
    '.',
    ',',
    '-5',
    '1e3',
    'abc',
    '1..2',
    '1.2.3',
    '1.00.00',
    '1,0000.5',
    '10²',
    '½',
    '1½',
    "1.000'000",
    '1 2',
    '1000 000',
    '١٠٪',
  ])('"%s" is none', (text) => expect(plainNumber(text)).toBeNull());

  it.each([
    ['82%', '82'],
    ['%82', '82'],
    ['+١٢٢٫٥٪', '122.5'],
    ['８２％', '82'],
  ])('%s is a percentage', (text, plain) => expect(plainPercent(text)).toBe(plain));

  test.each(LOCALES)('is read as %s writes it', (locale) => {
    const { tag } = LOCALE_FACTS[locale];
    const native = new Intl.NumberFormat(tag, { minimumFractionDigits: 2 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (cents) => {
        expect(Number(plainNumber(native.format(cents / 100)))).toBe(cents / 100);
        expect(Number(plainNumber(shownNumber(native.format(cents), { places: 2, locale })))).toBe(cents);
      }),
      { numRuns: 50 },
    );
  });
});

describe('what a field shows of it', () => {
  const [en, de] = [
    { places: 2, locale: 'en' },
    { places: 2, locale: 'de' },
  ] as const;
  it.each([
    ['١٠٫٥', en, '10.5'],
    ['１０，５', en, '10,5'],
    ['10,5', de, '10,5'],
    ['1.000', de, '1000'],
    ['1.000', en, '1.000'],
    ['1,000', en, '1000'],
    ['1,000', de, '1,000'],
    ['0.125', de, '0.125'],
    ['1.00', de, '1.00'],
    // A price may have as many decimals: there a single sign is none of groups.
    ['1.085', { places: 5, locale: 'de' }, '1.085'],
    ['10x', de, '10x'],
  ] as const)('%s in %j', (text, field, shown) => expect(shownNumber(text, field)).toBe(shown));
});
