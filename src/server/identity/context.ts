import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import type { Usdt } from '#domain/money.ts';
import type { Outcome } from '#domain/outcome.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Config } from '#server/config/config.ts';
import type { Mail } from '#server/mail/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { Vault } from '#server/vault/index.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';
import type { PasswordHashes } from './hashing.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Tokens } from './sessions/tokens.ts';

/** What every part of identity works with. */
export interface IdentityContext {
  readonly config: Config;
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly vault: Vault;
  readonly mail: Pick<Mail, 'send'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly hashes: PasswordHashes;
  readonly attempts: AttemptLimiter;
  readonly background: BackgroundTasks;
  /** Records what a new person agreed to by signing up, in the transaction of the sign-up. */
  readonly onSignedUp: (tx: PoolClient, person: { readonly userId: string; readonly locale: string }) => Promise<void>;
  /** Country of an address, ISO 3166-1 alpha-2: a hint; null where it is not known. */
  readonly countryOf: (address: string) => string | null;
  /** Has whoever had one of these addresses (by their keyed hashes) excluded themselves? Outlives the account. */
  readonly isExcluded: (db: Queryable, emailBlinds: readonly Buffer[]) => Promise<boolean>;
  /** Keeps a self-exclusion that is known by one keyed hash under others too: those of a new address. */
  readonly keepExcluded: (
    tx: PoolClient,
    address: { readonly from: Buffer; readonly to: readonly Buffer[] },
  ) => Promise<void>;
  readonly legalNames: LegalNames;
  /** What of a person's real cash may leave now, 10^-6. */
  readonly freeOf: (db: Queryable, userId: string) => Promise<Usdt>;
  /** What an operator has set. */
  readonly settings: LiveSettings;
}

interface GivenName {
  readonly first: string | null;
  readonly last: string | null;
  readonly birthDate: string | null;
}

/** What identity asks of whoever keeps legal names. */
export interface LegalNames {
  of(db: Queryable, userId: string): Promise<GivenName & { readonly status: NameStatus }>;
  /** Takes what is given of a name, and answers it before and after, or refuses. */
  give(
    tx: PoolClient,
    gift: {
      readonly userId: string;
      readonly first?: string | undefined;
      readonly last?: string | undefined;
      readonly birthDate?: string | undefined;
      readonly country: string | null;
    },
  ): Promise<Outcome<{ readonly before: GivenName; readonly after: GivenName }>>;
  /** Drops a name that a stranger may have given. */
  dropStrangerName(tx: PoolClient, userId: string): Promise<void>;
}

/** A person who does not exist: asked for where another would be, so that both questions cost the same. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Opens what is sealed of a person; null where there is nothing, or the person's key is gone. */
export async function opened(
  { vault }: Pick<IdentityContext, 'vault'>,
  db: Queryable,
  sealed: { readonly userId: string; readonly text: Buffer | null },
): Promise<string | null> {
  return sealed.text === null ? null : vault.open(db, sealed.userId, sealed.text);
}
