import type { z } from 'zod';
import type { FieldFault } from '#domain/refusals.ts';

const MOST_FIELDS = 20;
const LONGEST_NAME = 80;

/** Our own words: a client may rely on them, whatever validates. */
const FAULTS: Readonly<Record<string, FieldFault>> = {
  unrecognized_keys: 'unknown',
  too_small: 'too_small',
  too_big: 'too_large',
};

/** Field -> what is wrong with it, as `details.fields` of InvalidRequest says it: the server's word, and a form's before it asks the server. */
export function fieldFaults(error: z.ZodError, given: unknown): Readonly<Record<string, FieldFault>> {
  const fields: Record<string, FieldFault> = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.');
    const names =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => (path === '' ? key : `${path}.${key}`)) : [path];
    for (const name of names) {
      if (Object.keys(fields).length >= MOST_FIELDS) return fields;
      const shown = name === '' ? 'body' : name.slice(0, LONGEST_NAME);
      // defineProperty: a field may be called __proto__.
      Object.defineProperty(fields, shown, {
        value: FAULTS[issue.code] ?? (isMissing(given, issue.path) ? 'missing' : 'malformed'),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return fields;
}

function isMissing(given: unknown, path: readonly PropertyKey[]): boolean {
  let at = given;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return false;
    at = Object.getOwnPropertyDescriptor(at, key)?.value as unknown;
  }
  return at === undefined;
}
