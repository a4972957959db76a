import type { z } from 'zod';
import type { Actor } from '#domain/identity/actor.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Endpoint } from '#protocol/endpoint.ts';

type Parsed<E extends Endpoint, K extends 'params' | 'query' | 'body'> =
  E extends Readonly<Record<K, infer S>> ? (S extends z.ZodType ? z.output<S> : undefined) : undefined;

/** One accepted call: parsed input, who calls, and what the transport said. */
export interface Call<E extends Endpoint> {
  readonly params: Parsed<E, 'params'>;
  readonly query: Parsed<E, 'query'>;
  readonly body: Parsed<E, 'body'>;
  /** null: a visitor. A route that names only roles never sees null. */
  readonly actor: Actor | null;
  readonly bearer: string | null;
  readonly address: string;
  readonly requestId: string;
  /** BCP 47 tag of the texts of the answer. */
  readonly language: string;
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
  /** Asked for CSV on a list. */
  readonly wantsCsv: boolean;
}

export type Reply =
  | { readonly status: number; readonly json: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** A stored answer, byte for byte. */
  | { readonly status: number; readonly text: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly csv: string; readonly fileName: string }
  | { readonly refusal: Refusal };

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Reply> | Reply;
export type Handlers<T extends Readonly<Record<string, Endpoint>>> = { readonly [K in keyof T]: Handler<T[K]> };

/** The caller of a route that visitors cannot reach. Throws where the policy table lets visitors in. */
export function signedIn(call: { readonly actor: Actor | null }): Actor {
  if (call.actor === null) throw new Error('a route for signed-in people was reached by a visitor');
  return call.actor;
}
