import { z } from 'zod';
import { API_BASE, ENDPOINTS, PLAIN_ROUTES, type PlainRoute } from './api.ts';
import type { Endpoint } from './endpoint.ts';
import { ERROR_CATALOGUE, type CatalogueCode } from './error-catalogue.ts';
import { healthAnswer, notReadyAnswer, readyAnswer, refusalBody } from './site.ts';

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
    responses: { ...successes(endpoint), ...refusals(endpoint.refusals) },
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
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  );
}

function plainOperation({ path, summary }: PlainRoute): Json {
  const json = (schema: Json): Json => ({ 'application/json': { schema } });
  const text = (type: string): Json => ({ [type]: { schema: { type: 'string' } } });
  const content: Readonly<Record<string, Json>> = {
    '/readyz': json(outputSchema(readyAnswer)),
    '/files/{name}': { 'image/png': { schema: { type: 'string', format: 'binary' } } },
    '/metrics': text('text/plain'),
    '/api/docs': text('text/html'),
    '/api/docs/programs': text('text/html'),
    '/dev/inbox': text('text/html'),
    '/dev/inbox/{id}': text('text/html'),
    '/unsubscribe': text('text/plain'),
    '/api/v2/openapi.json': json({ type: 'object' }),
  };
  return {
    operationId: path.replace(/\W+/g, '_').replace(/^_/, ''),
    tags: ['machine'],
    summary,
    security: [{}],
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', maxLength: 64 },
    })),
    responses: {
      ...(path === '/csp-report'
        ? { 204: { description: 'Taken' } }
        : { 200: { description: 'Success', content: content[path] ?? json(outputSchema(healthAnswer)) } }),
      ...(path === '/unsubscribe' || path === '/dev/inbox/{id}'
        ? { 404: { description: 'Not ours', content: content[path] } }
        : {}),
      ...(path === '/readyz' ? { 503: { description: 'Not yet', content: json(outputSchema(notReadyAnswer)) } } : {}),
    },
  };
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
