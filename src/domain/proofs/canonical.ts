/** What may stand in a hashed JSON document: amounts are text there, so numbers are whole. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue };

/**
 * JSON by RFC 8785 (JCS): keys sorted by UTF-16 units, no white space, ECMAScript strings and numbers.
 * Throws on a number that is not a safe integer: hashed documents carry no fractions.
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new Error(`not a whole safe number in a hashed document: ${value}`);
    return JSON.stringify(value);
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // Without a comparison of its own a sort goes by UTF-16 units, and is a good deal quicker.
  let members = '';
  for (const key of Object.keys(value).toSorted()) {
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`;
  }
  return `{${members}}`;
}

function isList(value: object): value is readonly CanonicalValue[] {
  return Array.isArray(value);
}
