import type { PoolClient } from 'pg';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import { actorOf, type Audit, type HouseAct } from '#server/audit/index.ts';
import { record } from '#server/facts/index.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Vault } from '#server/vault/index.ts';
import type { GivenName, LegalNames } from './contract.ts';
import { deleteUnchecked, findName, saveName } from './store.ts';

interface NameParts {
  readonly vault: Vault;
}

const NOTHING: GivenName = { first: null, last: null };

export function createLegalNames({ vault }: NameParts): LegalNames {
  const open = async (db: Queryable, userId: string, sealed: Buffer | null): Promise<GivenName> => {
    const text = sealed === null ? null : await vault.open(db, userId, sealed);
    return text === null ? NOTHING : (JSON.parse(text) as GivenName);
  };
  return {
    of: async (db, userId) => {
      const { sealed, status } = await findName(db, userId);
      const { first, last } = await open(db, userId, sealed);
      return { first, last, status };
    },
    give: async (tx, { userId, first, last }) => {
      const before = await open(tx, userId, (await findName(tx, userId)).sealed);
      const after = { first: first ?? before.first, last: last ?? before.last };
      const isWhole = after.first !== null && after.last !== null;
      const sealed = await vault.seal(tx, userId, JSON.stringify(after));
      await saveName(tx, userId, { sealed, ...(isWhole ? { status: 'PENDING_APPROVE' } : {}) });
      if (isWhole) await record(tx, [{ kind: 'verification.name_given', userId }]);
      return { before, after };
    },
    dropStrangerName: (tx, userId) => deleteUnchecked(tx, userId),
  };
}

/** Lets a legal name through by hand. false: it was approved before. */
export async function approveName(
  { audit }: { readonly audit: Pick<Audit, 'write'> },
  tx: PoolClient,
  { userId, by, reason }: HouseAct & { readonly userId: string },
): Promise<boolean> {
  const before = await letNameThrough(tx, userId);
  if (before === 'APPROVED') return false;
  const entry = { action: 'name.approved', objectType: 'user', objectId: userId, reason } as const;
  await audit.write(tx, { ...actorOf(by), ...entry, before: { name: before }, after: { name: 'APPROVED' } });
  return true;
}

/** Lets the legal name of a person through, as screening does. Answers how it stood before. */
export async function letNameThrough(tx: PoolClient, userId: string): Promise<NameStatus> {
  const { status: before } = await findName(tx, userId);
  if (before === 'APPROVED') return before;
  await saveName(tx, userId, { status: 'APPROVED' });
  await record(tx, [
    { kind: 'verification.name_decided', userId, status: 'APPROVED' },
    { kind: 'eligibility.changed', userId },
  ]);
  return before;
}

/** Gives a person of the house a legal name that counts as checked. */
export async function giveCheckedName(
  { vault }: NameParts,
  tx: PoolClient,
  { userId, ...name }: { readonly userId: string; readonly first: string; readonly last: string },
): Promise<void> {
  await saveName(tx, userId, { sealed: await vault.seal(tx, userId, JSON.stringify(name)) });
  await letNameThrough(tx, userId);
}
