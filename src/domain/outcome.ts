import type { Refusal } from './refusals.ts';

/** How something ended that a rule may refuse. */
export type Outcome<T> = Done<T> | Refused;

export interface Done<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** An answer that is kept for whoever repeats the request. `body`: its JSON; `replayed`: it was kept from an earlier one. */
export type KeptOutcome = { readonly ok: true; readonly body: string; readonly replayed: boolean } | Refused;

export function ok<T>(value: T): Done<T> {
  return { ok: true, value };
}

export function refused(refusal: Refusal): Refused {
  return { ok: false, refusal };
}
