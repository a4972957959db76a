import type { Chance } from './chance.ts';
import {
  boundaryValues,
  GREED,
  HOSTILE,
  RAW_BODIES,
  validValue,
  wrongTypes,
  type Hints,
  type Schema,
} from './generate.ts';

export const CLASSES = ['valid', 'boundary', 'wrong type', 'hostile'] as const;
export type RequestClass = (typeof CLASSES)[number];

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  /** Name of the file of a form; null: it takes none. */
  readonly upload: string | null;
  /** Fields of a form without files; null: it takes none. */
  readonly form: Schema | null;
  /** Status -> schema of the JSON answer; null: another type. */
  readonly answers: ReadonlyMap<string, Schema | null>;
}

export interface FuzzRequest {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | null;
}

interface Parts {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  body: unknown;
}

/** A request of one class: a valid one, with one thing changed unless it is to stay valid. */
export function fuzzRequest(
  operation: Operation,
  how: { class_: RequestClass; chance: Chance; hints: Hints },
): FuzzRequest {
  const { class_, chance, hints } = how;
  const parts: Parts = { path: {}, query: {}, header: {}, body: undefined };
  for (const parameter of operation.parameters) {
    if (parameter.required || chance.below(2) === 0) {
      // A hint may be for a parameter of one operation alone.
      const own = `${operation.method} ${operation.path} ${parameter.name}`;
      const name = own in hints ? own : parameter.name;
      parts[parameter.in][parameter.name] = validValue(parameter.schema, name, { chance, hints });
    }
  }
  if (class_ === 'valid') parts.query = fitting(parts.query);
  // Where the fields of a body hang together there may be a hint for all of it.
  const whole = hints[`${operation.method} ${operation.path}`]?.(chance);
  if (operation.body !== null) parts.body = whole ?? validValue(operation.body, '', { chance, hints });
  if (operation.upload !== null) return { ...written(operation, parts), body: formOf(operation.upload, how) };
  if (operation.form !== null && (class_ === 'valid' || chance.below(2) === 0)) {
    return posted(written(operation, parts), validValue(operation.form, '', { chance, hints }));
  }
  if (class_ === 'valid') return written(operation, parts);
  if (class_ === 'hostile' && operation.method !== 'GET' && chance.below(4) === 0) {
    return { ...written(operation, parts), body: chance.pick(RAW_BODIES) };
  }
  change(operation, parts, how);
  return written(operation, parts);
}

/** A span ends after its begin, which a document cannot say, and nobody can draw a place in a list. */
function fitting({ cursor: _place, ...query }: Record<string, unknown>): Record<string, unknown> {
  const { from, to } = query;
  const isTurned = typeof from === 'number' && typeof to === 'number' && from >= to;
  return isTurned ? { ...query, from: to, to: from + 1 } : query;
}

/** A request with the fields of a form in its body, as a page or a mail provider posts them. */
function posted(request: FuzzRequest, fields: unknown): FuzzRequest {
  const headers = { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' };
  return { ...request, headers, body: new URLSearchParams(fields as Record<string, string>).toString() };
}

/** The smallest PNG there is: one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A form with a picture, with too much, with something else, or with what claims to be one. */
function formOf(field: string, { class_, chance }: { class_: RequestClass; chance: Chance }): FormData {
  const form = new FormData();
  const png = Buffer.from(PIXEL, 'base64');
  const name =
    class_ === 'hostile' ? chance.pick(['../../etc/passwd', 'a.svg', '"; filename="b.png', 'x'.repeat(300)]) : 'me.png';
  if (class_ === 'valid') form.append(field, new Blob([png], { type: 'image/png' }), name);
  if (class_ === 'boundary')
    form.append(field, new Blob([Buffer.alloc(chance.pick([0, 1, 2_097_152, 2_097_153]))]), name);
  if (class_ === 'wrong type') form.append(chance.pick([field, 'other', '__proto__']), chance.pick(['text', '{}', '']));
  if (class_ === 'hostile') {
    const broken = Buffer.concat([png.subarray(0, 20 + chance.below(40)), Buffer.from('<script>alert(1)</script>')]);
    form.append(field, new Blob([broken], { type: 'text/html' }), name);
    if (chance.below(2) === 0) form.append('role', 'ADMIN');
  }
  return form;
}

/** Changes one field, or adds one that is not there. */
function change(operation: Operation, parts: Parts, how: { class_: RequestClass; chance: Chance }): void {
  const { chance, class_ } = how;
  const fields = [
    ...operation.parameters.map((parameter) => ({ ...parameter, of: parts[parameter.in] })),
    ...Object.entries(operation.body?.properties ?? {}).map(([name, schema]) => ({
      name,
      schema,
      of: parts.body as Record<string, unknown>,
    })),
  ].filter((field) => typeof field.of === 'object' && field.of !== null);
  const other = (schema: Schema): unknown => {
    if (class_ === 'boundary') return chance.pick(boundaryValues(schema));
    return chance.pick(class_ === 'wrong type' ? wrongTypes(schema) : HOSTILE);
  };
  const roll = chance.below(5);
  if (fields.length === 0 || roll === 0) {
    const [name, value] = chance.pick(Object.entries(GREED));
    if (operation.method === 'GET' || chance.below(3) === 0) parts.query[name] = value;
    else parts.body = roll === 0 ? { ...(parts.body as object | undefined), [name]: value } : other({ type: 'object' });
    return;
  }
  const field = chance.pick(fields);
  if (class_ === 'wrong type' && chance.below(4) === 0) delete field.of[field.name];
  else field.of[field.name] = other(field.schema);
}

function written(operation: Operation, parts: Parts): FuzzRequest {
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => encoded(parts.path[name]));
  const query = Object.entries(parts.query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const headers = Object.entries(parts.header).map(([name, value]) => [name, headerText(value)]);
  return {
    method: operation.method,
    url: `${path}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: operation.method === 'GET' || parts.body === undefined ? null : JSON.stringify(parts.body),
  };
}

/** Percent-encoded; half a surrogate pair as the bytes a careless client would send. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return Array.from(text.slice(0, 4_000))
    .map((letter) => (/^\p{Surrogate}$/u.test(letter) ? '%ED%A0%80' : encodeURIComponent(letter)))
    .join('');
}

/** Only what may stand in a header at all: the client refuses to send the rest. */
function headerText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 4_000)
    .trim();
}
