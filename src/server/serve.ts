import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createAudit } from './audit/index.ts';
import type { Bus } from './bus/index.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import { createPool, SERVING } from './db/pool.ts';
import { createPairCache } from './engine-client/index.ts';
import { createDesks } from './desk/index.ts';
import { createFacts } from './facts/index.ts';
import { countFigures, countSockets } from './figures.ts';
import { createGeo } from './geo/index.ts';
import type { EarlyListener } from './http/early-listener.ts';
import { createHttp, type Http } from './http/index.ts';
import { createJobs } from './jobs/index.ts';
import { attachLive } from './live/index.ts';
import type { Signer } from './proofs/index.ts';
import type { BaseParts } from './subject.ts';
import { follow, furnish, openSubjects, routesOf, upkeepOf, work } from './subjects.ts';
import { Networks } from './networks/index.ts';
import { watchSettings } from './settings/index.ts';
import { createEngineFacts } from './trading/queries/store-engine-facts.ts';
import { startUpkeep } from './upkeep/index.ts';
import { createVault } from './vault/index.ts';

/** Nobody waits for an answer of a job, and what one leaves undone is found at the next start: a stop waits this long. */
const JOBS_PATIENCE_MS = 500;

export interface ServeParts {
  /** Listens already. */
  readonly early: EarlyListener;
  readonly config: Config;
  readonly databaseUrl: string;
  /** Joins this thread to the engine. */
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  /** Of another process: this one holds no secret key of the proofs. */
  readonly signer: Signer;
}

export interface WebThread {
  readonly port: number;
  /** Method and pattern of every route of the web door. */
  readonly routes: Http['routes'];
  /** Accepts nothing new and answers what was accepted; the engine must still run. */
  drain(): Promise<void>;
  /** After `drain` and after the engine stopped. */
  close(): Promise<void>;
}

/** The web thread: HTTP, pages, sockets, jobs. Answers when it resolves, whether or not the engine is up yet. */
export async function serve({ early, config, databaseUrl, bus, clock, log, signer }: ServeParts): Promise<WebThread> {
  const db: Pool = createPool(databaseUrl, {
    name: 'tikvo web',
    max: 18,
    ...SERVING,
    onError: (error) => log.warn({ err: error }, 'a database connection of the web was lost'),
  });
  const parts = await openSubjects(await openBase({ config, db, bus, clock, log, signer }));
  follow(parts);
  work(parts);
  furnish(parts);
  const stopCounting = countFigures(bus);
  const http = await createHttp({ ...parts, listener: early, routes: routesOf(parts) });
  const live = attachLive({ ...parts, server: http.server });
  countSockets(() => live.count());
  await parts.facts.start();
  http.open();
  const upkeep = startUpkeep(upkeepOf(parts), { log });
  return {
    routes: http.routes,
    port: (early.server.address() as AddressInfo).port,
    async drain() {
      live.close();
      stopCounting();
      await Promise.all([
        http.close(),
        Promise.race([upkeep.stop(), pause(JOBS_PATIENCE_MS, undefined, { ref: false })]),
      ]);
      await parts.identity.stop();
    },
    close: async () => {
      await parts.settings.stop();
      await db.end();
    },
  };
}

/** What every subject stands on. */
async function openBase(parts: Omit<ServeParts, 'early' | 'databaseUrl'> & { readonly db: Pool }): Promise<BaseParts> {
  const { config, bus, clock } = parts;
  const vault = createVault({ config });
  return {
    ...parts,
    vault,
    audit: createAudit({ vault, clock }),
    geo: await createGeo({ config }),
    pairCache: createPairCache({ bus, clock }),
    jobs: createJobs(parts),
    desks: createDesks(),
    settings: await watchSettings(parts),
    networks: new Networks(parts),
    facts: createFacts({ ...parts, sources: [createEngineFacts({ bus, shard: 0 })] }),
  };
}
