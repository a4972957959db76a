import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Prices } from '#server/prices/contract.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { LinkedOf } from './exchange/links.ts';

export interface EngineParts {
  readonly config: object;
  readonly db: Pool;
  readonly prices: Prices;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly shard?: number;
  /** Missing: nobody is known to be linked. */
  readonly linkedOf?: LinkedOf;
  /** Is there room on the disk for something new? Missing: always. */
  readonly hasRoom?: () => boolean;
  /** What an operator has set. Missing: the standard. */
  readonly settings?: LiveSettings;
  /** Ends the process; a test gets a call instead. */
  readonly exit?: (code: number) => void;
}

export interface Engine {
  /** Resolves when this process owns the shard, has caught up and takes requests. */
  start(): Promise<void>;
  /** Stores what was accepted, then leaves the shard. */
  stop(): Promise<void>;
  isOwner(): boolean;
}
