import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from './bus/index.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { createPool } from './db/index.ts';
import { createPrices } from './prices/index.ts';
import { createEngine } from './trading/index.ts';

export interface EngineRoomParts {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface EngineRoom {
  /** Resolves when this process owns the shard and has caught up; until then the engine refuses to place. */
  readonly started: Promise<void>;
  /** Finishes what was accepted, then stops prices and connections. */
  stop(): Promise<void>;
}

/** Prices and engine with a database pool of their own: the money path waits for nobody's page. */
export function openEngineRoom({ config, databaseUrl, bus, clock, log }: EngineRoomParts): EngineRoom {
  const db: Pool = createPool(databaseUrl, {
    name: 'tikvo engine',
    max: 6,
    settings: { plan_cache_mode: 'force_generic_plan' },
    pipeline: true,
    onError: (error) => log.warn({ err: error }, 'a database connection of the engine was lost'),
  });
  const prices = createPrices({ config, db, clock, log, bus });
  const engine = createEngine({ config, db, prices, bus, clock, log });
  return {
    started: engine.start(),
    async stop() {
      await engine.stop();
      await prices.stop();
      await db.end();
    },
  };
}
