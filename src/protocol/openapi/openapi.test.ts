import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../api.ts';
import { ERROR_CATALOGUE } from '../error-catalogue.ts';
import { openApiDocument } from './openapi.ts';

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: { type?: string } }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { headers: object; content: Record<string, { schema: object }> }>;
  security: Record<string, string[]>[];
  'x-callers'?: string[];
  'x-owner'?: string;
}

const document = openApiDocument({ origin: 'https://example.test', brand: 'Tikvo', version: '0.1.0', office: true });
const paths = document['paths'] as Record<string, Record<string, Operation>>;

const operationOf = (method: string, path: string): Operation => {
  const operation = paths[path]?.[method];
  if (operation === undefined) throw new Error(`no ${method} ${path}`);
  return operation;
};

describe('the OpenAPI document', () => {
  it('holds every endpoint, with its callers, refusals and owner', () => {
    for (const { name, endpoint } of ENDPOINTS) {
      const path = `/api/v2${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
      const operation = operationOf(endpoint.method.toLowerCase(), path);
      expect(operation.operationId).toBe(name);
      expect(operation['x-callers']).toEqual(endpoint.callers);
      expect(operation['x-owner']).toBe(endpoint.owner);
      // What is malformed, a doubted API key, a key without the right, and one too many.
      const statuses = new Set([...Object.keys(endpoint.answers), '400', '401', '403', '429', '500', '503']);
      for (const code of endpoint.refusals ?? []) statuses.add(String(ERROR_CATALOGUE[code].status));
      expect(new Set(Object.keys(operation.responses))).toEqual(statuses);
    }
  });

  it('closes every object that comes in: unknown fields are refused', () => {
    const place = operationOf('post', '/api/v2/trade/predictions');
    const schema = place.requestBody?.content['application/json']?.schema ?? {};
    const check = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const good = { pair: 'BTC-USD', direction: 'UP', stake: '10.00', durationSec: 60, payout: 0.85 };
    expect(check(good)).toBe(true);
    expect(check({ ...good, realm: 'real' })).toBe(false);
    expect(check({ ...good, direction: 'SIDEWAYS' })).toBe(false);
    expect(place.requestBody?.required).toBe(true);
    expect(operationOf('post', '/api/v2/auth/demo-session').requestBody?.required).toBe(false);
  });

  it('says what the texts of a query mean', () => {
    const list = operationOf('get', '/api/v2/trade/predictions');
    const byName = Object.fromEntries((list.parameters ?? []).map((one) => [one.name, one]));
    expect(byName['limit']).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 200 },
    });
    expect(byName['status']?.schema).toMatchObject({ enum: ['open', 'settled'] });
    expect(operationOf('get', '/api/v2/trade/bars').parameters?.find((one) => one.name === 'pair')?.required).toBe(
      true,
    );
    expect(list.responses['200']?.content).toHaveProperty('text/csv');
  });

  it('tells of every parameter what it is', () => {
    const all = Object.values(paths).flatMap((methods) => Object.values(methods));
    const silent = all.flatMap(({ operationId, parameters = [] }) =>
      parameters.filter(({ description = '' }) => description === '').map(({ name }) => `${operationId} ${name}`),
    );
    expect(silent).toEqual([]);
    const bars = operationOf('get', '/api/v2/trade/bars').parameters ?? [];
    const from = bars.find(({ name }) => name === 'from');
    expect(from?.description).toContain('at this moment or after it');
    // What is sent, and not what becomes of it.
    const check = new Ajv2020({ formats: { 'date-time': /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/ } }).compile(
      from?.schema ?? {},
    );
    const given = [1_795_626_000_000, '2026-11-25T12:00:00+02:00', 1_795_626_000, '2026-11-25', 1.5];
    expect(given.map((one) => check(one))).toEqual([true, true, false, false, false]);
  });

  it('lets every call that places or sells say until when it is wanted', () => {
    interface Fields {
      readonly properties?: Readonly<Record<string, object>>;
      readonly oneOf?: readonly Fields[];
    }
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const forms = operations.flatMap(({ operationId, requestBody }) => {
      const schema: Fields = requestBody?.content['application/json']?.schema ?? {};
      return (schema.oneOf ?? [schema]).map(({ properties = {} }) => ({ operationId, names: Object.keys(properties) }));
    });
    const moving = forms.filter(({ names }) => ['stake', 'shares', 'minCredit'].some((name) => names.includes(name)));
    expect(moving.map(({ operationId }) => operationId).toSorted()).toEqual([
      'exchange.placeOrder',
      'exchange.placeOrder',
      'exchange.sets',
      'sale.sell',
      'scheduled.place',
      'trade.place',
    ]);
    expect(moving.filter(({ names }) => !names.includes('validUntil'))).toEqual([]);
  });

  it('tells of the headers of answers, of files, and of keys', () => {
    const headersOf = (method: string, path: string) =>
      Object.keys(
        operationOf(method, path).responses['200']?.headers ??
          operationOf(method, path).responses['201']?.headers ??
          {},
      );
    expect(headersOf('post', '/api/v2/orders')).toContain('Idempotency-Replayed');
    expect(headersOf('get', '/api/v2/orders')).toEqual(
      expect.arrayContaining(['x-truncated', 'x-next-cursor', 'ratelimit-limit']),
    );
    expect(headersOf('get', '/api/v2/ticks')).toContain('x-checksum-sha256');
    const { responses, securitySchemes } = document['components'] as Record<
      string,
      Record<string, { headers?: object }>
    >;
    expect(responses?.['RateLimit.429']?.headers).toHaveProperty('Retry-After');
    expect(responses?.['MethodNotAllowed']?.headers).toHaveProperty('Allow');
    expect(Object.keys(operationOf('get', '/api/v2/ticks').responses['200']?.content ?? {})).toEqual([
      'application/json',
      'text/csv',
      'application/gzip',
    ]);
    const uploads = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ requestBody }) => requestBody?.content['multipart/form-data'] ?? []),
    );
    expect(JSON.stringify(uploads)).toContain('"format":"binary"');
    // A file has no length of a text: clients with checks do not compile with one.
    expect(JSON.stringify(uploads)).not.toContain('maxLength');
    const signed = Object.keys(operationOf('post', '/api/v2/orders').security.at(-1) ?? {});
    expect(signed).toHaveLength(5);
    for (const name of signed) expect(securitySchemes).toHaveProperty(name);
    // Closed to keys.
    expect(operationOf('get', '/api/v2/user/profile').security).toEqual([{ accessToken: [] }]);
    // Open to everyone, and by no scheme.
    expect(operationOf('get', '/healthz').security).toEqual([]);
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
