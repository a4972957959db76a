import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { FieldFault } from '#domain/refusals.ts';
import type { ActField, FilterField } from '#protocol/office/cells.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LONGEST = 100;
/** Of a field of an act that is not a list. */
const LONGEST_TEXT = 2_000;

/** A filter as it stands in an address. What the list has no field for, or a field no value, is refused. */
export function readFilter(
  query: string,
  fields: readonly FilterField[],
): Outcome<Readonly<Partial<Record<string, string>>>> {
  const values: Partial<Record<string, string>> = {};
  const faults: Record<string, FieldFault> = {};
  for (const [name, given] of new URLSearchParams(query)) {
    const value = given.trim();
    const field = fields.find((one) => one.name === name);
    if (field === undefined) faults[`filter.${name.slice(0, 40)}`] = 'unknown';
    else if (!fits(field, value)) faults[`filter.${name}`] = 'malformed';
    else if (value !== '') values[name] = value;
  }
  return Object.keys(faults).length > 0 ? refused({ code: 'InvalidRequest', fields: faults }) : ok(values);
}

function fits({ kind, options = [] }: FilterField, value: string): boolean {
  if (value === '') return true;
  if (kind === 'choice') return options.some((option) => option.value === value);
  if (kind === 'day') return isDay(value);
  return value.length <= LONGEST;
}

/** Of the calendar: there is no 30 February. */
function isDay(value: string): boolean {
  return DAY.test(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value);
}

/** What is wrong with the fields of an act, by name: one that it does not have, that is missing, or that cannot be such a value. */
export function faultsOf(
  fields: readonly ActField[],
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, FieldFault>> {
  const faults: Record<string, FieldFault> = {};
  for (const name of Object.keys(given)) if (!fields.some((field) => field.name === name)) faults[name] = 'unknown';
  for (const { name, kind, optional, options = [] } of fields) {
    const value = (given[name] ?? '').trim();
    if (value === '') {
      if (optional !== true) faults[name] = 'missing';
    } else if (kind !== 'ids' && value.length > LONGEST_TEXT) faults[name] = 'too_large';
    else if (kind === 'day' && !isDay(value)) faults[name] = 'malformed';
    else if (kind === 'choice' && !options.some((option) => option.value === value)) faults[name] = 'unknown';
  }
  return faults;
}
