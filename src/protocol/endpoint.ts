import type { z } from 'zod';
import type { Role } from '#domain/identity/actor.ts';
import type { Permission } from '#domain/office/permissions.ts';
import type { ApiScope } from '#domain/identity/api-key.ts';
import type { CatalogueCode } from './error-catalogue.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Caller = 'VISITOR' | Role;

/** The one file of a form: `field` is its name. */
export interface Upload {
  readonly field: string;
  readonly maxBytes: number;
  /** Content types that are taken; what the file is, is seen in its bytes. */
  readonly types: readonly string[];
}

/** One row of an endpoint table. Server routes, browser client, OpenAPI document, matrix and fuzz tests are made from these. */
export interface Endpoint {
  readonly method: Method;
  /** Under `/api/v2`, e.g. `/trade/predictions/:id`. */
  readonly path: string;
  readonly summary: string;
  /** Who may call: the policy row. */
  readonly callers: readonly Caller[];
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Status -> answer schema of each success. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
  /** What it may refuse with, besides the refusals of every row. */
  readonly refusals?: readonly CatalogueCode[];
  /** Names the path parameter or field that identifies an object with an owner (`x-owner` in OpenAPI). */
  readonly owner?: string;
  readonly idempotency?: 'required' | 'optional';
  /** Requests per minute of one account, or of one address where nobody is signed in. */
  readonly rate: number;
  /** Requests per minute of one address, whoever is signed in there; default ten times `rate`. */
  readonly addressRate?: number;
  /** Also answers `text/csv`. list: rows from `cursor` on, cut at a number. file: whole, with its checksum, also packed. */
  readonly csv?: 'list' | 'file';
  /** Needs the header X-Requested-With. */
  readonly customHeader?: true;
  /** A GET that changes something: wants the bearer token, X-Requested-With or the browser's word that our page asks. */
  readonly effect?: true;
  /** Takes one file as multipart/form-data instead of JSON. */
  readonly upload?: Upload;
  /** What an API key must be good for here; without it the row is closed to keys. */
  readonly scope?: ApiScope;
  /** Answers a visitor too, but the token decides what: one that holds no more is 401, not a visitor. */
  readonly byToken?: true;
  /** A route of the back office: what it takes to call it, which a refusal names. Staff only, and never on the public host. */
  readonly permission?: Permission;
  /** For the person alone: whoever sees the product as they do is not answered. */
  readonly ownEyes?: true;
  /** Also for a phone to which a person handed the sending of their documents over; all other rows are closed to it. */
  readonly handOver?: true;
  /** A tool of sandboxes: in production the path is nobody's. */
  readonly sandbox?: true;
  /** Wants a step-up of the last minutes (password, code or passkey); `others`: not where the path names the session that asks. */
  readonly stepUp?: true | 'others';
}

/** Keeps the literal types of a table while checking its shape. */
export function endpoints<const T extends Readonly<Record<string, Endpoint>>>(table: T): T {
  return table;
}

/**
 * Any request may be malformed or one too many. Whoever names an API key that is not believed, and a key or a foreign page that may not
 * use a row, hears so on every row.
 */
const OF_EVERY_ROW: readonly CatalogueCode[] = ['InvalidRequest', 'NotSignedIn', 'PermissionsError'];

/** Is this row closed to whoever sees the product as somebody else? It changes something, or is for the person alone. */
export function isClosedToViewers({
  method,
  effect,
  ownEyes,
}: Pick<Endpoint, 'method' | 'effect' | 'ownEyes'>): boolean {
  return method !== 'GET' || effect === true || ownEyes === true;
}

/** All that a row may refuse with: what its table lists, and what can happen before any row is looked at. */
export function refusalsOf(
  endpoint: Pick<Endpoint, 'refusals' | 'permission' | 'method' | 'effect' | 'ownEyes' | 'callers'>,
): readonly CatalogueCode[] {
  const { refusals = [], permission, callers } = endpoint;
  const ofStaff: readonly CatalogueCode[] = permission === undefined ? [] : ['SecondFactorRequired'];
  const isSeen = callers.includes('USER') && isClosedToViewers(endpoint);
  const ofViewers: readonly CatalogueCode[] = isSeen ? ['ViewOnly'] : [];
  return [...OF_EVERY_ROW, ...ofStaff, ...ofViewers, ...refusals, 'RateLimit'];
}

/** Fields of a query that mean nothing in the other form of an answer, where they are refused. */
export const OF_ONE_FORM: Readonly<
  Record<'list' | 'file', { readonly csv: readonly string[]; readonly json: readonly string[] }>
> = {
  list: { csv: ['spreadsheet'], json: [] },
  file: { csv: ['gz'], json: ['limit'] },
};
