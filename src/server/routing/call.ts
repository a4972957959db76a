import type { z } from 'zod';
import type { Actor } from '#domain/identity/actor.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Endpoint } from '#protocol/endpoint.ts';
import type { SetCookie } from './cookies.ts';
import type { Locale } from './language.ts';

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
  /** IP address of the caller. */
  readonly address: string;
  /** As sent, at most 400 characters; empty where there is none. */
  readonly userAgent: string;
  /** Value of a cookie, by the name it was set under; null where there is none. */
  cookie(name: string): string | null;
  /** Advertising ids, sent by browsers whose person agreed. */
  readonly tracking: { readonly fbp: string | null; readonly fbc: string | null };
  /** The file of a route with `upload`; null on every other. */
  readonly file: UploadedFile | null;
  readonly requestId: string;
  /** BCP 47 tag of the texts of the answer. */
  readonly language: string;
  /** Route code of the same language (`jp`, `ch`). */
  readonly locale: Locale;
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
  /** Asked for CSV on a list. */
  readonly wantsCsv: boolean;
}

/** A file as it came: nothing of it is believed. */
export interface UploadedFile {
  readonly bytes: Buffer;
}

interface Extras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly SetCookie[];
}

export type Reply = Extras &
  (
    | { readonly status: number; readonly json: unknown }
    /** A stored answer, byte for byte. */
    | { readonly status: number; readonly text: string }
    | { readonly csv: string; readonly fileName: string }
    /** A file; never shown inside a page of ours unless `headers` say so. */
    | { readonly bytes: Buffer; readonly type: string; readonly fileName: string }
    /** 303 to an address. The caller has checked it: nothing a stranger wrote goes here. */
    | { readonly redirect: string }
    /** `cause`: the error behind it, for the log. */
    | { readonly refusal: Refusal; readonly cause?: unknown }
  );

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Reply> | Reply;
export type Handlers<T extends Readonly<Record<string, Endpoint>>> = { readonly [K in keyof T]: Handler<T[K]> };

/** A row of the tables with what answers it. */
export interface Route {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly handler: Handler<Endpoint>;
}

/** The caller of a route that visitors cannot reach. Throws where the policy table lets visitors in. */
export function signedIn(call: { readonly actor: Actor | null }): Actor {
  if (call.actor === null) throw new Error('a route for signed-in people was reached by a visitor');
  return call.actor;
}
