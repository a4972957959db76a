import type { ListedAddress } from './addresses.ts';
import type { Birth } from './births.ts';

/** weak: a name that many may have ("the Doctor"): alone it is no hit. */
export type NameStrength = 'name' | 'strong' | 'weak';

export interface ListName {
  readonly text: string;
  readonly strength: NameStrength;
}

/** Somebody, or something, on a sanctions list. */
export interface ListEntry {
  readonly id: string;
  readonly kind: 'individual' | 'entity' | 'vessel' | 'aircraft';
  /** The first is the one it is listed under. */
  readonly names: readonly ListName[];
  readonly births: readonly Birth[];
  /** Nationality, citizenship, place of birth (ISO 3166-1 alpha-2). */
  readonly countries: readonly string[];
  /** Left out where it has none. */
  readonly addresses?: readonly ListedAddress[];
}

/** A person to look for. */
export interface Screened {
  readonly name: string;
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
}
