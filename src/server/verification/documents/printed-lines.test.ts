import { expect, it } from 'vitest';
import { readLines } from './printed-lines.ts';

/** The specimens of ICAO Doc 9303, part 4 and 5, with a state that there is. */
const PASSPORT = ['P<SWEERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36SWE7408122F1204159ZE184226B<<<<<10'];
const CARD = ['I<SWED231458907<<<<<<<<<<<<<<<', '7408122F1204159SWE<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];

it('reads the lines of a passport and of a card, however they are typed', () => {
  const typed = PASSPORT.join('\n');
  const says = { firstName: 'ANNA MARIA', lastName: 'ERIKSSON', born: '1974-08-12', lastDay: '2012-04-15' };
  expect(readLines(typed, '2011-01-01')).toMatchObject({ isValid: true, wrong: [], ...says, number: 'L898902C3' });
  const loose = typed.toLowerCase().replaceAll('<<<', '« < <').replace('\n', '  \n\n ');
  expect(readLines(loose, '2011-01-01')).toMatchObject({ isValid: true, ...says });
  expect(readLines(CARD.join('\n'), '2011-01-01')).toMatchObject({ isValid: true, ...says });
});

it('names what is wrong, and takes no other text for lines', () => {
  const forged = `${PASSPORT[0]}\n${PASSPORT[1]?.replace('740812', '840812')}`;
  const found = readLines(forged, '2011-01-01');
  expect(found).toMatchObject({ isValid: false, born: '1984-08-12' });
  expect(found?.wrong).toContain('Birth date check digit');
  for (const text of ['', 'hello', `${PASSPORT[0]}`, `${PASSPORT[0]}\n${PASSPORT[1]}A`]) {
    expect(readLines(text, '2011-01-01')).toBeNull();
  }
});

it('knows in which century somebody was born, and a document ends', () => {
  const of = (birth: string, end: string) => {
    const line = `L898902C36SWE${birth}2F${end}9ZE184226B<<<<<10`;
    const found = readLines(`${PASSPORT[0]}\n${line}`, '2026-11-26');
    return [found?.born, found?.lastDay];
  };
  expect(of('050101', '310101')).toEqual(['2005-01-01', '2031-01-01']);
  expect(of('270101', '790101')).toEqual(['1927-01-01', '1979-01-01']);
});
