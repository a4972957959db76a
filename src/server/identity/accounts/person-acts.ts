import type { PoolClient } from 'pg';
import { nextStatus } from '#domain/identity/session-life.ts';
import { actorOf, writeEnded, type Audit, type AuditEntry, type HouseAct } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { record } from '#server/facts/index.ts';
import { endKeysOf } from '../api-keys/store-keys.ts';
import { endSessions } from '../sessions/store-sessions.ts';
import { setBlocked } from './store-accounts.ts';

/** An act of the house on a person. */
export interface PersonAct extends HouseAct {
  readonly userId: string;
}

/** The sessions and API keys that ended by an act. */
export interface Ended {
  readonly sessions: readonly string[];
  readonly keys: readonly string[];
}

export interface PersonActParts {
  readonly audit: Pick<Audit, 'write'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Lets nobody sign in with an account any more, and ends its sessions and API keys. null: it was so before. */
export async function blockPerson(
  { audit, clock }: PersonActParts,
  tx: PoolClient,
  act: PersonAct,
): Promise<Ended | null> {
  const { userId, by, reason } = act;
  const now = clock.now();
  if (!(await setBlocked(tx, userId, now))) return null;
  const sessions = await endSessions(tx, { userId, reason: nextStatus('LIVE', 'REVOKE'), now });
  const keys = await endKeysOf(tx, { userId, now });
  await record(tx, [
    { kind: 'account.blocked', userId, ended: [...sessions, ...keys] },
    { kind: 'house.acted', userId, what: 'account_blocked' },
  ]);
  await audit.write(tx, actEntry(act, 'account.blocked'));
  const ended = { userId, why: reason, by: actorOf(by) };
  await writeEnded(audit, tx, { ...ended, ids: sessions, what: 'session' });
  await writeEnded(audit, tx, { ...ended, ids: keys, what: 'api_key' });
  return { sessions, keys };
}

/** Lets a blocked person in again. false: nobody had blocked the account. */
export async function unblockPerson({ audit }: PersonActParts, tx: PoolClient, act: PersonAct): Promise<boolean> {
  const { userId } = act;
  if (!(await setBlocked(tx, userId, null))) return false;
  await record(tx, [
    { kind: 'eligibility.changed', userId },
    { kind: 'house.acted', userId, what: 'account_unblocked' },
  ]);
  await audit.write(tx, actEntry(act, 'account.unblocked'));
  return true;
}

/**
 * Ends all sessions or all API keys of a person, who may begin new ones, or `only` one. Gives their ids: none where there were none, and nothing
 * was done.
 */
export async function endAccess(
  { audit, clock }: PersonActParts,
  tx: PoolClient,
  { what, only, ...act }: PersonAct & { readonly what: 'session' | 'api_key'; readonly only?: string },
): Promise<readonly string[]> {
  const { userId, by, reason } = act;
  const now = clock.now();
  const one = only === undefined ? {} : { only };
  const ids =
    what === 'session'
      ? await endSessions(tx, { userId, reason: nextStatus('LIVE', 'REVOKE'), now, ...one })
      : await endKeysOf(tx, { userId, now, only });
  if (ids.length === 0) return ids;
  await record(tx, [
    { kind: 'access.ended', userId, ended: ids },
    { kind: 'house.acted', userId, what: what === 'session' ? 'sessions_ended' : 'keys_ended' },
  ]);
  await writeEnded(audit, tx, { ids, userId, what, why: reason, by: actorOf(by) });
  return ids;
}

/** An act on a person as the audit log has it. */
export function actEntry(
  { userId, by, reason }: PersonAct,
  action: string,
  changed: Pick<AuditEntry, 'before' | 'after'> = {},
): AuditEntry {
  return { ...actorOf(by), action, objectType: 'user', objectId: userId, reason, ...changed };
}
