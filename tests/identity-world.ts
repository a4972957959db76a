import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '#domain/identity/actor.ts';
import { hasZeroBits } from '#domain/identity/login-throttle.ts';
import { createAudit, type Audit } from '#server/audit/index.ts';
import { createLocalBus, type Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import { createIdentity, type Client, type Identity } from '#server/identity/index.ts';
import { isExcluded } from '#server/limits/index.ts';
import { createLog } from '#server/logging/log.ts';
import { createMail, type MailRequest } from '#server/mail/index.ts';
import { createVault, type Vault } from '#server/vault/index.ts';
import { createLegalNames } from '#server/verification/index.ts';
import { testDatabase, type TestDatabase } from './database.ts';

/** Identity on a database of its own, with a clock that stands until it is moved. */
export interface IdentityWorld {
  readonly identity: Identity;
  readonly vault: Vault;
  readonly audit: Audit;
  readonly database: Pick<TestDatabase, 'pool'>;
  readonly bus: Bus;
  readonly clock: Clock & { at: number };
  /** Every mail that was put into the outbox, oldest first. */
  readonly mails: MailRequest[];
  close(): Promise<void>;
}

export async function openIdentityWorld(env: Readonly<Record<string, string>> = {}): Promise<IdentityWorld> {
  return identityOn(await testDatabase(), env);
}

/** The same on a database that is there already, which goes with it. */
export async function identityOn(
  database: Pick<TestDatabase, 'pool' | 'drop'>,
  env: Readonly<Record<string, string>> = {},
): Promise<IdentityWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tikvo-identity-'));
  const config = readConfig({ PORT: '3000', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  const clock = { at: Date.UTC(2026, 10, 20, 12), now: () => clock.at, monotonic: () => clock.at };
  const bus = createLocalBus();
  const log = createLog(config);
  const vault = createVault({ config });
  const audit = createAudit({ vault, clock });
  const post = createMail({ config, db: database.pool, clock, log, vault });
  const mails: MailRequest[] = [];
  const mail: typeof post = {
    ...post,
    send: async (tx, request) => {
      mails.push(request);
      await post.send(tx, request);
    },
  };
  const countryOf = (address: string) => (address.startsWith('203.0.113.') ? 'PT' : null);
  const keptOut = (db: Queryable, blinds: readonly Buffer[]) => isExcluded(db, blinds, clock.now());
  const subjects = {
    vault,
    mail,
    audit,
    countryOf,
    isExcluded: keptOut,
    legalNames: createLegalNames({ config, vault, clock }),
  };
  const identity = await createIdentity({ config, db: database.pool, bus, clock, log, ...subjects });
  return {
    identity,
    vault,
    audit,
    database,
    bus,
    clock,
    mails,
    close: async () => {
      await identity.stop();
      bus.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a browser does with a challenge. */
export function solved({ challenge, difficulty }: { readonly challenge: string; readonly difficulty: number }) {
  for (let no = 0; ; no += 1) {
    const hash = createHash('sha256').update(`${challenge}.${no}`).digest();
    if (hasZeroBits(hash, difficulty)) return { challenge, proof: String(no) };
  }
}

/** A browser that has not been here. */
export function browser(over: Partial<Client> = {}): Client {
  const address = `198.51.${randomBytes(1)[0] ?? 0}.${randomBytes(1)[0] ?? 0}`;
  const base = { address, network: address, userAgent: 'Test/1', deviceCookie: null, refreshCookie: null };
  return { ...base, language: 'en', ...over };
}

export const PASSWORD = 'Harbour-7-Lantern';

export interface Registered {
  readonly userId: string;
  readonly email: string;
  readonly accessToken: string;
  /** The browser with the cookies that it was given. */
  readonly client: Client;
}

let made = 0;

/** A person who has signed up. */
export async function registered(world: IdentityWorld, over: Partial<Client> = {}): Promise<Registered> {
  made += 1;
  const email = `person${made}@example.com`;
  const before = browser(over);
  const body = { email, password: PASSWORD, country: 'DE', residentDeclaration: true } as const;
  const tracking = { fbp: null, fbc: null };
  const reply = await world.identity.signUp.register({ body, client: before, visitor: null, tracking });
  if (!reply.ok) throw new Error(`registration was refused: ${reply.refusal.code}`);
  const { answer, cookies } = reply.value;
  const client = { ...before, refreshCookie: cookies.refreshToken, deviceCookie: cookies.device };
  return { userId: answer.user.id, email, accessToken: answer.accessToken, client };
}

/** Who acts by a session's token; throws where it holds no more. */
export async function actorIn(world: IdentityWorld, { accessToken }: Pick<Registered, 'accessToken'>): Promise<Actor> {
  const actor = await world.identity.actorOf(accessToken);
  if (actor === null) throw new Error('nobody is signed in by this token');
  return actor;
}

/** The newest mail of a kind to a person, as it was handed to the post. */
export function newestMail(
  world: IdentityWorld,
  userId: string,
  kind: MailRequest['kind'],
): Readonly<Record<string, string>> {
  const found = world.mails.findLast((mail) => mail.userId === userId && mail.kind === kind);
  if (found === undefined) throw new Error(`no mail ${kind} to ${userId}`);
  return found.values;
}

/** The token in the link of a mail. */
export function tokenIn(values: Readonly<Record<string, string>>): string {
  return new URL(values['link'] ?? '').searchParams.get('token') ?? '';
}
