import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createAudit } from './audit/index.ts';
import type { Bus } from './bus/index.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { createBoard } from './content/index.ts';
import { createPool, migrate, transaction, type Queryable } from './db/index.ts';
import { countFigures } from './figures.ts';
import { createGeo } from './geo/index.ts';
import { createHttp, type Http } from './http/index.ts';
import { createAvatars } from './identity/avatar/index.ts';
import { createAccountDesk, createIdentity } from './identity/index.ts';
import { daily, watchAudit, watchLedger } from './jobs/index.ts';
import { openBooks } from './ledger/index.ts';
import { createLimits, isExcluded, standingOf } from './limits/index.ts';
import { createLimits, isExcluded, standingOf } from './limits/index.ts';
import { attachLive } from './live/index.ts';
import { createMail } from './mail/index.ts';
import type { Porch } from './porch.ts';
import { createPrivacy } from './privacy/index.ts';
import { createVault } from './vault/index.ts';

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
  /** Method and pattern of every route of the web door. */
  readonly routes: Http['routes'];
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
  const geo = await createGeo({ config });
  const vault = createVault({ config });
  const audit = createAudit({ vault, clock });
  const mail = createMail({ config, db, clock, log, vault });
  const desk = await createAccountDesk({ config, vault, clock });
  const limits = createLimits({
    config,
    db,
    bus,
    clock,
    log,
    mail,
    audit,
    contactOf: (tx, userId) => desk.contactOf(tx, userId),
  });
  const identity = await createIdentity({
    config,
    db,
    bus,
    clock,
    log,
    vault,
    mail,
    standingOf: (queryable, userId) => standingOf(queryable, userId, clock),
    isExcluded: (queryable, blind) => isExcluded(queryable, blind, clock.now()),
  });
  const avatars = createAvatars({ config, db, bus, clock });
  const privacy = createPrivacy({ config, db, bus, clock, log, vault, audit, mail, forgetPicture: avatars.forget });
  const board = createBoard({ bus, clock });
  const stopCounting = countFigures(bus);
  const http = await createHttp({
    door: porch,
    config,
    db,
    bus,
    clock,
    log,
    geo,
    avatars,
    identity,
    limits,
    privacy,
    board,
  });
  const live = attachLive({ server: http.server, config, db, bus, clock, log, identity, board });
  http.open();
  privacy.start();
  const ledgerWatch = watchLedger({ db, log });
  const auditWatch = watchAudit({ db, log });
  const tidying = daily(
    async () => {
      await identity.forgetOld();
      await limits.forgetOld();
    },
    { log },
  );
  return {
    routes: http.routes,
    port: (porch.server.address() as AddressInfo).port,
    async drain() {
      live.close();
      stopCounting();
      limits.stop();
      limits.stop();
      await Promise.all([http.close(), ledgerWatch.stop(), auditWatch.stop(), tidying.stop(), privacy.stop()]);
    },
    close: () => db.end(),
  };
}
