import { ok, type Outcome } from '#domain/outcome.ts';
import type { PoolClient } from 'pg';
import type { Role } from '#domain/identity/actor.ts';
import { readEmail } from '#domain/identity/email.ts';
import { createAudit, type HouseAct } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Vault } from '#server/vault/index.ts';
import { emailBlinds, mailboxBlinds } from '#server/vault/index.ts';
import { createAccount } from './accounts.ts';
import { isRowId } from '#protocol/codecs.ts';
import { opened } from '../context.ts';
import { createPasswordHashes } from '../hashing.ts';
import { issueCode } from '../mail-codes.ts';
import { actEntry, blockPerson, endAccess, unblockPerson, type Ended, type PersonAct } from './person-acts.ts';
import { findAccountByBlinds, findAccountById, setRole } from './store-accounts.ts';

export interface AdminAccount {
  readonly email: string;
  readonly role: Role;
  /** null: set by the link of `passwordLink`. */
  readonly password: string | null;
  /** Of residence; null for people of the house. */
  readonly country: string | null;
  readonly language: string;
}

/** What the house does with accounts. What changes one is written into the audit log in the same transaction. */
export interface AccountAdmin {
  /** Opens an account whose address counts as confirmed. Refusals as at a sign-up. `act` null: the product itself, for its samples. */
  open(tx: PoolClient, account: AdminAccount, act: HouseAct | null): Promise<Outcome<{ readonly userId: string }>>;
  /** Where the person sets a password, once, within 30 minutes. */
  passwordLink(tx: PoolClient, userId: string): Promise<string>;
  /** null: no such address. */
  find(db: Queryable, email: string): Promise<{ readonly userId: string; readonly role: Role } | null>;
  /** null: no such person. */
  findById(db: Queryable, userId: string): Promise<{ readonly userId: string; readonly role: Role } | null>;
  /** Is this somebody who plays, or played, with real money? A blocked or closed account is, an erased one too: its money stays owed. */
  isPerson(db: Queryable, userId: string): Promise<boolean>;
  /** What a person may be now; null: nobody is there, or the account is blocked or closed. */
  roleOf(db: Queryable, userId: string): Promise<Role | null>;
  /**
   * Nobody signs in with this account any more, and its sessions and API keys end. A running server notices within a second,
   * closes the sockets and takes the orders off the books. The ids of what ended; null: it was so before.
   */
  block(tx: PoolClient, act: PersonAct): Promise<Ended | null>;
  /** false: nobody had blocked it. */
  unblock(tx: PoolClient, act: PersonAct): Promise<boolean>;
  /** Ends all sessions or API keys; gives their ids. */
  endAccess(tx: PoolClient, act: PersonAct & { readonly what: 'session' | 'api_key' }): Promise<readonly string[]>;
  /** How to reach a person; null for one without an address, and after erasure. */
  contactOf(
    db: Queryable,
    userId: string,
  ): Promise<{ readonly email: string; readonly blinds: readonly Buffer[]; readonly language: string } | null>;
}

export async function createAccountAdmin(parts: {
  readonly config: Pick<Config, 'origins'>;
  readonly vault: Vault;
  readonly clock: Clock;
}): Promise<AccountAdmin> {
  const { config, clock } = parts;
  const audit = createAudit(parts);
  const acts = { audit, clock };
  const hashes = await createPasswordHashes();
  // The operator knows whom they let in.
  const core = { ...parts, isExcluded: () => Promise.resolve(false), onSignedUp: () => Promise.resolve() };
  return {
    open: async (tx, { role, password, ...account }, act) => {
      const passwordHash = password === null ? null : await hashes.hash(password);
      const origin = { referral: null, utm: null, fbp: null, fbc: null };
      const made = await createAccount(core, tx, { ...account, ...origin, emailConfirmed: true, passwordHash });
      if (!made.ok) return made;
      const { userId } = made.value;
      if (role !== 'USER') await setRole(tx, userId, role);
      if (act !== null) await audit.write(tx, actEntry({ userId, ...act }, 'account.opened', { after: { role } }));
      return ok({ userId });
    },
    passwordLink: async (tx, userId) => {
      const { token } = await issueCode(parts, tx, { userId, purpose: 'reset' });
      const language = (await findAccountById(tx, userId))?.language ?? 'en';
      return `${config.origins.auth}/${language}/auth/reset-password?token=${token}`;
    },
    find: async (db, text) => {
      const email = readEmail(text);
      const row = email === null ? null : await findAccountByBlinds(db, emailBlinds(parts, email));
      return row && { userId: row.userId, role: row.role };
    },
    findById: async (db, userId) => {
      const row = isRowId(userId) ? await findAccountById(db, userId) : null;
      return row && { userId: row.userId, role: row.role };
    },
    isPerson: async (db, userId) => (await findAccountById(db, userId))?.role === 'USER',
    roleOf: async (db, userId) => {
      const row = await findAccountById(db, userId);
      return row === null || row.closed ? null : row.role;
    },
    block: (tx, act) => blockPerson(acts, tx, act),
    unblock: (tx, act) => unblockPerson(acts, tx, act),
    endAccess: (tx, act) => endAccess(acts, tx, act),
    contactOf: async (db, userId) => {
      const row = await findAccountById(db, userId);
      const email = await opened(parts, db, { userId, text: row?.emailSealed ?? null });
      if (row === null || email === null) return null;
      return { email, blinds: mailboxBlinds(parts, email), language: row.language };
    },
  };
}
