import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '#domain/identity/actor.ts';
import { looksLikeKey, refuseScope } from '#domain/identity/api-key.ts';
import { refuseCaller } from '#domain/identity/policy.ts';
import type { Refusal } from '#domain/refusals.ts';
import { looksLikeHandOver } from '#domain/verification/hand-over.ts';
import { ACTING_FOR } from '#protocol/acting-for.ts';
import { isClosedToViewers, type Endpoint } from '#protocol/endpoint.ts';
import type { ApiKeys } from '#server/identity/api-keys/index.ts';
import type { Identity } from '#server/identity/index.ts';
import type { HandOvers } from '#server/verification/index.ts';

/** Who a request says it is from. */
export interface Caller {
  /** null: a visitor, or one whose word was not believed. */
  readonly actor: Actor | null;
  readonly bearer: string | null;
  /** Named somebody and was not believed. `key`: by an API key. */
  readonly doubted: 'token' | 'key' | null;
  /** SHA-256 that a signed request names for its body, hex; null: not signed. */
  readonly bodyHash: string | null;
}

export const VISITOR: Caller = { actor: null, bearer: null, doubted: null, bodyHash: null };

/** What knows who a word is of. */
export interface CallerParts {
  readonly identity: Pick<Identity, 'actorOf'>;
  readonly apiKeys: ApiKeys;
  readonly handOvers: Pick<HandOvers, 'actorOf'>;
}

/** SHA-256 of no bytes: of a request without a body. */
const NOTHING = createHash('sha256').digest('hex');

/** The caller of a request: by signature, by key, by token of a session or of a phone that was handed documents over, or a visitor. */
export async function callerOf(request: FastifyRequest, parts: CallerParts): Promise<Caller> {
  const { headers } = request;
  if (headers['x-key-id'] !== undefined) {
    const text = (name: string): string => (typeof headers[name] === 'string' ? headers[name] : '');
    const bodyHash = headers['x-key-body-sha256'] === undefined ? NOTHING : text('x-key-body-sha256');
    const signed = {
      keyId: text('x-key-id'),
      timestamp: text('x-key-timestamp'),
      nonce: text('x-key-nonce'),
      signature: text('x-key-signature'),
      bodyHash,
      method: request.method,
      target: request.raw.url ?? '',
    };
    const actor = await parts.apiKeys.bySignature(signed, request.ip);
    return { actor, bearer: null, doubted: actor === null ? 'key' : null, bodyHash };
  }
  const bearer = bearerOf(request);
  if (bearer === null) return VISITOR;
  const isKey = looksLikeKey(bearer);
  const named = await nameOf(bearer, { isKey, address: request.ip, parts });
  const meant = headers[ACTING_FOR] ?? named?.userId;
  // The page that asks shows somebody else: a token that came to it from another tab opens nothing there.
  const actor = named?.userId === meant ? named : null;
  return { actor, bearer, doubted: actor === null ? (isKey ? 'key' : 'token') : null, bodyHash: null };
}

function nameOf(
  bearer: string,
  { isKey, address, parts }: { readonly isKey: boolean; readonly address: string; readonly parts: CallerParts },
): Promise<Actor | null> {
  if (isKey) return parts.apiKeys.byBearer(bearer, address);
  return looksLikeHandOver(bearer) ? parts.handOvers.actorOf(bearer) : parts.identity.actorOf(bearer);
}

/**
 * May this caller use a row? A key that is not believed is never a visitor; a token that holds no more is one only where the answer does not
 * depend on it. null: yes.
 */
export function refuseByRow(endpoint: Endpoint, { actor, doubted }: Caller): Refusal | null {
  if (doubted === 'key' || (doubted === 'token' && endpoint.byToken === true)) return { code: 'NotSignedIn' };
  const refusal = refuseCaller(endpoint.callers, actor?.role ?? null);
  // Also where nobody needs to be signed in: by this token nothing is changed anywhere.
  if (actor?.seenBy !== undefined && isClosedToViewers(endpoint)) return { code: 'ViewOnly' };
  if (refusal?.code === 'PermissionsError' && endpoint.permission !== undefined) {
    return { ...refusal, permission: endpoint.permission };
  }
  if (refusal === null && actor?.handOver !== undefined && endpoint.handOver !== true)
    return { code: 'PermissionsError' };
  return refusal ?? refuseScope(endpoint.scope, actor?.grant);
}

/** Digests of bodies as they came, of signed requests. */
const bodies = new WeakMap<FastifyRequest, Buffer>();

/** Remembers what a signed request's body was, before it is parsed. */
export function noteBody(request: FastifyRequest, body: string): void {
  if (request.headers['x-key-id'] !== undefined) bodies.set(request, createHash('sha256').update(body).digest());
}

/** Is the body the one that was signed? */
export function isBodySigned(request: FastifyRequest, { bodyHash }: Caller): boolean {
  if (bodyHash === null) return true;
  const came = bodies.get(request) ?? Buffer.from(NOTHING, 'hex');
  return timingSafeEqual(came, Buffer.from(bodyHash, 'hex'));
}

const LONGEST_TOKEN = 4_096;

/** The access token of the request; null when there is none that could be one. */
function bearerOf(request: FastifyRequest): string | null {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
  return token === null || token.length > LONGEST_TOKEN ? null : token;
}
