import type { Endpoint } from '../endpoint.ts';

type Json = Readonly<Record<string, unknown>>;

const text = (description: string, schema: Json = {}): Json => ({ description, schema: { type: 'string', ...schema } });
const count = (description: string): Json => ({ description, schema: { type: 'integer', minimum: 0 } });

/** What the headers of answers say. */
export const HEADERS = {
  'x-request-id': { ...text('Names the request: support finds it by this.'), required: true },
  'ratelimit-limit': { ...count('Requests that fit into a minute here.'), required: true },
  'ratelimit-remaining': { ...count('How many of them are left now.'), required: true },
  'ratelimit-reset': { ...count('Seconds until all of them are.'), required: true },
  'Retry-After': count('Whole seconds until it is worth asking again.'),
  'Idempotency-Replayed': text('The stored answer of an earlier request under this key.', { enum: ['true'] }),
  'x-truncated': text('Of CSV: there are more rows than the file holds.', { enum: ['true'] }),
  'x-next-cursor': text('Of CSV that is truncated: the `cursor` of the rows that follow.'),
  'x-checksum-sha256': text('Of CSV: SHA-256 of the file as it is sent, hex.', { pattern: '^[0-9a-f]{64}$' }),
  'Content-Disposition': text('Of a file: its name.'),
} as const;

/** These headers, as an answer names them. */
export function refsTo(names: readonly (keyof typeof HEADERS)[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Of every answer of a row. */
const OF_ALL = ['x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;

/** The headers of a success of this row. */
export function answerHeaders({ idempotency, csv }: Endpoint): Json {
  return refsTo([
    ...OF_ALL,
    ...(idempotency === undefined ? [] : (['Idempotency-Replayed'] as const)),
    ...(csv === undefined ? [] : (['Content-Disposition'] as const)),
    ...(csv === 'list' ? (['x-truncated', 'x-next-cursor'] as const) : []),
    ...(csv === 'file' ? (['x-checksum-sha256'] as const) : []),
  ]);
}

/** Too much was asked, a first request is on its way, something is away: most of these answers say when to ask again. */
const MOST_WAIT: ReadonlySet<number> = new Set([409, 429, 503]);

/** The headers of a refusal with this status. */
export function refusalHeaders(status: number): Json {
  return refsTo([...OF_ALL, ...(MOST_WAIT.has(status) ? (['Retry-After'] as const) : [])]);
}

const inHeader = (name: string, description: string): Json => ({ type: 'apiKey', in: 'header', name, description });

/** The ways to say who asks. A signature is five headers, of which the hash of the body may be left out where there is none. */
export const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a session; its realm is the one that is acted in.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'tk_',
    description: 'The secret of a bearer key. It is good for the rows whose `x-scope` it has.',
  },
  keyId: inHeader('x-key-id', 'Id of a signing key.'),
  keyTimestamp: inHeader('x-key-timestamp', 'Unix ms; at most 30 s off.'),
  keyNonce: inHeader('x-key-nonce', '8 to 64 of A-Z a-z 0-9 _ -, never twice.'),
  keyBody: inHeader('x-key-body-sha256', 'SHA-256 of the body, hex; may be left out where there is none.'),
  keySignature: inHeader(
    'x-key-signature',
    'HMAC-SHA256 under the secret, hex, of timestamp, nonce, method, path with its query, and hash of the body, each on a line.',
  ),
} as const;

/** Who may be known here: a visitor, a session, and a key where the row has a scope. */
export function securityOf({ callers, scope, body }: Endpoint): readonly Json[] {
  const signed = { keyId: [], keyTimestamp: [], keyNonce: [], ...(body === undefined ? {} : { keyBody: [] }) };
  return [
    ...(callers.includes('VISITOR') ? [{}] : []),
    { accessToken: [] },
    ...(scope === undefined ? [] : [{ apiKey: [] }, { ...signed, keySignature: [] }]),
  ];
}
