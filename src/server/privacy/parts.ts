import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Audit } from '#server/audit/index.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Mail } from '#server/mail/index.ts';
import type { PersonalPart } from '#server/personal-data/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { Vault } from '#server/vault/index.ts';

/** What every part of privacy works with. */
export interface PrivacyParts {
  readonly config: Pick<Config, 'origins' | 'waits' | 'recordYears'>;
  readonly db: Pool;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly vault: Vault;
  readonly audit: Audit;
  readonly mail: Pick<Mail, 'send'>;
  readonly accounts: Accounts;
  /** What every subject holds of people. */
  readonly personalData: readonly PersonalPart[];
  readonly avatars: Pictures;
  readonly documents: KeptDocuments;
  readonly settings: Pick<LiveSettings, 'values'>;
}

/** What privacy asks of documents. */
export interface KeptDocuments {
  /** Does a court or an inquiry want what is held of the person? Then nothing of it goes. */
  isHeld(db: Queryable, userId: string): Promise<boolean>;
  /** Removes every picture and video of the person; again, if asked again. */
  forget(userId: string): Promise<void>;
}

/** What privacy asks of accounts; `accountClosing` of identity does it. */
export interface Accounts {
  find(db: Queryable, userId: string): Promise<Person | null>;
  lock(tx: PoolClient, userId: string): Promise<Person>;
  close(
    tx: PoolClient,
    of: { readonly userId: string; readonly now: number },
  ): Promise<{ readonly sessions: readonly string[]; readonly keys: readonly string[] }>;
  reopen(tx: PoolClient, userId: string): Promise<void>;
}

/** What privacy asks of pictures. */
export interface Pictures {
  /** The person's picture as a PNG; null where they have none. */
  pictureOf(db: Queryable, userId: string): Promise<Buffer | null>;
  /** Takes the person's picture away, row and file; again, if asked again. */
  forget(userId: string): Promise<void>;
}

export interface Person {
  readonly emailSealed: Buffer | null;
  readonly language: string;
  /** Where they live; null: not known. */
  readonly country: string | null;
  readonly closed: boolean;
  /** By staff. */
  readonly blocked: boolean;
}

/** Address of a page, for a mail. */
export function pageLink(
  parts: PrivacyParts,
  at: { readonly site: 'main' | 'dashboard'; readonly locale: string; readonly path: string },
): string {
  return `${parts.config.origins[at.site]}/${at.locale}/${at.path}`;
}
