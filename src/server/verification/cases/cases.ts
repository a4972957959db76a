import type { PoolClient } from 'pg';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import { nextName, OUTCOME_EVENTS, takesTwo, type CaseOutcome } from '#domain/verification/name-check.ts';
import type { Hit } from '#domain/verification/screening/screener.ts';
import type { Approved } from '#server/approvals/index.ts';
import { actorOf, type Audit, type By } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import type { Vault } from '#server/vault/index.ts';
import type { GivenName } from '../contract.ts';
import { nameIn } from '../legal-names.ts';
import { findName, lockName, saveName } from '../store.ts';
import { endCase, findCase, findHits, lockCase, setOwner, snoozeCase, type CaseRow } from './store-cases.ts';

export interface CaseParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly vault: Vault;
  readonly audit: Pick<Audit, 'write'>;
}

/** A case as an officer reads it. */
export interface OpenedCase extends CaseRow {
  readonly name: GivenName;
  readonly status: NameStatus;
  /** null: the key of the person is gone. */
  readonly found: readonly (Hit | null)[];
}

/** What a case answers to an act: done; no-case: there is none, or it has ended; two-people: it takes an approval; late: a time to come is wanted. */
export type CaseAnswer = 'done' | 'no-case' | 'two-people' | 'late';

interface CaseAct {
  readonly caseId: string;
  readonly by: By | Approved;
  readonly reason: string;
}

/** A case with the name it is about and what was found; it is written down who looked. null: there is none. */
export async function readCase(parts: CaseParts, tx: PoolClient, act: CaseAct): Promise<OpenedCase | null> {
  const row = await findCase(tx, act.caseId);
  if (row === null) return null;
  const { userId } = row;
  const { sealed, status } = await findName(tx, userId);
  const hits = await findHits(tx, row.id);
  const found = await Promise.all(hits.map(({ features }) => openHit(parts, tx, { userId, features })));
  await note(parts, tx, { row, act, action: 'case.read' });
  return { ...row, name: await nameIn(parts, tx, { userId, sealed }), status, found };
}

async function openHit(
  { vault }: CaseParts,
  db: Queryable,
  { userId, features }: { readonly userId: string; readonly features: Buffer },
): Promise<Hit | null> {
  const text = await vault.open(db, userId, features);
  return text === null ? null : (JSON.parse(text) as Hit);
}

/** Somebody works on a case from now on, or null: nobody. It rests no more. */
export async function assignCase(
  parts: CaseParts,
  tx: PoolClient,
  { owner, ...act }: CaseAct & { readonly owner: string | null },
): Promise<CaseAnswer> {
  const row = await openRow(tx, act.caseId);
  if (row === null) return 'no-case';
  await setOwner(tx, row.id, owner);
  await note(parts, tx, { row, act, action: 'case.assigned', before: { owner: row.owner }, after: { owner } });
  return 'done';
}

/** Lets a case rest until a time (ms) to come. It is still due when it was. */
export async function restCase(
  parts: CaseParts,
  tx: PoolClient,
  { until, ...act }: CaseAct & { readonly until: number },
): Promise<CaseAnswer> {
  const row = await openRow(tx, act.caseId);
  if (row === null) return 'no-case';
  if (until <= parts.clock.now()) return 'late';
  await snoozeCase(tx, { id: row.id, until, reason: await parts.vault.seal(tx, row.userId, act.reason) });
  await note(parts, tx, { row, act, action: 'case.snoozed', after: { until: new Date(until).toISOString() } });
  return 'done';
}

/** Ends a case. Confirmed, or cleared although it is very like, it takes two people. */
export async function decideCase(
  parts: CaseParts,
  tx: PoolClient,
  { outcome, ...act }: CaseAct & { readonly outcome: CaseOutcome },
): Promise<CaseAnswer> {
  const row = await openRow(tx, act.caseId);
  if (row === null) return 'no-case';
  if (takesTwo(outcome, row.score) && act.by.kind !== 'approved') return 'two-people';
  const { userId } = row;
  const { status: before } = await lockName(tx, userId);
  const status = nextName(before, OUTCOME_EVENTS[outcome]);
  await endCase(tx, {
    id: row.id,
    outcome,
    reason: await parts.vault.seal(tx, userId, act.reason),
    now: parts.clock.now(),
  });
  if (status !== null) {
    await saveName(tx, userId, { status });
    await record(tx, [
      { kind: 'verification.name_decided', userId, status, isAwaited: true },
      { kind: 'eligibility.changed', userId },
    ]);
  }
  await note(parts, tx, {
    row,
    act,
    action: 'case.decided',
    before: { name: before },
    after: { outcome, name: status ?? before },
  });
  return 'done';
}

async function openRow(tx: PoolClient, caseId: string): Promise<CaseRow | null> {
  const row = await lockCase(tx, caseId);
  return row === null || row.endedAt !== null ? null : row;
}

async function note(
  { audit }: CaseParts,
  tx: PoolClient,
  {
    row,
    act,
    ...entry
  }: Pick<Parameters<Audit['write']>[1], 'action' | 'before' | 'after'> & {
    readonly row: CaseRow;
    readonly act: CaseAct;
  },
): Promise<void> {
  await audit.write(tx, {
    ...actorOf(act.by),
    ...entry,
    objectType: 'verification_case',
    objectId: row.id,
    reason: act.reason,
  });
}
