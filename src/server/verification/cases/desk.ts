import { assignCase, decideCase, readCase, restCase } from './cases.ts';
import { findCase, listCases } from './store-cases.ts';

/** What staff does with cases, by shell and screen alike. */
export const CASES = {
  assign: assignCase,
  decide: decideCase,
  find: findCase,
  list: listCases,
  read: readCase,
  rest: restCase,
} as const;
