import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from './bus/index.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { createBoard } from './content/index.ts';
import { createPool, migrate, transaction } from './db/index.ts';
import { countFigures, countSockets } from './figures.ts';
import { createHttp } from './http/index.ts';
import { createIdentity } from './identity/index.ts';
import { daily, watchLedger } from './jobs/index.ts';
import { openBooks } from './ledger/index.ts';
import { attachLive } from './live/index.ts';
import type { Porch } from './porch.ts';

export interface ServeParts {
  /** Listens already. */
  readonly porch: Porch;
  readonly config: Config;
  readonly databaseUrl: string;
  /** Joins this thread to the engine. */
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface WebThread {
  readonly port: number;
  /** Accepts nothing new and answers what was accepted; the engine must still run. */
  drain(): Promise<void>;
  /** After `drain` and after the engine stopped. */
  close(): Promise<void>;
}

/** Brings the database to the newest schema and opens the house's books; safe at every start. */
export async function prepareDatabase(databaseUrl: string, config: Config): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, name: 'tikvo start', retryMs: 30_000 });
  try {
    await migrate(pool);
    await transaction(pool, (tx) => openBooks(tx, config.mode));
  } finally {
    await pool.end();
  }
}

/** The web thread: HTTP, pages, sockets, jobs. Answers when it resolves, whether or not the engine is up yet. */
export async function serve({ porch, config, databaseUrl, bus, clock, log }: ServeParts): Promise<WebThread> {
  const db: Pool = createPool(databaseUrl, {
    name: 'tikvo web',
    max: 16,
    onError: (error) => log.warn({ err: error }, 'a database connection of the web was lost'),
  });
  const identity = await createIdentity({ config, db, bus, clock, log });
  const board = createBoard({ bus, clock });
  const stopCounting = countFigures(bus);
  const http = await createHttp({ door: porch, config, db, bus, clock, log, identity, board });
  const live = attachLive({ server: http.server, config, db, bus, clock, log, identity, board });
  countSockets(() => live.count());
  http.open();
  const ledgerWatch = watchLedger({ db, log });
  const tidying = daily(() => identity.forgetOld(), { log });
  return {
    port: (porch.server.address() as AddressInfo).port,
    async drain() {
      live.close();
      stopCounting();
      await Promise.all([http.close(), ledgerWatch.stop(), tidying.stop()]);
    },
    close: () => db.end(),
  };
}
