import { z } from 'zod';
import { API_BASE, ENDPOINTS } from './api.ts';
import { refusalsOf, type Endpoint } from './endpoint.ts';
import { ERROR_CATALOGUE, type CatalogueCode } from './error-catalogue.ts';
import { PLAIN_ROUTES, TOO_MANY, type PlainAnswer, type PlainContent, type PlainRoute } from './plain-routes.ts';
import { refusalBody } from './site.ts';

type Json = Readonly<Record<string, unknown>>;
type JsonSchema = Json & { properties?: Readonly<Record<string, Json>>; required?: readonly string[] };

/** The OpenAPI 3.1 document of the tables. `origin` is where the API is served. */
export function openApiDocument(site: { origin: string; brand: string; version: string }): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const { name, endpoint } of ENDPOINTS) {
    const path = `${API_BASE}${endpoint.path}`.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  for (const route of PLAIN_ROUTES)
    paths[route.path] = { [(route.method ?? 'GET').toLowerCase()]: plainOperation(route) };
  return {
    openapi: '3.1.0',
    info: { title: `${site.brand} API`, version: site.version },
    servers: [{ url: site.origin }],
    paths,
    components: {
      schemas: { Refusal: outputSchema(refusalBody) },
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation(name: string, endpoint: Endpoint): Json {
  const [subject = name] = name.split('.');
  const open = endpoint.callers.includes('VISITOR');
  const owner = endpoint.owner === undefined ? {} : { 'x-owner': endpoint.owner };
  return {
    operationId: name,
    tags: [subject],
    summary: endpoint.summary,
    security: open ? [{}, { accessToken: [] }] : [{ accessToken: [] }],
    'x-callers': [...endpoint.callers],
    'x-rate-per-minute': endpoint.rate,
    ...owner,
    parameters: [
      ...parametersIn('path', endpoint.params),
      ...parametersIn('query', endpoint.query),
      ...headerParameters(endpoint),
    ],
    ...requestBody(endpoint),
    responses: { ...successes(endpoint), ...refusals(refusalsOf(endpoint)) },
  };
}

function requestBody({ body, upload }: Endpoint): Json {
  if (upload !== undefined) {
    const file = { type: 'string', format: 'binary', maxLength: upload.maxBytes };
    const schema = { type: 'object', properties: { [upload.field]: file }, required: [upload.field] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
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
  const { properties = {}, required = [] } = parsedSchema(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

function headerParameters(endpoint: Endpoint): Json[] {
  const header = (name: string, required: boolean): Json => ({
    name,
    in: 'header',
    required,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });
  return [
    ...(endpoint.idempotency === undefined ? [] : [header('Idempotency-Key', endpoint.idempotency === 'required')]),
    ...(endpoint.customHeader === true ? [header('X-Requested-With', true)] : []),
  ];
}

function successes(endpoint: Endpoint): Json {
  return Object.fromEntries(
    Object.entries(endpoint.answers).map(([status, schema]) => [
      status,
      {
        description: 'Success',
        content: {
          'application/json': { schema: outputSchema(schema) },
          ...(endpoint.csv === true ? { 'text/csv': { schema: { type: 'string' } } } : {}),
        },
      },
    ]),
  );
}

/** Refusals by status; 500 and 503 can happen everywhere. */
function refusals(codes: readonly CatalogueCode[]): Json {
  const byStatus = new Map<number, CatalogueCode[]>([
    [500, ['UnexpectedError']],
    [503, ['UnexpectedError']],
  ]);
  for (const code of codes) {
    const { status } = ERROR_CATALOGUE[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      String(status),
      {
        description: names.join(', '),
        content: { 'application/json': { schema: REFUSAL } },
      },
    ]),
  );
}

const REFUSAL: Json = { $ref: '#/components/schemas/Refusal' };
const TEXT: Json = { type: 'string' };
/** Longest part of an address that the router takes. */
const LONGEST_PART = 100;

function plainOperation(route: PlainRoute): Json {
  const { path, summary, query = [], rate } = route;
  const answers = rate === undefined ? route.answers : { ...route.answers, 429: TOO_MANY };
  const parameter = (place: 'path' | 'query', name: string): Json => ({
    name,
    in: place,
    required: place === 'path',
    schema: { ...TEXT, ...(place === 'path' ? { maxLength: LONGEST_PART } : {}) },
  });
  return {
    operationId: path.replace(/\W+/g, '_').replace(/^_/, ''),
    tags: ['machine'],
    summary,
    security: [{}],
    ...(rate === undefined ? {} : { 'x-rate-per-minute': rate }),
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter('path', name)),
      ...query.map((name) => parameter('query', name)),
    ],
    ...plainBody(route),
    responses: Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, plainResponse(answer)])),
  };
}

function plainBody({ form, formWants, takes }: PlainRoute): Json {
  if (formWants !== undefined) {
    const properties = Object.fromEntries(
      Object.entries(formWants).map(([name, value]) => [name, { ...TEXT, enum: [value] }]),
    );
    const schema = { type: 'object', properties, required: Object.keys(formWants) };
    return { requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema } } } };
  }
  if (form !== undefined) {
    const schema = { type: 'object', properties: Object.fromEntries(form.map((name) => [name, TEXT])) };
    return { requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } } };
  }
  return takes === undefined ? {} : { requestBody: { content: { [takes]: { schema: { type: 'object' } } } } };
}

function plainResponse({ says, content, headers }: PlainAnswer): Json {
  const each = <T>(given: Readonly<Record<string, T>>, of: (one: T) => Json) =>
    Object.fromEntries(Object.entries(given).map(([name, one]) => [name, of(one)]));
  return {
    description: says,
    ...(headers === undefined ? {} : { headers: each(headers, (description) => ({ description, schema: TEXT })) }),
    ...(content === undefined ? {} : { content: each(content, (one) => ({ schema: plainSchema(one) })) }),
  };
}

function plainSchema(content: PlainContent): Json {
  if (content === 'refusal') return REFUSAL;
  if (content === 'object') return { type: 'object' };
  if (content === 'text') return TEXT;
  return content === 'bytes' ? { ...TEXT, format: 'binary' } : outputSchema(content);
}

function outputSchema(schema: z.ZodType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: 'output' }));
}

function inputSchema(schema: z.ZodType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: 'input' }));
}

/** Of a query or a path: what the text means (`limit` is a whole number), while its presence is the sender's side. */
function parsedSchema(schema: z.ZodType): JsonSchema {
  const meaning = outputSchema(schema);
  return { ...meaning, required: inputSchema(schema).required ?? [] };
}

function withoutDialect(schema: object): JsonSchema {
  const { $schema: _dialect, ...rest } = schema as JsonSchema & { $schema?: string };
  return rest as JsonSchema;
}
