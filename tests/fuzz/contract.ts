import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Options } from 'ajv';
import { OpenAPIBackend, type Document, type SetMatchType } from 'openapi-backend';
import { caller, type Answered, type Ask, type Asked } from '#tests/http-calls.ts';

/** Of any server and any answer: no contract of an API names them. */
const EVERYBODYS: ReadonlySet<string> = new Set([
  'cache-control',
  'connection',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'date',
  'etag',
  'accept-ranges',
  'last-modified',
  'keep-alive',
  'permissions-policy',
  'referrer-policy',
  'set-cookie',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
  'x-frame-options',
]);

interface Told {
  readonly operationId?: string;
  readonly responses?: Readonly<
    Record<
      string,
      { readonly content?: object; readonly headers?: Readonly<Record<string, { readonly required?: boolean }>> }
    >
  >;
}

/** RFC 3339, as the document means `date-time`. */
const MOMENT = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** JSON Schema of OpenAPI 3.1; the validator itself brings an older one. */
function newestDialect(_older: unknown, options: Options): Ajv2020 {
  const formats = { 'date-time': (text: string) => MOMENT.test(text) && !Number.isNaN(Date.parse(text)) };
  return new Ajv2020({ ...options, strict: false, logger: false, formats });
}

/** Judges calls, request and answer, by what a document says, with a validator that is not ours (docs/decisions/0142). */
export class Contract {
  readonly #backend: OpenAPIBackend;
  readonly #operations = new Map<string, number>();
  readonly violations: string[] = [];
  readonly statuses = new Map<number, number>();

  private constructor(backend: OpenAPIBackend) {
    this.#backend = backend;
  }

  static async read(document: object): Promise<Contract> {
    const backend = new OpenAPIBackend({
      definition: structuredClone(document) as Document,
      // Its own check of documents knows 3.0 only; the generators of clients read this one.
      quick: true,
      coerceTypes: true,
      customizeAjv: newestDialect as never,
      ajvOpts: { allErrors: true },
    });
    await backend.init();
    return new Contract(backend);
  }

  /** Calls, as `caller` does, that are judged. */
  watch(origin: string): Ask {
    const ask = caller(origin);
    return async (path, asked = {}) => {
      const answered = await ask(path, asked);
      this.judge(path, asked, answered);
      return answered;
    };
  }

  get line(): string {
    const sum = [...this.#operations.values()].reduce((all, one) => all + one, 0);
    const byStatus = [...this.statuses].toSorted(([one], [other]) => one - other);
    const text = byStatus.map(([status, times]) => `${status} ${times} times`).join(', ');
    return `contract: ${sum} calls of ${this.#operations.size} operations (${text}), ${this.violations.length} violations`;
  }

  get calls(): number {
    return [...this.#operations.values()].reduce((all, one) => all + one, 0);
  }

  judge(path: string, asked: Asked, { status, headers, text }: Pick<Answered, 'status' | 'headers' | 'text'>): void {
    const { method = 'GET', body } = asked;
    const sent = { method, path, headers: headersOf(asked), ...(body instanceof FormData ? {} : { body }) } as never;
    const told = this.#backend.matchOperation(sent) as Told | undefined;
    const wrong = (what: string) => this.violations.push(`${method} ${path.slice(0, 160)} -> ${status}: ${what}`);
    if (told?.operationId === undefined) return void wrong('no such operation');
    this.#operations.set(told.operationId, (this.#operations.get(told.operationId) ?? 0) + 1);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    // What a form holds is seen by its parts alone.
    if (status < 400 && !(body instanceof FormData)) {
      const { errors } = this.#backend.validateRequest(sent, told as never);
      for (const error of errors ?? []) wrong(`request ${error.instancePath}: ${error.message}`);
    }
    const answer = told.responses?.[String(status)];
    if (answer === undefined) return void wrong('a status that is not told');
    const type = headers.get('content-type')?.split(';')[0] ?? null;
    const types = Object.keys(answer.content ?? {});
    if (type === null ? text !== '' : !types.includes(type)) wrong(`${type}, told are ${types.join(', ')}`);
    if (type === 'application/json') {
      const { errors } = this.#backend.validateResponse(JSON.parse(text), told as never, status);
      for (const error of errors ?? []) wrong(`answer ${error.instancePath}: ${error.message} ${text.slice(0, 80)}`);
    }
    const own = Object.fromEntries([...headers].filter(([name]) => !EVERYBODYS.has(name)));
    const found = this.#backend.validateResponseHeaders(own, told as never, {
      statusCode: status,
      setMatchType: 'subset' as SetMatchType,
    });
    for (const { instancePath, message, params } of found.errors ?? [])
      wrong(`headers ${instancePath}: ${message} ${JSON.stringify(params)}`);
    for (const [name, { required }] of Object.entries(answer.headers ?? {}))
      if (required === true && !headers.has(name)) wrong(`no ${name}`);
  }
}

function headersOf({ token, body, headers = {} }: Asked): Record<string, string> {
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
}
