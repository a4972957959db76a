import type { PoolClient } from 'pg';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import type { Queryable } from '#server/db/index.ts';

/** A legal name as the government ID has it; null: not given. */
export interface GivenName {
  readonly first: string | null;
  readonly last: string | null;
}

/** How the legal name of a person stands. */
export interface LegalName extends GivenName {
  readonly status: NameStatus;
}

/** Legal names, as other subjects ask for them by a part. */
export interface LegalNames {
  of(db: Queryable, userId: string): Promise<LegalName>;
  /**
   * Takes what is given and leaves the rest; a whole name goes to the check. The caller has asked whether it may change, holds the person,
   * and writes the audit log. Answers the name before and after.
   */
  give(
    tx: PoolClient,
    given: { readonly userId: string; readonly first?: string | undefined; readonly last?: string | undefined },
  ): Promise<{ readonly before: GivenName; readonly after: GivenName }>;
  /** Drops what a stranger may have given; what was approved or blocked stays. */
  dropStrangerName(tx: PoolClient, userId: string): Promise<void>;
}
