import { maskName, readEmail } from '#domain/identity/email.ts';
import { isStaff } from '#domain/identity/policy.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import { emailBlinds, type Vault } from '#server/vault/index.ts';
import { pictureAddress } from '../avatar/avatars.ts';
import { findAvatar } from '../avatar/store-avatar.ts';
import { opened, type LegalNames } from '../context.ts';
import { findAccountByBlinds, findAccountById, type AccountRow } from './store-accounts.ts';
import { findEnd, findHold } from './store-payees.ts';

/** open: may be paid; the others say why not. */
export type PayeeState = 'open' | 'blocked' | 'closed' | 'demo';

/** What a payer sees of a person. */
export interface Face {
  /** The chosen name, or a masked one. */
  readonly name: string;
  /** Address of the picture. */
  readonly avatar: string | null;
}

/** People as those who pay them see them. */
export interface Payees {
  /** By the address of the account; null: nobody has it who may have money. */
  findByEmail(db: Queryable, text: string): Promise<{ readonly userId: string; readonly state: PayeeState } | null>;
  /** null: no such person, or one of staff. */
  stateOf(db: Queryable, userId: string): Promise<PayeeState | null>;
  faceOf(db: Queryable, userId: string): Promise<Face>;
  /** When the account was made, ms. */
  knownSince(db: Queryable, userId: string): Promise<number>;
  /** Until when nothing of a person's money leaves, because what protects the account has changed, ms; null: no such hold. */
  holdOf(db: Queryable, userId: string): Promise<number | null>;
}

export function createPayees(parts: {
  readonly config: Pick<Config, 'origins'>;
  readonly vault: Vault;
  readonly legalNames: LegalNames;
}): Payees {
  // Work accounts have no wallet: nothing that came there could ever be seen or leave.
  const stateOf = async (db: Queryable, row: AccountRow): Promise<PayeeState | null> => {
    if (isStaff(row.role)) return null;
    if (row.role === 'DEMO') return 'demo';
    return row.closed ? findEnd(db, row.userId) : 'open';
  };
  return {
    findByEmail: async (db, text) => {
      const email = readEmail(text);
      const row = email === null ? null : await findAccountByBlinds(db, emailBlinds(parts, email));
      const state = row === null ? null : await stateOf(db, row);
      return row === null || state === null ? null : { userId: row.userId, state };
    },
    stateOf: async (db, userId) => {
      const row = await findAccountById(db, userId);
      return row === null ? null : stateOf(db, row);
    },
    faceOf: async (db, userId) => {
      const row = await findAccountById(db, userId);
      if (row === null) return { name: maskName('*'), avatar: null };
      const picture = await findAvatar(db, userId);
      return {
        name: await shownName(parts, db, row),
        avatar: picture === null ? null : pictureAddress(parts.config.origins, picture),
      };
    },
    knownSince: async (db, userId) => {
      const row = await findAccountById(db, userId);
      if (row === null) throw new Error(`no account ${userId}`);
      return row.createdAt;
    },
    holdOf: (db, userId) => findHold(db, userId),
  };
}

/** How others see a person: by the chosen name, else by the first sign of the legal one or of the address. */
export async function shownName(
  parts: { readonly vault: Vault; readonly legalNames: LegalNames },
  db: Queryable,
  row: Pick<AccountRow, 'userId' | 'nicknameSealed' | 'emailSealed'>,
): Promise<string> {
  const { userId } = row;
  const nickname = await opened(parts, db, { userId, text: row.nicknameSealed });
  if (nickname !== null) return nickname;
  const first =
    (await parts.legalNames.of(db, userId)).first ?? (await opened(parts, db, { userId, text: row.emailSealed }));
  return maskName(first ?? '*');
}
