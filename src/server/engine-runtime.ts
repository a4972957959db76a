import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from './bus/index.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import { createPool, SERVING } from './db/pool.ts';
import { DiskRoom } from './disk-room.ts';
// Not by the door: it would bring everything about passwords into this thread.
import { linkedAccounts } from './identity/store-links.ts';
import { createPrices } from './prices/index.ts';
import { WatchedSettings } from './settings/index.ts';
import { createEngine } from './trading/index.ts';

declare module '#server/bus/bus.ts' {
  interface Topics {
    /** Once a second: the longest time the engine thread kept anything waiting, ms. */
    'engine.lag': { readonly maxMs: number };
  }
}

const LAG_RESOLUTION_MS = 10;

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
export function openEngineRuntime({ config, databaseUrl, bus, clock, log }: EngineRoomParts): EngineRoom {
  const db: Pool = createPool(databaseUrl, {
    name: 'tikvo engine',
    max: 6,
    ...SERVING,
    settings: { plan_cache_mode: 'force_generic_plan' },
    pipeline: true,
    onError: (error) => log.warn({ err: error }, 'a database connection of the engine was lost'),
  });
  const disk = new DiskRoom({
    dir: config.dataDir,
    reserveBytes: config.diskReserve,
    log,
    onLook: (look) => bus.publish('engine.disk', look),
  });
  disk.start();
  const prices = createPrices({ config, db, clock, log, bus });
  const settings = new WatchedSettings({ db, clock, log });
  const read = settings.start();
  const engine = createEngine({
    config,
    db,
    prices,
    bus,
    clock,
    log,
    linkedOf: (userIds) => linkedAccounts(db, userIds),
    hasRoom: () => !disk.isLow,
    settings,
  });
  const stopLag = tellLag(bus);
  return {
    started: read.then(() => engine.start()),
    async stop() {
      stopLag();
      disk.stop();
      await engine.stop();
      await prices.stop();
      await settings.stop();
      await db.end();
    },
  };
}

function tellLag(bus: Bus): () => void {
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  lag.enable();
  const timer = setInterval(() => {
    bus.publish('engine.lag', { maxMs: Math.max(0, lag.max / 1e6 - LAG_RESOLUTION_MS) });
    lag.reset();
  }, 1_000);
  return () => {
    clearInterval(timer);
    lag.disable();
  };
}
