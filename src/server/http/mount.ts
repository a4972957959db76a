import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#domain/identity/actor.ts';
import type { Refusal, RefusalCode } from '#domain/refusals.ts';
import { API_BASE } from '#protocol/api.ts';
import type { Endpoint } from '#protocol/endpoint.ts';
import type { Config } from '#server/config/config.ts';
import type { ApiKeys } from '#server/identity/api-keys/index.ts';
import { isLoopback, type Identity } from '#server/identity/index.ts';
import { countRequest } from './calls/admit.ts';
import type { Call, Reply, Route, UploadedFile } from '#server/routing/call.ts';
import { callerOf, isBodySigned, refuseByRow, VISITOR, type Caller } from './calls/caller.ts';
import { inTime } from '#server/net/in-time.ts';
import type { OfficeDoor } from './calls/office-door.ts';
import { patienceOf } from './calls/patience.ts';
import { cookieReader, cookieText } from '#server/routing/cookies.ts';
import { LANGUAGE_TAGS, localeOf } from '#server/routing/language.ts';
import { refuseForeign } from './answers/provenance.ts';
import type { RateLimiter, RateVerdict } from './calls/rate-limit.ts';
import { refusalAnswer, type RefusalAnswer } from './answers/refusal-answer.ts';
import type { RefusalTexts } from './documents/texts.ts';
import { readForms, readUpload } from './calls/uploads.ts';
import type { HandOvers } from '#server/verification/index.ts';
import { bodyHash, readIdempotencyKey, refuseOtherForm, validate } from './calls/validate.ts';

export interface MountParts {
  readonly config: Config;
  readonly identity: Identity;
  readonly apiKeys: ApiKeys;
  readonly handOvers: Pick<HandOvers, 'actorOf'>;
  readonly texts: RefusalTexts;
  readonly limiter: RateLimiter;
  readonly officeDoor: OfficeDoor;
  /** Why this person must prove anew who they are; null: they have just done so. */
  readonly requireStepUp: (actor: Actor) => Promise<Refusal | null>;
}

/** Adds the routes of the tables: caller, limit, body, policy, provenance, input, in this order, then the handler. */
export async function mountRoutes(app: FastifyInstance, routes: readonly Route[], parts: MountParts): Promise<void> {
  const here = routes.filter(({ endpoint }) => endpoint.sandbox !== true || parts.config.mode === 'sandbox');
  for (const route of here.filter(({ endpoint }) => endpoint.upload === undefined)) mountOne(app, route, parts);
  await app.register(async (forms) => {
    await readForms(forms);
    for (const route of here.filter(({ endpoint }) => endpoint.upload !== undefined)) mountOne(forms, route, parts);
  });
}

function mountOne(app: FastifyInstance, route: Route, parts: MountParts): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const { endpoint } = route;
  app.route({
    method: endpoint.method,
    url: `${API_BASE}${endpoint.path}`,
    exposeHeadRoute: endpoint.method === 'GET' && endpoint.effect !== true,
    // Before the body is read: what cannot be read counts against the limit like anything else.
    onRequest: async (request, reply) => {
      // On the public host the back office is not there.
      if (endpoint.permission !== undefined && !parts.officeDoor.isAt(request)) {
        return refuse({ request, reply, parts }, { code: 'NotFound' });
      }
      const caller = await inTime(callerOf(request, parts));
      callers.set(request, caller);
      return admit(route, caller, { request, reply, parts });
    },
    handler: async (request, reply) => {
      const exchange = { request, reply, parts };
      const caller = callers.get(request) ?? VISITOR;
      const note = (refusal: Refusal) =>
        parts.officeDoor.note(route, { actor: caller.actor, address: request.ip }, refusal);
      const call = await readCall(endpoint, { ...exchange, ...caller });
      if ('code' in call) {
        await note(call);
        return refuse(exchange, call);
      }
      const done = await inTime(route.handler(call), patienceOf(endpoint, call));
      if ('refusal' in done) await note(done.refusal);
      return send(exchange, done);
    },
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parts: MountParts;
}

/** Counts the request; past a limit it is answered here. */
function admit(route: Route, { actor }: Caller, exchange: Exchange): FastifyReply | undefined {
  const { request, reply, parts } = exchange;
  const own = countRequest(parts.limiter, route, {
    userId: actor?.userId ?? null,
    address: request.ip,
    isTrusted: parts.config.mode === 'sandbox' && isLoopback(request.ip),
  });
  const verdict = countKey(own, actor, parts.limiter);
  setRateHeaders(reply, verdict);
  // Every answer of a route that names people depends on who asks.
  reply.header('cache-control', 'no-store').header('vary', 'Origin, Authorization, Accept-Language, Accept');
  if (verdict.retryAfterMs === 0) return undefined;
  return refuse(exchange, { code: 'RateLimit', retryAfterMs: verdict.retryAfterMs });
}

/** A key has a limit of its own over all routes. */
function countKey(own: RateVerdict, actor: Actor | null, limiter: RateLimiter): RateVerdict {
  if (actor?.grant === undefined || own.retryAfterMs > 0) return own;
  const ofKey = limiter.take(`key ${actor.grant.keyId}`, actor.grant.ratePerMin);
  return ofKey.retryAfterMs > 0 || ofKey.remaining < own.remaining ? ofKey : own;
}

/** The parsed call, or why there is none. */
async function readCall(endpoint: Endpoint, from: Caller & Exchange): Promise<Call<Endpoint> | Refusal> {
  const { request, actor, bearer, parts } = from;
  const forbidden =
    refuseByRow(endpoint, from) ??
    refuseForeign(endpoint, request.headers, parts.config.origins) ??
    (await parts.officeDoor.refuse(endpoint, actor));
  if (forbidden !== null) return forbidden;
  if (!isBodySigned(request, from)) return { code: 'NotSignedIn' };
  const body = endpoint.upload === undefined ? request.body : undefined;
  const valid = validate(endpoint, { params: request.params, query: request.query, body });
  if (!valid.ok) return valid.refusal;
  const wantsCsv = endpoint.csv !== undefined && prefersCsv(request.headers.accept);
  const misplaced = refuseOtherForm(endpoint, { query: valid.input.query, wantsCsv });
  if (misplaced !== null) return misplaced;
  const key = readIdempotencyKey(request.headers['idempotency-key']);
  if (key !== null && typeof key !== 'string') return key;
  if (key === null && endpoint.idempotency === 'required') {
    return { code: 'InvalidRequest', fields: { 'Idempotency-Key': 'missing' } };
  }
  const late = await refuseLate(endpoint, from, valid.input.params);
  if (late !== null && 'code' in late) return late;
  const locale = localeOf(request.headers['accept-language']);
  return {
    params: valid.input.params,
    query: valid.input.query,
    body: valid.input.body,
    file: late,
    actor,
    bearer,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, LONGEST_AGENT),
    cookie: cookieReader(request.headers, siteOf(parts.config)),
    tracking: trackingOf(request.headers),
    requestId: request.id,
    language: LANGUAGE_TAGS[locale],
    locale,
    idempotency:
      key === null || endpoint.idempotency === undefined ? null : { key, bodyHash: bodyHash(contentOf(valid.input)) },
    wantsCsv,
  } as Call<Endpoint>;
}

/** What a key stands for: the body, and what the address names beside it. */
function contentOf({ params, query, body }: Readonly<Record<'params' | 'query' | 'body', unknown>>): unknown {
  const named = { ...(params as object | undefined), ...(query as object | undefined) };
  return Object.keys(named).length === 0 ? body : { named, body };
}

/** What costs more than a look at the request: the step-up of the person, then the file. */
async function refuseLate(
  endpoint: Endpoint,
  from: Caller & Exchange,
  params: unknown,
): Promise<UploadedFile | Refusal | null> {
  const { request, actor, parts } = from;
  if (actor !== null && wantsStepUp(endpoint, actor, params)) {
    const refusal = await inTime(parts.requireStepUp(actor));
    if (refusal !== null) return refusal;
  }
  return endpoint.upload === undefined ? null : readUpload(request, endpoint.upload);
}

/** Whoever leaves is not asked who they are: to end the session that asks takes nothing from anybody. */
function wantsStepUp(endpoint: Endpoint, { sessionId }: Actor, params: unknown): boolean {
  if (endpoint.stepUp !== 'others' || endpoint.owner === undefined) return endpoint.stepUp !== undefined;
  return (params as Readonly<Record<string, unknown>>)[endpoint.owner] !== sessionId;
}

const LONGEST_AGENT = 400;

/** Advertising ids, of browsers whose person agreed to them: the choice of the cookie question, a cookie that our pages set. */
function trackingOf(headers: IncomingHttpHeaders): Call<Endpoint>['tracking'] {
  const agreed = /(?:^|;\s*)tikvo\.consent=all(?:;|$)/.test(headers.cookie ?? '');
  if (!agreed) return { fbp: null, fbc: null };
  return { fbp: trackingId(headers['x-fbp']), fbc: trackingId(headers['x-fbc']) };
}

/** An advertising id as browsers send it; anything else counts as none. */
function trackingId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[\w.-]{1,200}$/.test(header) ? header : null;
}

/** Cookies are secure where the site is. */
function siteOf({ origins }: Config): { readonly secure: boolean } {
  return { secure: origins.main.startsWith('https:') };
}

function send(exchange: Exchange, result: Reply): FastifyReply {
  const { reply, parts } = exchange;
  if (result.headers !== undefined) reply.headers(result.headers);
  for (const cookie of result.cookies ?? []) reply.header('set-cookie', cookieText(cookie, siteOf(parts.config)));
  if ('refusal' in result) return refuse(exchange, result.refusal, result.cause);
  if ('redirect' in result) return reply.redirect(result.redirect, 303);
  if ('csv' in result) return sendFile(reply, { ...result, type: 'text/csv; charset=utf-8', content: result.csv });
  if ('bytes' in result) return sendFile(reply, { ...result, content: result.bytes });
  const text = 'text' in result ? result.text : JSON.stringify(result.json);
  return reply.code(result.status).type('application/json; charset=utf-8').send(text);
}

function sendFile(
  reply: FastifyReply,
  file: { readonly type: string; readonly fileName: string; readonly content: string | Buffer },
): FastifyReply {
  return reply
    .code(200)
    .type(file.type)
    .header('content-disposition', `attachment; filename="${file.fileName}"`)
    .send(file.content);
}

function refuse({ request, reply, parts }: Exchange, refusal: Refusal, cause?: unknown): FastifyReply {
  const locale = localeOf(request.headers['accept-language']);
  return sendRefusal(reply, refusalAnswer(refusal, parts.texts, { locale, requestId: request.id }), cause);
}

/** Refusals of a healthy server that says no for now: nobody looks for the request in the log. */
const FOR_NOW: ReadonlySet<string> = new Set<RefusalCode>(['PriceFeedError', 'PlacingPaused']);

/** Sends a refusal in the form of the catalogue. One that is no rule's has a line in the log, with the request's id and what caused it. */
export function sendRefusal(reply: FastifyReply, answered: RefusalAnswer, cause?: unknown): FastifyReply {
  const { status, retryAfter, body } = answered;
  if (status >= 500 && !FOR_NOW.has(body.error.code)) {
    const fields = { route: reply.request.routeOptions.url, code: body.error.code };
    if (status === 500) reply.log.error({ ...fields, ...(cause === undefined ? {} : { err: cause }) }, 'answered 500');
    // Everybody is answered so during an outage, whose stack is in the lines of its beginning.
    else reply.log.warn({ ...fields, ...(cause instanceof Error ? { why: cause.message } : {}) }, 'answered 503');
  }
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

function setRateHeaders(reply: FastifyReply, verdict: RateVerdict): void {
  reply.headers({
    'ratelimit-limit': String(verdict.limit),
    'ratelimit-remaining': String(verdict.remaining),
    'ratelimit-reset': String(verdict.resetSec),
  });
}

/** CSV named, and before JSON or any type. */
function prefersCsv(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map((part) => part.split(';')[0]?.trim().toLowerCase());
  return types.find((type) => type === 'text/csv' || type === 'application/json' || type === '*/*') === 'text/csv';
}
