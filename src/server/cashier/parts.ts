import type { Pool } from 'pg';
import type { Audit } from '#server/audit/index.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { CoinRate } from '#domain/deposits/conversion.ts';
import type { DocumentStatuses } from '#domain/verification/tiers.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Mail } from '#server/mail/index.ts';
import type { Networks } from '#server/networks/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { Vault } from '#server/vault/index.ts';
import type { ContactOf, Payees, StandingOf } from './contract.ts';

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
  /** What an operator has set. */
  readonly settings: Pick<LiveSettings, 'values'>;
  /** How the documents of a person stand. */
  readonly documentStatuses: (db: Queryable, userId: string) => Promise<DocumentStatuses>;
}

/** What the address book works with besides. */
export interface BookParts extends Pick<CashierParts, 'config' | 'db' | 'clock' | 'vault' | 'settings'> {
  readonly audit: Audit;
  readonly mail: Mail;
  readonly contactOf: ContactOf;
  readonly networks: Pick<Networks, 'all' | 'coins'>;
  /** Does a list of sanctions hold this address, in any spelling? */
  readonly isListedAddress: (db: Queryable, address: string) => Promise<boolean>;
  /** Does anybody here take deposits at this address? Then a payment to the person does what a withdrawal would, at no fee. */
  readonly isDepositAddress: (db: Queryable, address: string) => Promise<boolean>;
}

/** Where a deposit from a chain came from: coins as a decimal, what one was counted as in dollars (null: each is one). */
export interface DepositSource {
  readonly network: string;
  readonly coin: string;
  readonly coins: string | null;
  readonly rate: string | null;
  readonly txHash: string;
}

/** What withdrawals work with besides. */
export interface WithdrawParts extends CashierParts, Pick<BookParts, 'isListedAddress' | 'isDepositAddress'> {
  readonly networks: Pick<Networks, 'all' | 'coins'>;
  /** Where deposits came from, by their ids; those that were no coins of a chain are left out. */
  readonly depositSources: (db: Queryable, ids: readonly string[]) => Promise<ReadonlyMap<string, DepositSource>>;
  /** Where a person lives; null: nobody said. */
  readonly residenceOf: (db: Queryable, userId: string) => Promise<string | null>;
  /** What a coin is worth now, by the last tick of its pair; null: nothing that may be counted by. */
  readonly coinRate: (pair: string) => Promise<CoinRate | null>;
}
