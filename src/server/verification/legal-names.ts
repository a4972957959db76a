import type { PoolClient } from 'pg';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import { ok, refused } from '#domain/outcome.ts';
import type { Refusal } from '#domain/refusals.ts';
import { inCountry } from '#domain/by-country.ts';
import { ageAt, isBirthDate } from '#domain/verification/age.ts';
import { nextName } from '#domain/verification/name-check.ts';
import { toIso } from '#protocol/codecs.ts';
import { actorOf, type Audit, type HouseAct } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { enqueue } from '#server/jobs/index.ts';
import type { Vault } from '#server/vault/index.ts';
import { endCase, findOpenCase } from './cases/store-cases.ts';
import type { GivenName, LegalNames, NameGift } from './contract.ts';
import { SCREEN_PERSON } from './screening/jobs.ts';
import { indexName } from './name-index.ts';
import { deleteUnchecked, findName, lockName, saveName } from './store.ts';

interface NameParts {
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'now'>;
  readonly config: Pick<Config, 'adultAges'>;
}

const NOTHING: GivenName = { first: null, last: null, birthDate: null };

export function createLegalNames(parts: NameParts): LegalNames {
  const { vault } = parts;
  return {
    of: async (db, userId) => {
      const { sealed, status } = await findName(db, userId);
      return { ...(await nameIn(parts, db, { userId, sealed })), status };
    },
    give: async (tx, gift) => {
      const { userId } = gift;
      const refusal = refuseBirth(parts, gift);
      if (refusal !== null) return refused(refusal);
      const row = await lockName(tx, userId);
      const before = await nameIn(parts, tx, { userId, sealed: row.sealed });
      const after = {
        first: gift.first ?? before.first,
        last: gift.last ?? before.last,
        birthDate: gift.birthDate ?? before.birthDate,
      };
      const isWhole = after.first !== null && after.last !== null && after.birthDate !== null;
      const status = isWhole ? nextName(row.status, 'give') : null;
      const sealed = await vault.seal(tx, userId, JSON.stringify(after));
      await saveName(tx, userId, { sealed, ...(status === null ? {} : { status }) });
      await indexName(parts, tx, { userId, name: after });
      if (status !== null) {
        await record(tx, [{ kind: 'verification.name_given', userId }]);
        await enqueue(tx, SCREEN_PERSON, { userId });
      }
      return ok({ before, after });
    },
    dropStrangerName: (tx, userId) => deleteUnchecked(tx, userId),
  };
}

/** What is sealed of a name; all null where there is nothing, or the person's key is gone. */
export async function nameIn(
  { vault }: { readonly vault: Pick<Vault, 'open'> },
  db: Queryable,
  { userId, sealed }: { readonly userId: string; readonly sealed: Buffer | null },
): Promise<GivenName> {
  const text = sealed === null ? null : await vault.open(db, userId, sealed);
  return text === null ? NOTHING : { ...NOTHING, ...(JSON.parse(text) as Partial<GivenName>) };
}

/** Why a birth date is not taken; null: it is, or none was given. */
function refuseBirth({ clock, config }: NameParts, { birthDate, country }: NameGift): Refusal | null {
  if (birthDate === undefined) return null;
  const today = toIso(clock.now()).slice(0, 10);
  if (!isBirthDate(birthDate, today)) return { code: 'InvalidRequest', fields: { birthDate: 'malformed' } };
  const age = inCountry(config.adultAges, country);
  return ageAt(birthDate, today) < age ? { code: 'TooYoung', age } : null;
}

/** Lets a legal name through by hand, and clears what is open on it. false: it was approved before. */
export async function approveName(
  { audit, clock }: { readonly audit: Pick<Audit, 'write'>; readonly clock: Pick<Clock, 'now'> },
  tx: PoolClient,
  { userId, by, reason }: HouseAct & { readonly userId: string },
): Promise<boolean> {
  const before = await letNameThrough(tx, userId, true);
  if (before === 'APPROVED') return false;
  const caseId = await findOpenCase(tx, userId);
  if (caseId !== null) await endCase(tx, { id: caseId, outcome: 'cleared', reason: null, now: clock.now() });
  const entry = { action: 'name.approved', objectType: 'user', objectId: userId, reason } as const;
  await audit.write(tx, { ...actorOf(by), ...entry, before: { name: before }, after: { name: 'APPROVED' } });
  return true;
}

/** An approved name is another than that of the person's document: they give it anew. false: it is not approved. */
export async function doubtName(
  { audit }: { readonly audit: Pick<Audit, 'write'> },
  tx: PoolClient,
  { userId, by, reason }: HouseAct & { readonly userId: string },
): Promise<boolean> {
  const { status: before } = await lockName(tx, userId);
  const status = nextName(before, 'doubt');
  if (status === null) return false;
  await saveName(tx, userId, { status });
  await record(tx, [
    { kind: 'verification.name_decided', userId, status, isAwaited: true },
    { kind: 'eligibility.changed', userId },
  ]);
  const entry = { action: 'name.doubted', objectType: 'user', objectId: userId, reason } as const;
  await audit.write(tx, { ...actorOf(by), ...entry, before: { name: before }, after: { name: status } });
  return true;
}

/** Lets the legal name of a person through, as screening does. Answers how it stood before. */
export async function letNameThrough(tx: PoolClient, userId: string, isAwaited = false): Promise<NameStatus> {
  const { status: before } = await findName(tx, userId);
  if (before === 'APPROVED') return before;
  await saveName(tx, userId, { status: 'APPROVED' });
  await record(tx, [
    { kind: 'verification.name_decided', userId, status: 'APPROVED', isAwaited },
    { kind: 'eligibility.changed', userId },
  ]);
  return before;
}

/** Gives a person of the house a legal name that counts as checked. */
export async function giveCheckedName(
  { vault }: Pick<NameParts, 'vault'>,
  tx: PoolClient,
  { userId, ...name }: Readonly<Record<'userId' | 'first' | 'last' | 'birthDate', string>>,
): Promise<void> {
  await saveName(tx, userId, { sealed: await vault.seal(tx, userId, JSON.stringify(name)) });
  await indexName({ vault }, tx, { userId, name });
  await letNameThrough(tx, userId);
}
