import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { DepositLimits } from '#domain/deposits/rules.ts';
import type { Usdt } from '#domain/money.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Networks } from '#server/networks/index.ts';
import type { BaseParts } from '#server/subject.ts';

/** What deposits work with. */
export interface DepositParts {
  readonly config: Pick<Config, 'depositXpub' | 'mode'>;
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly networks: Networks;
  /** Whose prices say what a coin is worth. */
  readonly pairCache: Pick<BaseParts['pairCache'], 'find'>;
  /** `pausedUntil`: Infinity: for ever. */
  readonly standingOf: (
    db: Queryable,
    userId: string,
  ) => Promise<{
    readonly selfExcluded: boolean;
    readonly pausedUntil: number | null;
    readonly depositLimits: DepositLimits<Usdt | null>;
  }>;
  /** What was deposited within the windows of deposit limits, in every way there is. */
  readonly depositedWithin: (db: Queryable, userId: string, now: number) => Promise<DepositLimits<Usdt>>;
  /** Does a list of sanctions hold this address, in any spelling? */
  readonly isListedAddress: (db: Queryable, address: string) => Promise<boolean>;
  readonly payees: {
    stateOf(db: Queryable, userId: string): Promise<'open' | 'blocked' | 'closed' | 'demo' | null>;
  };
}
