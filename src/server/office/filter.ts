import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { FieldFault } from '#domain/refusals.ts';
import type { FilterField } from '#protocol/office/cells.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LONGEST = 100;

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
  if (kind === 'day') return DAY.test(value) && !Number.isNaN(Date.parse(value));
  return value.length <= LONGEST;
}
