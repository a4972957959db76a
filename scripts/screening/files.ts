import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { Screened } from '../../src/domain/verification/screening/entries.ts';
import { countryOf } from '../../src/server/verification/screening/ofac-csv.ts';

/** Text of a file, packed or not. */
export function textOf(path: string): string {
  const bytes = readFileSync(path);
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}

type Row = Readonly<Record<string, string | undefined>>;

export interface Pair {
  readonly one: string;
  readonly other: string;
  readonly same: boolean;
}

/** People who are on no list: `full_name` (or `name`), `date_of_birth` (or `birth_date`), `nationality` (or `country`). */
export function readPeople(path: string): readonly Screened[] {
  return rowsOf(path).map((row) => {
    const name = row['full_name'] ?? row['name'];
    if (name === undefined) throw new Error(`${path}: no column full_name or name`);
    const birthDate = row['date_of_birth'] ?? row['birth_date'] ?? '';
    const country = countryOf(row['nationality'] ?? row['country'] ?? '');
    return { name, birthDate: birthDate === '' ? null : birthDate, countries: country === null ? [] : [country] };
  });
}

/** Two names and whether they are one person's: `name1`, `name2`, `is_match`. */
export function readPairs(path: string): readonly Pair[] {
  return rowsOf(path).map((row) => {
    const { name1: one, name2: other, is_match: same } = row;
    if (one === undefined || other === undefined || same === undefined)
      throw new Error(`${path}: not name1, name2, is_match`);
    return { one, other, same: same.toLowerCase() === 'true' };
  });
}

function rowsOf(path: string): readonly Row[] {
  return parse(textOf(path), { columns: true, skip_empty_lines: true, bom: true, relax_column_count: true });
}
