import lines from 'virtual:call-lines';
import type { CallName, Row } from '#protocol/call.ts';

export type { CallAnswer, CallInput, CallName } from '#protocol/call.ts';

type Line<N extends CallName> =
  Row<N> extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never;

/** Method and path of each call. Those of the back office come with its pages (`office-calls.ts`). */
export const CALLS = { ...lines } as { readonly [N in CallName]: Line<N> };
