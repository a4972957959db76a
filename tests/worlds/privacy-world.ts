import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '#domain/identity/actor.ts';
import { usdt } from '#domain/money.ts';
import { createAudit, type Audit } from '#server/audit/index.ts';
import { createLocalBus, type Bus } from '#server/bus/index.ts';
import { readConfig } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { createAvatars } from '#server/identity/avatar/index.ts';
import { accountClosing, createIdentity, type Identity } from '#server/identity/index.ts';
import { openAccount, openAccounts } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/index.ts';
import { keepExcluded } from '#server/limits/index.ts';
import { createLog } from '#server/logging/log.ts';
import { createMail, type MailRequest } from '#server/mail/index.ts';
import { PERSONAL_PARTS } from '#server/subjects.ts';
import { createPrivacy, recordSignUp, type Privacy } from '#server/privacy/index.ts';
import { createVault, type Vault } from '#server/vault/index.ts';
import { createLegalNames } from '#server/verification/index.ts';
import type { Documents } from '#server/verification/documents/index.ts';
import { STANDARD_SETTINGS, type LiveSettings } from '#server/settings/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { PASSWORD, browser } from '#tests/identity-world.ts';
import { documentsOf, objectsIn } from './documents-world.ts';

/** Privacy beside the real identity, on a database of its own, with a clock that stands until it is moved. */
export interface PrivacyWorld {
  readonly privacy: Privacy;
  readonly identity: Identity;
  readonly database: TestDatabase;
  readonly vault: Vault;
  readonly audit: Audit;
  readonly documents: Documents;
  readonly bus: Bus;
  readonly settings: LiveSettings;
  readonly clock: { at: number };
  /** Every mail that was put into an outbox whose transaction need not have ended well, oldest first. */
  readonly mails: MailRequest[];
  query<T extends object>(sql: string, values?: readonly unknown[]): Promise<readonly T[]>;
  /** Names of the objects that are kept. */
  objects(): Promise<readonly string[]>;
  /** Rows of a table that belong to a person. */
  count(table: string, userId: string): Promise<number>;
  /** The token of the link in the newest mail of a kind. */
  tokenOf(kind: string): string;
  /** Done once, in place of the next mail's end: what cuts a transaction. */
  fault: (() => Promise<void>) | null;
  close(): Promise<void>;
}

export async function openPrivacyWorld(env: Readonly<Record<string, string>> = {}): Promise<PrivacyWorld> {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tikvo-privacy-'));
  const config = readConfig({ PORT: '3000', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  const clock = { at: Date.UTC(2026, 10, 20, 12), now: () => clock.at, monotonic: () => clock.at };
  const [bus, log, vault] = [createLocalBus(), createLog(config), createVault({ config })];
  const audit = createAudit({ vault, clock });
  const outbox = createMail({ config, db: database.pool, clock, log, vault });
  const mail: typeof outbox = {
    ...outbox,
    send: async (tx, request) => {
      await outbox.send(tx, request);
      world.mails.push(request);
      const { fault } = world;
      world.fault = null;
      await fault?.();
    },
  };
  const identity = await createIdentity({
    config,
    db: database.pool,
    bus,
    clock,
    log,
    vault,
    mail,
    audit,
    keepExcluded,
    legalNames: createLegalNames({ config, vault, clock }),
    onSignedUp: recordSignUp({ clock }),
  });
  const documents = documentsOf({ config, db: database.pool, clock, log, vault, audit });
  const avatars = createAvatars({ config, db: database.pool, clock });
  const privacy = createPrivacy({
    config,
    settings: STANDARD_SETTINGS,
    db: database.pool,
    bus,
    clock,
    log,
    vault,
    audit,
    mail,
    accounts: accountClosing,
    personalData: PERSONAL_PARTS,
    avatars,
    documents,
  });
  const world: PrivacyWorld = {
    privacy,
    identity,
    database,
    vault,
    audit,
    settings: STANDARD_SETTINGS,
    documents,
    bus,
    clock,
    mails: [],
    fault: null,
    query: async <T extends object>(sql: string, values: readonly unknown[] = []) =>
      (await database.pool.query<T>(sql, [...values])).rows,
    objects: () => objectsIn(dataDir),
    count: async (table, userId) => {
      const sql = `SELECT count(*)::int AS n FROM ${table} WHERE user_id = $1`;
      return (await world.query<{ n: number }>(sql, [userId]))[0]?.n ?? 0;
    },
    tokenOf: (kind) => {
      const mail = world.mails.findLast((one) => one.kind === kind);
      const link = (mail?.values as { readonly link?: string } | undefined)?.link ?? '';
      return new URL(link).searchParams.get('token') ?? '';
    },
    close: async () => {
      await identity.stop();
      bus.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return world;
}

/** Somebody who signed up, as http sees them. */
export interface SignedUp {
  readonly asking: { readonly actor: Actor; readonly address: string; readonly locale: string };
  readonly userId: string;
  readonly email: string;
  readonly token: string;
}

let made = 0;

export async function signUp(world: PrivacyWorld, options: { readonly confirmed?: boolean } = {}): Promise<SignedUp> {
  made += 1;
  const email = `privacy${made}@example.com`;
  const body = { email, password: PASSWORD, country: 'DE', residentDeclaration: true } as const;
  const tracking = { fbp: 'fb.1.2.3', fbc: null };
  const reply = await world.identity.signUp.register({ body, client: browser(), visitor: null, tracking });
  if (!reply.ok) throw new Error(`registration was refused: ${reply.refusal.code}`);
  const { accessToken, user } = reply.value.answer;
  if (options.confirmed !== false) {
    await world.database.pool.query('UPDATE app_user SET email_confirmed_at = now() WHERE id = $1', [user.id]);
  }
  const actor = await world.identity.actorOf(accessToken);
  if (actor === null) throw new Error('a new session is no session');
  return { asking: { actor, address: '192.0.2.7', locale: 'en' }, userId: user.id, email, token: accessToken };
}

/** Signs in again, from another browser; the token, or the code of the refusal. */
export async function signIn(world: PrivacyWorld, email: string): Promise<string> {
  const reply = await world.identity.signIn.login({ email, password: PASSWORD }, browser());
  if (!reply.ok) return reply.refusal.code;
  return 'accessToken' in reply.value.answer ? reply.value.answer.accessToken : 'otp';
}

/** Ends every other connection that is in a transaction: what a kill of the process leaves. For `world.fault`. */
export function cutConnections(world: PrivacyWorld): () => Promise<void> {
  return async () => {
    await world.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle in transaction'`,
    );
  };
}

/** 5 USDT by an adjustment. */
export async function credit(world: PrivacyWorld, userId: string): Promise<void> {
  await transaction(world.database.pool, async (tx) => {
    const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
    const adjustment = await openAccount(tx, { realm: 'real', kind: 'adjustment', ownerId: null, ref: '' });
    const transfers = [{ code: 370, debit: adjustment, credit: cash, amount: usdt(5_000_000n) }];
    await post(tx, { realm: 'real', kind: 'adjustment', refType: 'test', refId: userId, transfers });
  });
}
