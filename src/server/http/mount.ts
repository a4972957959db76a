import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#domain/identity/actor.ts';
import { refuseCaller } from '#domain/identity/policy.ts';
import type { Refusal } from '#domain/refusals.ts';
import { API_BASE } from '#protocol/api.ts';
import type { Endpoint } from '#protocol/endpoint.ts';
import type { Identity } from '#server/identity/index.ts';
import type { Call, Reply } from './call.ts';
import { LANGUAGE_TAGS, localeOf } from './language.ts';
import type { RateLimiter, RateVerdict } from './rate-limit.ts';
import { refusalAnswer, type RefusalAnswer } from './refusal-answer.ts';
import type { Route } from './routes/all.ts';
import type { RefusalTexts } from './texts.ts';
import { bodyHash, readIdempotencyKey, validate } from './validate.ts';

export interface MountParts {
  readonly identity: Identity;
  readonly texts: RefusalTexts;
  readonly limiter: RateLimiter;
}

interface Caller {
  readonly actor: Actor | null;
  readonly bearer: string | null;
}

/** Adds the routes of the tables: caller, limit, body, policy, input, in this order, then the handler. */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], parts: MountParts): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  for (const route of routes) {
    app.route({
      method: route.endpoint.method,
      url: `${API_BASE}${route.endpoint.path}`,
      exposeHeadRoute: route.endpoint.method === 'GET',
      // Before the body is read: what cannot be read counts against the limit like anything else.
      onRequest: async (request, reply) => {
        const caller = await callerOf(request, parts.identity);
        callers.set(request, caller);
        return admit(route, caller, { request, reply, parts });
      },
      handler: async (request, reply) => {
        const exchange = { request, reply, parts };
        const call = readCall(route.endpoint, { request, ...(callers.get(request) ?? VISITOR) });
        return 'code' in call ? refuse(exchange, call) : send(exchange, await route.handler(call));
      },
    });
  }
}

const VISITOR: Caller = { actor: null, bearer: null };

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parts: MountParts;
}

async function callerOf(request: FastifyRequest, identity: Identity): Promise<Caller> {
  const bearer = bearerOf(request);
  return { bearer, actor: bearer === null ? null : await identity.actorOf(bearer) };
}

/** Counts the request; past the limit it is answered here. */
function admit(route: Route, { actor }: Caller, exchange: Exchange): FastifyReply | undefined {
  const { request, reply, parts } = exchange;
  const verdict = parts.limiter.take(`${route.name} ${actor?.userId ?? request.ip}`, route.endpoint.rate);
  setRateHeaders(reply, verdict);
  // Every answer of a route that names people depends on who asks.
  reply.header('cache-control', 'no-store').header('vary', 'Origin, Authorization, Accept-Language, Accept');
  if (verdict.retryAfterMs === 0) return undefined;
  return refuse(exchange, { code: 'RateLimit', retryAfterMs: verdict.retryAfterMs });
}

/** The parsed call, or why there is none. */
function readCall(endpoint: Endpoint, from: Caller & { readonly request: FastifyRequest }): Call<Endpoint> | Refusal {
  const { request, actor, bearer } = from;
  const forbidden = refuseCaller(endpoint.callers, actor?.role ?? null);
  if (forbidden !== null) return forbidden;
  if (endpoint.customHeader === true && request.headers['x-requested-with'] === undefined) {
    // Another site cannot send the header, so a cookie alone names nobody.
    return { code: 'NotSignedIn' };
  }
  const valid = validate(endpoint, { params: request.params, query: request.query, body: request.body });
  if (!valid.ok) return valid.refusal;
  const key = readIdempotencyKey(request.headers['idempotency-key']);
  if (key !== null && typeof key !== 'string') return key;
  if (key === null && endpoint.idempotency === 'required') {
    return { code: 'InvalidRequest', fields: { 'Idempotency-Key': 'missing' } };
  }
  return {
    params: valid.input.params,
    query: valid.input.query,
    body: valid.input.body,
    actor,
    bearer,
    address: request.ip,
    requestId: request.id,
    language: LANGUAGE_TAGS[localeOf(request.headers['accept-language'])],
    idempotency: key === null || endpoint.idempotency === undefined ? null : { key, bodyHash: bodyHash(request.body) },
    wantsCsv: endpoint.csv === true && prefersCsv(request.headers.accept),
  } as Call<Endpoint>;
}

function send(exchange: Exchange, result: Reply): FastifyReply {
  const { reply } = exchange;
  if ('refusal' in result) return refuse(exchange, result.refusal);
  if ('csv' in result) {
    return reply
      .code(200)
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${result.fileName}"`)
      .send(result.csv);
  }
  if (result.headers !== undefined) reply.headers(result.headers);
  const text = 'text' in result ? result.text : JSON.stringify(result.json);
  return reply.code(result.status).type('application/json; charset=utf-8').send(text);
}

function refuse({ request, reply, parts }: Exchange, refusal: Refusal): FastifyReply {
  const locale = localeOf(request.headers['accept-language']);
  return sendRefusal(reply, refusalAnswer(refusal, parts.texts, { locale, requestId: request.id }));
}

/** Sends a refusal in the form of the catalogue. */
export function sendRefusal(reply: FastifyReply, answered: RefusalAnswer): FastifyReply {
  if (answered.retryAfter !== null) reply.header('retry-after', String(answered.retryAfter));
  return reply
    .code(answered.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answered.body));
}

function setRateHeaders(reply: FastifyReply, verdict: RateVerdict): void {
  reply.headers({
    'ratelimit-limit': String(verdict.limit),
    'ratelimit-remaining': String(verdict.remaining),
    'ratelimit-reset': String(verdict.resetSec),
  });
}

const LONGEST_TOKEN = 4_096;

/** The access token of the request; null when there is none that could be one. */
function bearerOf(request: FastifyRequest): string | null {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
  return token === null || token.length > LONGEST_TOKEN ? null : token;
}

/** CSV named, and before JSON or any type. */
function prefersCsv(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map((part) => part.split(';')[0]?.trim().toLowerCase());
  return types.find((type) => type === 'text/csv' || type === 'application/json' || type === '*/*') === 'text/csv';
}
