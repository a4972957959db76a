import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Objects } from '#server/objects/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { Vault } from '#server/vault/index.ts';

/** What documents work with. */
export interface DocumentParts {
  readonly config: Pick<Config, 'origins' | 'recordYears'>;
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  readonly vault: Vault;
  readonly audit: Pick<Audit, 'write'>;
  readonly objects: Objects;
  /** What is withdrawn by which document. */
  readonly settings: Pick<LiveSettings, 'values'>;
  /** Did the person give a whole legal name? */
  readonly nameGiven: (db: Queryable, userId: string) => Promise<boolean>;
  /** Is there what looks into videos? */
  readonly videoTaken: () => Promise<boolean>;
}
