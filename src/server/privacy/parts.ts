import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Audit } from '#server/audit/index.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Mail } from '#server/mail/index.ts';
import type { Vault } from '#server/vault/index.ts';

/** What every part of privacy works with. */
export interface PrivacyParts {
  readonly config: Pick<Config, 'origins' | 'waits'>;
  readonly db: Pool;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly vault: Vault;
  readonly audit: Audit;
  readonly mail: Pick<Mail, 'send'>;
  /** The person's picture as a PNG; null where they have none. */
  readonly pictureOf: (db: Queryable, userId: string) => Promise<Buffer | null>;
  /** Takes the person's picture away, row and file; again, if asked again. */
  readonly forgetPicture: (userId: string) => Promise<void>;
}

/** Address of a page, for a mail. */
export function pageLink(
  parts: PrivacyParts,
  at: { readonly site: 'main' | 'dashboard'; readonly locale: string; readonly path: string },
): string {
  return `${parts.config.origins[at.site]}/${at.locale}/${at.path}`;
}
