import { hourProof, signedHour, signedKeys } from '../documents.ts';
import type { Shape } from '../shape.ts';
import { anyText, document, hash, list, micros, nullable, object, only, uuid, whole } from '../shape.ts';
import type { Of } from '../shape.ts';

const said = {
  v: only(1),
  type: only('event'),
  market: uuid,
  realm: only('real', 'demo'),
  rules_hash: hash,
  outcome: only('YES', 'NO', 'TIE', 'VOID'),
  pays: whole,
  reason: nullable(anyText),
  t: micros,
} as const;

const firstResult = object(said);
const amendedResult = object({ ...said, amends: hash });

/** How a book was paid. `amends`: the hash of the result that it corrects; absent: it was the first. As it was written, for it is hashed. */
export interface EventResult extends Of<typeof firstResult> {
  readonly amends?: string;
}

const has = (value: unknown, name: string) => typeof value === 'object' && value !== null && Object.hasOwn(value, name);

const eventResult: Shape<EventResult> = (value, at) =>
  has(value, 'amends') ? amendedResult(value, at) : firstResult(value, at);

/** Corrections of one book, and hours that a receipt shows, at most. */
const MOST = 30;

const proven = {
  v: only(1),
  type: only('event-receipt'),
  result: eventResult,
  hours: list(signedHour, MOST),
  hour_proofs: list(hourProof, MOST),
  rules: document,
  keys: signedKeys,
} as const;

const firstReceipt = object(proven);
const amendedReceipt = object({ ...proven, amended: list(eventResult, MOST - 2) });

/** docs/receipts.md 6.6. `amended`: results that were corrected, oldest first. */
export interface EventReceipt extends Of<typeof firstReceipt> {
  readonly amended: readonly EventResult[];
}

export const eventReceipt: Shape<EventReceipt> = (value, at) =>
  has(value, 'amended') ? amendedReceipt(value, at) : { ...firstReceipt(value, at), amended: [] };
