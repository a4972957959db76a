import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { DepositLimits } from '#domain/deposits/rules.ts';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import type { Usdt } from '#domain/money.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Providers } from '#server/providers/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';

/** What deposits of fiat money work with. */
export interface FiatParts {
  readonly config: Pick<Config, 'mode' | 'origins'>;
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly settings: Pick<LiveSettings, 'values'>;
  readonly providers: Pick<Providers, 'at' | 'take'>;
  /** `pausedUntil`: Infinity: for ever. */
  readonly standingOf: (
    db: Queryable,
    userId: string,
  ) => Promise<{
    readonly emailConfirmed: boolean;
    readonly name: NameStatus;
    readonly selfExcluded: boolean;
    readonly pausedUntil: number | null;
    readonly depositLimits: DepositLimits<Usdt | null>;
  }>;
  readonly payees: {
    stateOf(db: Queryable, userId: string): Promise<'open' | 'blocked' | 'closed' | 'demo' | null>;
  };
  /** What was deposited within the windows of deposit limits, in every way there is. */
  readonly depositedWithin: (db: Queryable, userId: string, now: number) => Promise<DepositLimits<Usdt>>;
}
