import { describe, expect, it } from 'vitest';
import { matchBirth } from './births.ts';
import type { ListEntry, Screened } from './entries.ts';
import { Screener } from './screener.ts';

const day = (date: string) => ({ from: date, to: date, circa: false });

/** Entries of our own making. */
const LIST: readonly ListEntry[] = [
  {
    id: '1',
    kind: 'individual',
    names: [
      { text: 'VARKOSLAV, Drazhen Ilmarovich', strength: 'name' },
      { text: 'WARKOSLAW, Dražen', strength: 'strong' },
      { text: 'THE DOCTOR', strength: 'weak' },
    ],
    births: [day('1961-03-04')],
    countries: ['BY'],
  },
  {
    id: '2',
    kind: 'individual',
    names: [{ text: 'AL-QUSTAWI, Mohammed Hadi', strength: 'name' }],
    births: [],
    countries: [],
  },
  { id: '3', kind: 'entity', names: [{ text: 'BRENNTAR TRADING CORP.', strength: 'name' }], births: [], countries: [] },
  {
    id: '4',
    kind: 'individual',
    names: [{ text: 'MOHAMMED, Ali', strength: 'name' }],
    births: [day('1970-01-01')],
    countries: [],
  },
  ...Array.from({ length: 40 }, (_, no): ListEntry => ({
    id: `c${no}`,
    kind: 'individual',
    names: [{ text: `${'BCDFGKLMNPRSTVZ'[no % 15]}ORU${'KLMNPRST'[no % 8]}ESH, Mohammed Ali`, strength: 'name' }],
    births: [],
    countries: [],
  })),
];

/** By hand: the letters that these tests use. */
const LETTERS: Readonly<Record<string, string>> = {
  В: 'V',
  а: 'a',
  р: 'r',
  к: 'k',
  о: 'o',
  с: 's',
  л: 'l',
  в: 'v',
  Д: 'D',
  ж: 'zh',
  е: 'e',
  н: 'n',
  ق: 'q',
  س: 's',
  ط: 't',
  ا: 'a',
  و: 'w',
  ي: 'y',
  م: 'm',
  ح: 'h',
  د: 'd',
  ه: 'h',
  ž: 'z',
  é: 'e',
};
const romanise = (text: string) => Array.from(text, (letter) => LETTERS[letter] ?? letter).join('');
const screener = new Screener(LIST, { romanise });

const person = (name: string, over: Partial<Screened> = {}): Screened => ({
  name,
  birthDate: null,
  countries: [],
  ...over,
});
const hitsOf = (name: string, over?: Partial<Screened>) =>
  screener.screen(person(name, over)).map(({ entryId }) => entryId);

describe('a name of the list', () => {
  it.each([
    ['as it is written there', 'VARKOSLAV, Drazhen Ilmarovich'],
    ['as its person writes it', 'Drazhen Ilmarovich Varkoslav'],
    ['by a strong alias', 'Dražen Warkoslaw'],
    ['without the middle name', 'Drazhen Varkoslav'],
    ['in another order', 'Varkoslav Drazhen'],
    ['joined', 'DrazhenVarkoslav'],
    ['split', 'Drazhen Varko slav'],
    ['with two letters swapped', 'Drazhen Vakroslav'],
    ['with a letter doubled', 'Drazhen Varkosslav'],
    ['with another vowel', 'Drazhen Varkeslav'],
    ['with an accent', 'Drazhén Varkoslav'],
    ['with a digit for a letter', 'Drazhen Vark0slav'],
    ['in Cyrillic letters', 'Дражен Варкослав'],
    ['by a family name that nobody else has, alone', 'Varkoslav'],
    ['with a title', 'Dr. Drazhen Varkoslav'],
  ])('is found %s', (_, name) => {
    expect(hitsOf(name)).toEqual(['1']);
  });

  it('is found where its vowels are not written', () => {
    expect(hitsOf('محمد هادي القسطاوي')).toEqual(['2']);
  });

  it.each([
    ['by a weak alias alone', 'The Doctor'],
    ['by first names alone', 'Drazhen Ilmarovich'],
    ['by first names with another family name', 'Mohammed Hadi Lindqvist'],
    ['by the legal form of a firm', 'Corp Corporation'],
    ['by a word of a firm', 'Trading Corp'],
    ['by half of its name', 'Hadi Korunek'],
  ])('is not found %s', (_, name) => {
    expect(hitsOf(name)).toEqual([]);
  });

  it('is found for a firm by its whole name, with any legal form', () => {
    expect(hitsOf('Brenntar Trading LLC')).toEqual(['3']);
  });

  it('says what was found: the words, the name, the birth and the country', () => {
    const [hit] = screener.screen(person('Drazhen Sokolov Varkoslaw', { birthDate: '1961-04-03', countries: ['BY'] }));
    expect(hit).toMatchObject({ entryId: '1', birth: 'day', country: 'same', romanised: false });
    expect(hit?.name.pairs.map(({ asked, listed }) => [asked, listed])).toContainEqual(['varkoslaw', 'warkoslaw']);
    expect(hit?.name.askedOnly).toEqual(['sokolov']);
  });
});

describe('a birth date', () => {
  it('tells two people of one name apart', () => {
    expect(hitsOf('Ali Mohammed', { birthDate: '1970-01-01' })).toContain('4');
    expect(hitsOf('Ali Mohammed', { birthDate: '1971-06-30' })).toContain('4');
    expect(hitsOf('Ali Mohammed', { birthDate: '1999-06-30' })).not.toContain('4');
  });

  it('that is another keeps a rare name, to the letter, for somebody to look at, and nothing less', () => {
    expect(hitsOf('Drazhen Ilmarovich Varkoslav', { birthDate: '1990-01-01' })).toEqual(['1']);
    expect(hitsOf('Drazhan Varkoslev', { birthDate: '1990-01-01' })).toEqual([]);
  });

  it.each([
    ['1961-03-04', 'day'],
    ['1961-04-03', 'day'],
    ['1962-12-31', 'year'],
    ['1963-12-31', 'near'],
    ['1964-01-01', 'other'],
    [null, 'unknown'],
  ])('%s is %s for somebody born on 4 March 1961', (born, match) => {
    expect(matchBirth(born, [day('1961-03-04')])).toBe(match);
  });

  it('takes the best of several, and what a list says of about when', () => {
    expect(matchBirth('1950-05-05', [day('1961-03-04'), { from: '1954-01-01', to: '1954-12-31', circa: true }])).toBe(
      'near',
    );
    expect(matchBirth('1950-05-05', [])).toBe('unknown');
  });
});
