import type { Refusal } from '../refusals.ts';
import { DAY_MS } from '../time.ts';

/** What a program may do with a key: look at markets and own rows, place and cancel orders, place predictions. */
export const API_SCOPES = ['read', 'trade', 'predict'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** bearer: the secret is sent with each request. hmac: requests are signed with it, and it never travels again. */
export const API_KEY_KINDS = ['bearer', 'hmac'] as const;
export type ApiKeyKind = (typeof API_KEY_KINDS)[number];

/** What an Actor that came with a key may do. */
export interface ApiGrant {
  readonly keyId: string;
  readonly scopes: readonly ApiScope[];
  /** Requests a minute, all routes together. */
  readonly ratePerMin: number;
  /** 10^-6; null: none. */
  readonly lossCapDay: bigint | null;
}

/** Living keys of one person. */
export const MOST_API_KEYS = 20;
/** What an operator may set that to at most. */
export const MOST_KEYS_EVER = 200;
export const MOST_KEY_ADDRESSES = 20;
export const USUAL_KEY_RATE = 600;
export const MOST_KEY_RATE = 1_200;
/** A signature older or newer than this is refused, ms. */
export const SKEW_MS = 30_000;
/** A signature is remembered until it can no longer be right, ms. */
export const NONCE_KEPT_MS = 2 * SKEW_MS + 1_000;
/** The span of a loss cap, ms. */
export const CAP_MS = DAY_MS;

/** May a key with this grant use a route that wants `scope`? A route that names none is closed to keys. null: yes. */
export function refuseScope(scope: ApiScope | undefined, grant: ApiGrant | undefined): Refusal | null {
  if (grant === undefined) return null;
  return scope !== undefined && grant.scopes.includes(scope) ? null : { code: 'PermissionsError' };
}

/** Is the moment of a signature close enough to `now`? Both ms. */
export function isFresh(at: number, now: number): boolean {
  return Math.abs(now - at) <= SKEW_MS;
}

/** What a request is signed over: five lines. `target`: path and query as sent; `bodyHash`: SHA-256 of the body, hex. */
export interface SignedParts {
  /** Unix ms as text. */
  readonly timestamp: string;
  readonly nonce: string;
  readonly method: string;
  readonly target: string;
  readonly bodyHash: string;
}

export function signedText({ timestamp, nonce, method, target, bodyHash }: SignedParts): string {
  return [timestamp, nonce, method, target, bodyHash].join('\n');
}

/** `tk_<id>_<secret>`: the id as 32 hex digits, the secret as 43 of base64url. */
export function bearerText(id: string, secret: string): string {
  return `tk_${id.replaceAll('-', '')}_${secret}`;
}

const BEARER = /^tk_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([\w-]{43})$/;

/** Id and secret of a key as it is sent; null for anything else. */
export function readBearer(token: string): { readonly id: string; readonly secret: string } | null {
  const parts = BEARER.exec(token)?.slice(1);
  const secret = parts?.at(-1);
  return parts === undefined || secret === undefined ? null : { id: parts.slice(0, -1).join('-'), secret };
}

/** Does a token have the form of a key? Then it is never looked up as a session's. */
export function looksLikeKey(token: string): boolean {
  return token.startsWith('tk_');
}
