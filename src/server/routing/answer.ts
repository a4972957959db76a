import type { KeptOutcome, Outcome } from '#domain/outcome.ts';
import type { Reply } from './call.ts';

/** What many routes answer that have nothing to tell. */
export const OK: Reply = { status: 200, json: { status: 'ok' } };

/** The outcome of a use case as a reply: its refusal; else 200 and the value, or what `shown` makes of it. */
export function answer<T>(outcome: Outcome<T>, shown: (value: T) => unknown = (value) => value): Reply {
  return outcome.ok ? { status: 200, json: shown(outcome.value) } : { refusal: outcome.refusal };
}

/** The same of an outcome that tells nothing but that it was done. */
export function answerOk(outcome: Outcome<unknown>): Reply {
  return outcome.ok ? OK : { refusal: outcome.refusal };
}

/** A kept answer as it was stored, byte for byte, and whether it is a repeat. */
export function answerKept(status: number, outcome: KeptOutcome): Reply {
  if (!outcome.ok) return { refusal: outcome.refusal };
  return { status, text: outcome.body, ...(outcome.replayed ? { headers: { 'idempotency-replayed': 'true' } } : {}) };
}
