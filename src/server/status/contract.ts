import type { Pool } from 'pg';
import type { WithdrawalTimesWire } from '#protocol/cashier/times.ts';
import type { StatusWire } from '#protocol/status/status.ts';
import type { SupportTimes } from '#protocol/support/support.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { ToldSettings } from '#server/settings/index.ts';

/** Whether what a prediction needs is up, and whose word that is. */
export interface Readiness {
  readonly parts: {
    readonly database: boolean;
    readonly feed: boolean;
    readonly engine: boolean;
    readonly disk: boolean;
    readonly signer: boolean;
  };
  /** `owner`: this process trades. `standby`: another does. */
  readonly ownership: 'starting' | 'standby' | 'owner';
}

export interface StatusParts {
  readonly db: Pool;
  readonly clock: Clock;
  readonly settings: Pick<ToldSettings, 'modeOf' | 'modes' | 'announcements'>;
  readonly config: Pick<Config, 'brand'>;
  readonly readiness: () => Promise<Readiness>;
  readonly support: { times(): Promise<SupportTimes> };
  readonly withdrawalTimes: { read(): Promise<WithdrawalTimesWire> };
}

export interface Status {
  /** For everybody; not older than five seconds. */
  read(): Promise<StatusWire>;
  /** A prediction or an order was placed: from the call to the end of the answer, ms. */
  placed(ms: number): void;
  /** Looks at every part, and stores what was counted since. */
  look(): Promise<void>;
}
