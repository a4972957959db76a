/** What a document may hold: numbers are whole and safe, all else would not survive a second reader. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A value of the documents that are hashed; null: it holds a fraction, an unsafe number or something that is not JSON. */
export function canonicalText(value: unknown): string | null {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? JSON.stringify(value) : null;
  if (Array.isArray(value)) {
    const items = value.map(canonicalText);
    return items.includes(null) ? null : `[${items.join(',')}]`;
  }
  if (typeof value !== 'object') return null;
  const members: string[] = [];
  // The default order of sort is that of UTF-16 units, which is what RFC 8785 asks for.
  for (const key of Object.keys(value).sort()) {
    const text = canonicalText((value as Record<string, unknown>)[key]);
    if (text === null) return null;
    members.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${members.join(',')}}`;
}
