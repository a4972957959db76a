import type { PoolClient } from 'pg';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import type { Outcome } from '#domain/outcome.ts';
import type { Queryable } from '#server/db/index.ts';

/** A legal name as the government ID has it, and the birth date (`YYYY-MM-DD`); null: not given. */
export interface GivenName {
  readonly first: string | null;
  readonly last: string | null;
  readonly birthDate: string | null;
}

/** How the legal name of a person stands. */
export interface LegalName extends GivenName {
  readonly status: NameStatus;
}

/** What is given of a name; what is left out stays. */
export interface NameGift {
  readonly userId: string;
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  readonly birthDate?: string | undefined;
  /** Where the person lives: it says from which age they may play. */
  readonly country: string | null;
}

/**
 * Does the newest list hold an address of a coin? What counts is the address alone: a key has the same one on every chain of its kind, whatever
 * coin the list names it under, so that a listed one is refused on all of them.
 */
export type IsListedAddress = (db: Queryable, address: string) => Promise<boolean>;

/** Legal names, as other subjects ask for them by a part. */
export interface LegalNames {
  of(db: Queryable, userId: string): Promise<LegalName>;
  /**
   * Takes what is given and leaves the rest; a whole name with a birth date is screened. The caller has asked whether it may change, holds the
   * person, and writes the audit log. Answers the name before and after, or refuses who is too young: then nothing is kept.
   */
  give(tx: PoolClient, gift: NameGift): Promise<Outcome<{ readonly before: GivenName; readonly after: GivenName }>>;
  /** Drops what a stranger may have given; what was approved or blocked stays. */
  dropStrangerName(tx: PoolClient, userId: string): Promise<void>;
}
