import type { Pool } from 'pg';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Vault } from '#server/vault/index.ts';
import type { Payees, StandingOf } from './contract.ts';

/** What the cashier works with. */
export interface CashierParts {
  readonly config: Config;
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly payees: Payees;
  readonly standingOf: StandingOf;
  /** Does staff keep the person's money from leaving? */
  readonly payoutsHeld: (db: Queryable, userId: string) => Promise<boolean>;
}
