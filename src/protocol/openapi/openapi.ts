import { z } from 'zod';
import { API_BASE, ENDPOINTS } from '../api.ts';
import { refusalsOf, type Endpoint } from '../endpoint.ts';
import { ERROR_CATALOGUE, type CatalogueCode } from '../error-catalogue.ts';
import { PLAIN_ROUTES, TOO_MANY, type PlainAnswer, type PlainContent, type PlainRoute } from '../pages/plain-routes.ts';
import { answerHeaders, HEADERS, refsTo, refusalHeaders, SECURITY_SCHEMES, securityOf } from './parts.ts';
import { refusalBody } from '../site.ts';

type Json = Readonly<Record<string, unknown>>;
type JsonSchema = Json & { properties?: Readonly<Record<string, Json>>; required?: readonly string[] };

/** The OpenAPI 3.1 document of the tables. `origin` is where the API is served. */
export function openApiDocument(site: {
  origin: string;
  brand: string;
  version: string;
  /** false: without the routes of the back office, for hosts that do not have it. */
  office: boolean;
}): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const { name, endpoint } of ENDPOINTS) {
    if (!site.office && endpoint.permission !== undefined) continue;
    const path = `${API_BASE}${endpoint.path}`.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  for (const route of PLAIN_ROUTES)
    paths[route.path] = { ...paths[route.path], [(route.method ?? 'GET').toLowerCase()]: plainOperation(route) };
  return {
    openapi: '3.1.0',
    info: { title: `${site.brand} API`, version: site.version, description: ABOUT },
    servers: [{ url: site.origin }],
    paths,
    components: {
      schemas: { Refusal: outputSchema(refusalBody) },
      headers: HEADERS,
      responses: {
        ...Object.fromEntries(
          ENDPOINTS.flatMap(({ endpoint }) => refusalsByStatus(refusalsOf(endpoint))).map((one) => [
            refusalName(one),
            refusalResponse(one),
          ]),
        ),
        MethodNotAllowed: {
          description:
            'Of a path that is known, by a method that it does not have: MethodNotAllowed. Told by no operation, for there is none.',
          headers: { Allow: { description: 'The methods that the path has.', schema: TEXT } },
          content: { 'application/json': { schema: REFUSAL } },
        },
      },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function operation(name: string, endpoint: Endpoint): Json {
  const [subject = name] = name.split('.');
  const owner = endpoint.owner === undefined ? {} : { 'x-owner': endpoint.owner };
  return {
    operationId: name,
    tags: [subject],
    summary: endpoint.summary,
    security: securityOf(endpoint),
    ...(endpoint.scope === undefined ? {} : { 'x-scope': endpoint.scope }),
    'x-callers': [...endpoint.callers],
    'x-rate-per-minute': endpoint.rate,
    ...owner,
    parameters: [
      ...parametersIn('path', endpoint.params),
      ...parametersIn('query', endpoint.query),
      ...headerParameters(endpoint),
    ],
    ...requestBody(endpoint),
    responses: {
      ...successes(endpoint),
      ...Object.fromEntries(
        refusalsByStatus(refusalsOf(endpoint)).map((one) => [
          String(one.status),
          { $ref: `#/components/responses/${refusalName(one)}` },
        ]),
      ),
    },
  };
}

function requestBody({ body, upload }: Endpoint): Json {
  if (upload !== undefined) {
    const file = { type: 'string', format: 'binary', description: `At most ${upload.maxBytes} bytes.` };
    const schema = { type: 'object', properties: { [upload.field]: file }, required: [upload.field] };
    const encoding = { [upload.field]: { contentType: upload.types.join(', ') } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema, encoding } } } };
  }
  if (body === undefined) return {};
  return {
    requestBody: {
      required: !body.safeParse(undefined).success,
      content: { 'application/json': { schema: inputSchema(body) } },
    },
  };
}

function parametersIn(place: 'path' | 'query', schema: Endpoint['params']): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = parameterSchema(schema);
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: required.includes(name),
    description,
    schema: property,
  }));
}

function headerParameters(endpoint: Endpoint): Json[] {
  const header = (name: string, required: boolean, description: string): Json => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });
  const key = 'The same for every try of one request: it is carried out once, and a repeat gets the stored answer.';
  return [
    ...(endpoint.idempotency === undefined
      ? []
      : [header('Idempotency-Key', endpoint.idempotency === 'required', key)]),
    ...(endpoint.customHeader === true
      ? [header('X-Requested-With', true, 'Any value: no foreign page can send it.')]
      : []),
  ];
}

function successes(endpoint: Endpoint): Json {
  return Object.fromEntries(
    Object.entries(endpoint.answers).map(([status, schema]) => [
      status,
      {
        description: 'Success',
        headers: answerHeaders(endpoint),
        content: {
          'application/json': { schema: outputSchema(schema) },
          ...(endpoint.csv === undefined ? {} : { 'text/csv': { schema: TEXT } }),
          ...(endpoint.csv === 'file' ? { 'application/gzip': { schema: BYTES } } : {}),
        },
      },
    ]),
  );
}

interface Refused {
  readonly status: number;
  readonly codes: readonly CatalogueCode[];
}

/** Refusals by status; 500 and 503 can happen everywhere. */
function refusalsByStatus(codes: readonly CatalogueCode[]): readonly Refused[] {
  const byStatus = new Map<number, CatalogueCode[]>([
    [500, ['UnexpectedError']],
    [503, ['UnexpectedError']],
  ]);
  for (const code of codes) {
    const { status } = ERROR_CATALOGUE[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].map(([status, codes]) => ({ status, codes: [...new Set(codes)] }));
}

/** Rows share these: `NotSignedIn.401` is everywhere the same. */
const refusalName = ({ status, codes }: Refused): string => `${codes.join('.')}.${status}`;

function refusalResponse({ status, codes }: Refused): Json {
  const code = { enum: codes };
  return {
    description: codes.join(', '),
    headers: refusalHeaders(status),
    content: {
      'application/json': { schema: { allOf: [REFUSAL, { properties: { error: { properties: { code } } } }] } },
    },
  };
}

const REFUSAL: Json = { $ref: '#/components/schemas/Refusal' };
const TEXT: Json = { type: 'string' };
const BYTES: Json = { type: 'string', format: 'binary' };
const ABOUT = `Lists take \`cursor\` and \`limit\` and give \`nextCursor\`. A span of time holds \`from\` and not \`to\`. Amounts are a number and, beside it, their exact decimal text.
Texts of refusals follow \`Accept-Language\`; \`error.code\` is the same in every language. Every GET without an effect answers HEAD too; a known path answers another method than its own with 405 and \`Allow\`.`;
/** Longest part of an address that the router takes. */
const LONGEST_PART = 100;

function plainOperation(route: PlainRoute): Json {
  const { path, summary, query = {}, rate } = route;
  const isSecond = route.method === 'POST' && PLAIN_ROUTES.some((one) => one.path === path && one !== route);
  const answers = rate === undefined ? route.answers : { ...route.answers, 429: TOO_MANY };
  const parameter = (place: 'path' | 'query', name: string, description: string): Json => ({
    name,
    in: place,
    required: place === 'path',
    description,
    schema: { ...TEXT, ...(place === 'path' ? { maxLength: LONGEST_PART } : {}) },
  });
  return {
    operationId: `${isSecond ? 'send_' : ''}${path.replace(/\W+/g, '_').replace(/^_/, '')}`,
    tags: ['machine'],
    summary,
    // Not `[{}]`: some validators ask for a scheme where one may be left out.
    security: [],
    ...(rate === undefined ? {} : { 'x-rate-per-minute': rate }),
    parameters: [
      ...Object.entries(route.parts ?? {}).map(([name, says]) => parameter('path', name, says)),
      ...Object.entries(query).map(([name, says]) => parameter('query', name, says)),
    ],
    ...plainBody(route),
    responses: Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, plainResponse(answer)])),
  };
}

function plainBody({ form, takes }: PlainRoute): Json {
  if (form !== undefined) {
    const fields = Object.entries(form);
    const properties = Object.fromEntries(
      fields.map(([name, value]) => [name, value === null ? TEXT : { ...TEXT, enum: [value] }]),
    );
    const wanted = fields.filter(([, value]) => value !== null).map(([name]) => name);
    const schema = { type: 'object', properties, ...(wanted.length === 0 ? {} : { required: wanted }) };
    const content = { 'application/x-www-form-urlencoded': { schema } };
    return { requestBody: { required: wanted.length > 0, content } };
  }
  if (takes === undefined) return {};
  const content = Object.entries(takes).map(([type, schema]) => [type, { schema: inputSchema(schema) }]);
  return { requestBody: { content: Object.fromEntries(content) as Json } };
}

function plainResponse({ says, content, headers = {} }: PlainAnswer): Json {
  const each = <T>(given: Readonly<Record<string, T>>, of: (one: T) => Json) =>
    Object.fromEntries(Object.entries(given).map(([name, one]) => [name, of(one)]));
  return {
    description: says,
    headers: { ...refsTo(['x-request-id']), ...each(headers, (description) => ({ description, schema: TEXT })) },
    ...(content === undefined ? {} : { content: each(content, (one) => ({ schema: plainSchema(one) })) }),
  };
}

function plainSchema(content: PlainContent): Json {
  if (content === 'refusal') return REFUSAL;
  if (content === 'object') return { type: 'object' };
  if (content === 'text') return TEXT;
  return content === 'bytes' ? BYTES : outputSchema(content);
}

function outputSchema(schema: z.ZodType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: 'output' }));
}

function inputSchema(schema: z.ZodType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: 'input' }));
}

/** Of a query or a path: what the text means (`limit` is a whole number), while its presence is the sender's side. */
export function parameterSchema(schema: z.ZodType): JsonSchema {
  const meaning = outputSchema(schema);
  return { ...meaning, required: inputSchema(schema).required ?? [] };
}

function withoutDialect(schema: object): JsonSchema {
  const { $schema: _dialect, ...rest } = schema as JsonSchema & { $schema?: string };
  return rest as JsonSchema;
}
