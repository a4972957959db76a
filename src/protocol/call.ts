import type { z } from 'zod';
import type { API } from './api.ts';

type Tables = typeof API;

/** `trade.place`: subject and name of a row of the tables. */
export type CallName = {
  [S in keyof Tables]: `${S}.${Extract<keyof Tables[S], string>}`;
}[keyof Tables];

export type Row<N extends CallName> = N extends `${infer S}.${infer K}`
  ? S extends keyof Tables
    ? K extends keyof Tables[S]
      ? Tables[S][K]
      : never
    : never
  : never;

type Part<N extends CallName, K extends 'params' | 'query' | 'body'> =
  Row<N> extends { readonly [P in K]: infer Z extends z.ZodType }
    ? undefined extends z.input<Z>
      ? { readonly [P in K]?: z.input<Z> }
      : { readonly [P in K]: z.input<Z> }
    : unknown;

/** What a call is made with. */
export type CallInput<N extends CallName> = Part<N, 'params'> & Part<N, 'query'> & Part<N, 'body'>;

type AnswerOf<A> = { [S in keyof A]: A[S] extends z.ZodType ? z.output<A[S]> : never }[keyof A];

/** What a call that was not refused answers. */
export type CallAnswer<N extends CallName> = Row<N> extends { readonly answers: infer A } ? AnswerOf<A> : never;
