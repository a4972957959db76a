import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import type { AuditEntry } from '#server/audit/index.ts';
import { writeEnded } from '#server/audit/index.ts';
import type { IdentityContext } from './context.ts';
import { opened } from './context.ts';
import { findDoer } from './accounts/store-accounts.ts';

/** A person did something with their own account. */
interface AuditedAct {
  readonly userId: string;
  /** `password.changed`: object and past tense. */
  readonly action: string;
  /** The session in which it was done: where it was last seen is where it was done from. */
  readonly sessionId?: string | undefined;
  /** Where the caller knows it better. */
  readonly address?: string | undefined;
  readonly reason?: string;
  readonly before?: AuditEntry['before'];
  readonly after?: AuditEntry['after'];
}

type AuditTrail = Pick<IdentityContext, 'audit' | 'vault'>;

/** Writes a deed into the audit log, last in its transaction. */
export async function recordAct(
  context: AuditTrail,
  tx: PoolClient,
  { userId, sessionId, address, ...deed }: AuditedAct,
): Promise<void> {
  const by = await doerOf(context, tx, { userId, sessionId, address });
  await context.audit.write(tx, { ...by, ...deed, objectType: 'user', objectId: userId });
}

/** Writes that a session has begun. `after`: what it was opened with. */
export async function recordStarted(
  { audit }: AuditTrail,
  tx: PoolClient,
  session: Pick<AuditEntry, 'role' | 'address' | 'after'> & { readonly id: string; readonly userId: string },
): Promise<void> {
  const { id, userId, ...by } = session;
  await audit.write(tx, { ...by, actorId: userId, action: 'session.started', objectType: 'session', objectId: id });
}

/** Writes how sessions or keys of a person ended, one entry each. */
export async function recordEnded(
  context: AuditTrail,
  tx: PoolClient,
  ended: {
    readonly userId: string;
    readonly ids: readonly string[];
    readonly why: string;
    readonly what?: 'session' | 'api_key';
    readonly sessionId?: string | undefined;
    readonly address?: string | undefined;
    /** The product ended them, not the person. */
    readonly bySystem?: boolean;
  },
): Promise<void> {
  const { ids, userId, why, what = 'session' } = ended;
  if (ids.length === 0) return;
  const by = await doerOf(context, tx, ended);
  const system = { actorId: null, role: 'SYSTEM', address: by.address } as const;
  await writeEnded(context.audit, tx, { ids, userId, what, why, by: ended.bySystem === true ? system : by });
}

async function doerOf(
  context: AuditTrail,
  tx: PoolClient,
  { userId, sessionId, address }: Pick<AuditedAct, 'userId' | 'sessionId' | 'address'>,
): Promise<Pick<AuditEntry, 'actorId' | 'role' | 'address'>> {
  const doer = await findDoer(tx, { userId, sessionId: sessionId ?? null });
  assert(doer !== null, 'something was done by nobody');
  const seen = address ?? (await opened(context, tx, { userId, text: doer.addressSealed })) ?? undefined;
  return { actorId: userId, role: doer.role, address: seen };
}
