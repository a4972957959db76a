import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { FieldFault, Refusal } from '#domain/refusals.ts';
import { OF_ONE_FORM, type Endpoint } from '#protocol/endpoint.ts';
import { fieldFaults } from '#protocol/faults.ts';

const NOTHING = z.strictObject({});

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export type ValidInput =
  | { readonly ok: true; readonly input: RawInput }
  | { readonly ok: false; readonly refusal: Refusal };

/** Parses the three parts of a request by the schemas of its row. What a row does not name must be absent or empty. */
export function validate(endpoint: Endpoint, raw: RawInput): ValidInput {
  if (!isPlainText(raw)) return { ok: false, refusal: { code: 'InvalidRequest', fields: { text: 'malformed' } } };
  let fields: Readonly<Record<string, FieldFault>> = {};
  const read = (schema: z.ZodType | undefined, value: unknown) => {
    const result = (schema ?? NOTHING).safeParse(value);
    if (!result.success) fields = { ...fields, ...fieldFaults(result.error, value) };
    return result.data;
  };
  const input = {
    params: read(endpoint.params, raw.params),
    query: read(endpoint.query, raw.query),
    body: endpoint.method === 'GET' ? undefined : read(endpoint.body ?? NOTHING.optional(), raw.body),
  };
  if (Object.keys(fields).length > 0) return { ok: false, refusal: { code: 'InvalidRequest', fields } };
  return { ok: true, input };
}

/** A field of a query that means nothing in the form that is asked for: `spreadsheet` of JSON, `limit` of a file. */
export function refuseOtherForm(
  { csv }: Pick<Endpoint, 'csv'>,
  { query, wantsCsv }: { readonly query: unknown; readonly wantsCsv: boolean },
): Refusal | null {
  if (csv === undefined) return null;
  const names = OF_ONE_FORM[csv][wantsCsv ? 'json' : 'csv'];
  const given = names.filter((name) => (query as Readonly<Record<string, unknown>>)[name] !== undefined);
  if (given.length === 0) return null;
  return { code: 'InvalidRequest', fields: Object.fromEntries(given.map((name) => [name, 'unknown' as const])) };
}

/** NUL and half a surrogate pair are no text to anybody: the database refuses them, so they end here. */
const UNREADABLE = /\0|\p{Surrogate}/u;

/** No body of ours nests deeper; what does would exhaust the stack of whoever walks it. */
const DEEPEST = 16;

function isPlainText(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !UNREADABLE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === DEEPEST) return false;
  return Object.entries(value).every(([key, item]) => !UNREADABLE.test(key) && isPlainText(item, depth + 1));
}

/** SHA-256 of the body with its keys in order: the same request written differently is the same request. */
export function bodyHash(body: unknown): string {
  return createHash('sha256').update(canonical(body)).digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}

/** The `Idempotency-Key` of a request: absent, a good one, or a refusal. */
export function readIdempotencyKey(header: string | readonly string[] | undefined): string | null | Refusal {
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(header)) return header;
  return { code: 'InvalidRequest', fields: { 'Idempotency-Key': 'malformed' } };
}
