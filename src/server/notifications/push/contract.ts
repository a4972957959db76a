import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Actor } from '#domain/identity/actor.ts';
import type { Outcome } from '#domain/outcome.ts';
import type { PushAnswer, PushDeviceBody } from '#protocol/notifications.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import type { JobWork } from '#server/jobs/index.ts';
import type { Vault } from '#server/vault/index.ts';
import type { Draft } from '../drafts.ts';

export interface PushParts {
  readonly config: Pick<Config, 'push' | 'dataDir' | 'origins' | 'mail' | 'brand'>;
  readonly db: Pool;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly vault: Pick<Vault, 'open' | 'seal' | 'blind'>;
  /** Does the person keep away from trading, by a time-out or a self-exclusion? Missing: nobody does. */
  readonly keepsAway?: (db: Queryable, userId: string) => Promise<boolean>;
}

/** What people are told in browsers that are not open. */
export interface Pushes {
  devices(actor: Actor): Promise<PushAnswer>;
  /** Has the browser of the session told, until that ends. */
  add(actor: Actor, device: PushDeviceBody): Promise<Outcome<PushAnswer>>;
  remove(actor: Actor, id: string): Promise<Outcome<PushAnswer>>;
  /** Has the browsers of people told of what happened to them, when the transaction commits. */
  tell(tx: PoolClient, drafts: readonly Pick<Draft, 'userId' | 'kind' | 'at'>[]): Promise<void>;
  readonly job: JobWork;
  /** Forgets browsers whose session has ended. */
  forgetOld(): Promise<void>;
}
