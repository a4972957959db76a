import { parse } from 'mrz';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { chip, line, text } from '#server/desk/cells.ts';
import type { ActDone, ActSeat } from '#server/desk/contract.ts';
import type { LegalNames } from '../contract.ts';
import { SAYS } from './desk-words.ts';
import type { Reviews } from './reviews.ts';

interface LineParts {
  readonly reviews: Reviews;
  readonly legalNames: Pick<LegalNames, 'of'>;
}

/** What the machine-readable lines of a document say (ICAO Doc 9303). Days as `YYYY-MM-DD`; null: not there, or no day. */
export interface PrintedLines {
  /** All check digits are right, and so is the form of each field. */
  readonly isValid: boolean;
  /** Fields that are not. */
  readonly wrong: readonly string[];
  readonly firstName: string;
  readonly lastName: string;
  readonly born: string | null;
  readonly lastDay: string | null;
  readonly number: string | null;
}

/** Reads the lines as they were typed; null: they are no lines of a card or a passport. `today`: `YYYY-MM-DD`. */
export function readLines(typed: string, today: string): PrintedLines | null {
  const lines = typed
    .toUpperCase()
    .split(/\s*\n\s*/)
    .map((one) => one.replaceAll(/[\s«]/g, (sign) => (sign === '«' ? '<' : '')))
    .filter((one) => one !== '');
  try {
    const { valid, fields, details } = parse(lines);
    return {
      isValid: valid,
      wrong: details.filter((one) => !one.valid).map(({ label }) => label),
      firstName: fields.firstName ?? '',
      lastName: fields.lastName ?? '',
      born: dayOf(fields.birthDate ?? null, (year) => year <= Number(today.slice(0, 4))),
      // A document is valid for ten years or so: never for fifty.
      lastDay: dayOf(fields.expirationDate ?? null, (year) => year < Number(today.slice(0, 4)) + 50),
      number: fields.documentNumber ?? null,
    };
  } catch {
    return null;
  }
}

/** `YYMMDD` as a day, in the latest century that may be. */
function dayOf(digits: string | null, may: (year: number) => boolean): string | null {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(digits ?? '') ?? [];
  if (year === undefined) return null;
  const century = may(2_000 + Number(year)) ? 20 : 19;
  return `${century}${year}-${month}-${day}`;
}

/** How some letters are printed (Doc 9303, part 3, section 6): the rest is as `romanise` has it. */
const PRINTED: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
  æ: 'ae',
  ß: 'ss',
  þ: 'th',
};

/** Are these the letters of one name, as lines are printed: no accents, no marks, no spaces? */
async function isSameName(given: string, printed: string): Promise<boolean> {
  // With the signs of Chinese it is too large to be there from the start.
  const { romanise } = await import('../screening/romanise.ts');
  const lettersOf = (name: string) =>
    romanise(name)
      .toUpperCase()
      .replaceAll(/[^A-Z]/g, '');
  const spelled = given.toLowerCase().replaceAll(/[äöüåøæßþ]/g, (letter) => PRINTED[letter] ?? letter);
  const wanted = lettersOf(printed);
  return [given, spelled].some((one) => lettersOf(one) === wanted);
}

/** On a government ID that waits: the lines that an officer types from the picture, read and set beside what the person gave. */
export function readLinesAct({ reviews, legalNames }: LineParts): ActSeat {
  return {
    desk: 'documents',
    id: 'read_lines',
    label: 'Check the printed lines',
    text: 'The lines with the signs “<” on a passport or a card, as they stand. Their check digits are computed, and what they say is set beside the legal name.',
    permission: 'verification.decide',
    rule: 'Nothing is decided by it, and what is typed is kept nowhere.',
    order: 35,
    fields: [{ name: 'lines', label: 'Lines', kind: 'long' }],
    refuses: async ({ id, by }) => {
      const why = await reviews.whyNot(id, by);
      return why === null ? null : SAYS[why];
    },
    run: async ({ id, by, fields }): Promise<Outcome<ActDone>> => {
      const review = await reviews.open(id, by, false);
      if (review === null) return refused({ code: 'NotFound' });
      const today = new Date(reviews.parts.clock.now()).toISOString().slice(0, 10);
      const found = readLines(fields['lines'] ?? '', today);
      if (found === null) return refused({ code: 'InvalidRequest', fields: { lines: 'malformed' } });
      const { first, last, birthDate } = await legalNames.of(reviews.parts.db, review.userId);
      const same = (is: boolean, yes: string, no: string) => (is ? chip(yes, 'ok') : chip(no, 'bad'));
      const isName = await isSameName(`${last ?? ''} ${first ?? ''}`, `${found.lastName} ${found.firstName}`);
      return ok({
        said: found.isValid ? 'The check digits are right.' : 'Something in the lines is wrong.',
        lines: [
          line('Check digits', same(found.isValid, 'Right', `Wrong: ${found.wrong.join(', ')}`)),
          line('Name', text(`${found.firstName} ${found.lastName}`)),
          line('Legal name', same(isName, 'The same', 'Another')),
          line('Born', text(found.born)),
          line('Birth date given', same(found.born === birthDate, 'The same', 'Another')),
          line('Last day', text(found.lastDay)),
          line('Still counts', same(found.lastDay !== null && found.lastDay >= today, 'Yes', 'No')),
        ],
      });
    },
  };
}
