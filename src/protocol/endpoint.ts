import type { z } from 'zod';
import type { Role } from '#domain/identity/actor.ts';
import type { CatalogueCode } from './error-catalogue.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Caller = 'VISITOR' | Role;

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
  readonly refusals: readonly CatalogueCode[];
  /** Names the path parameter or field that identifies an object with an owner (`x-owner` in OpenAPI). */
  readonly owner?: string;
  readonly idempotency?: 'required' | 'optional';
  /** Requests per minute, per account or address. */
  readonly rate: number;
  /** Also answers `text/csv`. */
  readonly csv?: true;
  /** Needs the header X-Requested-With. */
  readonly customHeader?: true;
}

/** Keeps the literal types of a table while checking its shape. */
export function endpoints<const T extends Readonly<Record<string, Endpoint>>>(table: T): T {
  return table;
}
