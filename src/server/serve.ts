import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createAudit } from './audit/index.ts';
import type { Bus } from './bus/index.ts';
import type { Clock } from './clock.ts';
import { ConfigError, type Config } from './config/config.ts';
import { createPairCache } from './engine-client/index.ts';
import { createPool, migrate, transaction, type Queryable } from './db/index.ts';
import { countFigures, countSockets } from './figures.ts';
import { createFacts, type Facts } from './facts/index.ts';
import { createGeo } from './geo/index.ts';
import { createHttp, type Http } from './http/index.ts';
import { createApiKeys, type ApiKeys } from './identity/api-keys/index.ts';
import { createAvatars, type Avatars } from './identity/avatar/index.ts';
import { accountClosing, createAccountAdmin, createIdentity, type Identity } from './identity/index.ts';
import {
  announceFacts,
  daily,
  heldOrdersFollowers,
  payBonuses,
  watchAudit,
  watchLedger,
  type Job,
} from './jobs/index.ts';
import { fundHouseMaker } from './ledger/exchange-accounts.ts';
import { openBooks, wasSandbox } from './ledger/index.ts';
import { createLimits, isExcluded, keepExcluded, eligibilityOf, type Limits } from './limits/index.ts';
import { attachLive } from './live/index.ts';
import { createMail, type Mail, type MailParts } from './mail/index.ts';
import { createNotifications, type NotificationParts, type Notifications } from './notifications/index.ts';
import type { EarlyListener } from './http/early-listener.ts';
import { createHeartbeats, type Heartbeats } from './heartbeats/index.ts';
import { PERSONAL_PARTS } from './personal-parts.ts';
import { createPrivacy, recordSignUp, type Privacy } from './privacy/index.ts';
import { createProofs, type Proofs, type Signer } from './proofs/index.ts';
import { createEngineFacts } from './trading/queries/store-engine-facts.ts';
import { readResults } from './trading/index.ts';
import { claimInstallation, createVault, refuseUsedFolder } from './vault/index.ts';

/** Nobody waits for an answer of a job, and what one leaves undone is found at the next start: a stop waits this long. */
const JOBS_PATIENCE_MS = 500;
/** What waits longer for a connection is given up: a database that hangs is not to do it long after somebody asked, ms. */
const CONNECTION_WAIT_MS = 15_000;
/** How soon a change of address whose time is over has ended, ms. */
const EXPIRED_CHANGES_MS = 5_000;

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

/**
 * Brings the database to the newest schema, holds it against the data folder and the master keys, and opens the house's books; safe at
 * every start. Throws ConfigError where this database is not to be served with these settings.
 */
export async function prepareDatabase(databaseUrl: string, config: Config, log: Pick<Logger, 'info'>): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, name: 'tikvo start', retryMs: 30_000 });
  try {
    await refuseUsedFolder(pool, config);
    const { isNewDatabase } = await migrate(pool, { log });
    await transaction(pool, async (tx) => {
      if (config.mode === 'production' && (await wasSandbox(tx))) {
        throw new ConfigError([
          'This database was a sandbox: its money and its people are not real. Give DATABASE_URL another one.',
        ]);
      }
      await claimInstallation(tx, config, { isNewDatabase });
      await openBooks(tx, config.mode);
      await fundHouseMaker(tx, { mode: config.mode, shard: 0 });
    });
    // A rotation: the newest of several master keys takes over what the others wrapped.
    if (config.vaultKeys.length > 1) await createVault({ config }).rewrap(pool);
  } finally {
    await pool.end();
  }
}

/** The web thread: HTTP, pages, sockets, jobs. Answers when it resolves, whether or not the engine is up yet. */
export async function serve({ early, config, databaseUrl, bus, clock, log, signer }: ServeParts): Promise<WebThread> {
  const db: Pool = createPool(databaseUrl, {
    name: 'tikvo web',
    max: 16,
    waitMs: CONNECTION_WAIT_MS,
    onError: (error) => log.warn({ err: error }, 'a database connection of the web was lost'),
  });
  const parts = { config, db, bus, clock, log, signer };
  const subjects = await openSubjects(parts);
  const { identity, limits } = subjects;
  const stopCounting = countFigures(bus);
  const http = await createHttp({ ...parts, ...subjects, listener: early });
  const live = attachLive({ ...parts, ...subjects, server: http.server });
  countSockets(() => live.count());
  await subjects.facts.start();
  http.open();
  const jobs = startJobs({ ...parts, ...subjects });
  return {
    routes: http.routes,
    port: (early.server.address() as AddressInfo).port,
    async drain() {
      live.close();
      stopCounting();
      limits.stop();
      await Promise.all([
        http.close(),
        Promise.race([jobs.stop(), pause(JOBS_PATIENCE_MS, undefined, { ref: false })]),
      ]);
      await identity.stop();
    },
    close: () => db.end(),
  };
}

/** Every subject that the web thread answers for, with its floors and the doors of others that it may ask. */
async function openSubjects(
  parts: Pick<ServeParts, 'config' | 'bus' | 'clock' | 'log' | 'signer'> & { readonly db: Pool },
) {
  const { config, db, bus, clock } = parts;
  const geo = await createGeo({ config });
  const vault = createVault({ config });
  const audit = createAudit({ vault, clock });
  const heldBy = (queryable: Queryable, userId: string) => eligibilityOf(queryable, userId, clock);
  const keepsAway = async (queryable: Queryable, userId: string) => {
    const { selfExcluded, pausedUntil } = await heldBy(queryable, userId);
    return selfExcluded || (pausedUntil !== null && pausedUntil > clock.now());
  };
  const { mail, notifications } = openPost({ ...parts, vault }, keepsAway);
  const accountAdmin = await createAccountAdmin({ config, vault, clock });
  const limits = createLimits({
    ...parts,
    mail,
    audit,
    contactOf: (tx, userId) => accountAdmin.contactOf(tx, userId),
    resultsOf: readResults,
  });
  const identity = await createIdentity({
    ...parts,
    vault,
    mail,
    audit,
    standingOf: heldBy,
    countryOf: (address) => geo.countryOf(address),
    isExcluded: (queryable, blinds) => isExcluded(queryable, blinds, clock.now()),
    keepExcluded,
    onSignedUp: recordSignUp({ clock }),
  });
  const apiKeys = createApiKeys({
    ...parts,
    vault,
    audit,
    mail,
    standingOf: heldBy,
    contactOf: (queryable, userId) => accountAdmin.contactOf(queryable, userId),
  });
  const avatars = createAvatars({ config, db, clock });
  const privacy = createPrivacy({
    ...parts,
    vault,
    audit,
    mail,
    accounts: accountClosing,
    personalData: PERSONAL_PARTS,
    pictureOf: (...picture) => avatars.pictureOf(...picture),
    forgetPicture: (...picture) => avatars.forget(...picture),
  });
  const pairCache = createPairCache({ bus, clock });
  const proofs = await createProofs(parts);
  const heartbeats = createHeartbeats(parts);
  const facts = openFacts({ ...parts, notifications, standingOf: heldBy });
  return {
    facts,
    geo,
    mail,
    notifications,
    identity,
    limits,
    apiKeys,
    avatars,
    privacy,
    pairCache,
    proofs,
    heartbeats,
  };
}

/** What the subjects tell each other, with all that follow it here. */
function openFacts({
  notifications,
  standingOf,
  ...parts
}: Pick<ServeParts, 'bus' | 'clock' | 'log'> & {
  readonly db: Pool;
  readonly notifications: Notifications;
  readonly standingOf: Parameters<typeof heldOrdersFollowers>[0]['standingOf'];
}): Facts {
  const facts = createFacts({ ...parts, sources: [createEngineFacts({ bus: parts.bus, shard: 0 })] });
  facts.follow(notifications.follower);
  for (const follower of heldOrdersFollowers({ ...parts, standingOf })) facts.follow(follower);
  announceFacts({ facts, bus: parts.bus });
  return facts;
}

/** Mails, and what people are told inside the product. */
function openPost(
  parts: Omit<NotificationParts, 'mail'>,
  keepsAway: NonNullable<MailParts['keepsAway']>,
): {
  readonly mail: Mail;
  readonly notifications: Notifications;
} {
  const mail = createMail({ ...parts, keepsAway });
  const notifications = createNotifications({ ...parts, mail });
  return { mail, notifications };
}

interface JobParts extends Pick<ServeParts, 'clock' | 'log'> {
  readonly db: Pool;
  readonly facts: Facts;
  readonly identity: Identity;
  readonly apiKeys: ApiKeys;
  readonly avatars: Avatars;
  readonly limits: Limits;
  readonly privacy: Privacy;
  readonly mail: Mail;
  readonly notifications: Notifications;
  readonly proofs: Proofs;
  readonly heartbeats: Heartbeats;
}

/** Everything that runs by itself, besides the engine. */
function startJobs({
  db,
  clock,
  log,
  facts,
  identity,
  apiKeys,
  avatars,
  limits,
  privacy,
  mail,
  notifications,
  proofs,
  heartbeats,
}: JobParts): Job {
  proofs.start();
  heartbeats.start();
  privacy.start();
  mail.start();
  notifications.start();
  const tidying = daily(
    async () => {
      await identity.forgetOld();
      await apiKeys.forgetOld();
      await avatars.sweep();
      await limits.forgetOld();
      await mail.forgetOld();
      await notifications.daily();
      await facts.purge();
    },
    { log },
  );
  const everyMs = EXPIRED_CHANGES_MS;
  const changes = daily(() => identity.emailChanges.tidy(), { log, firstMs: everyMs, everyMs });
  const bonuses = payBonuses({ db, clock, log });
  const jobs = [
    watchLedger({ db, log }),
    watchAudit({ db, log }),
    bonuses,
    changes,
    facts,
    tidying,
    privacy,
    mail,
    notifications,
    proofs,
    heartbeats,
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
