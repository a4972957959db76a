import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Approved } from '#server/approvals/index.ts';
import { actorOf, type Audit, type By } from '#server/audit/index.ts';
import { findClosure, hastenClosure, insertClosure } from './store-closure.ts';
import type { Accounts } from './parts.ts';

/** open: its person still signs in; erased: it was done before; due: the server's next round does it. */
export type ErasureStep = 'open' | 'erased' | 'due';

export interface ErasureAsk {
  readonly userId: string;
  readonly now: number;
  readonly by: By | Approved;
  readonly reason: string;
}

/** Lets the erasure of a closed account come now instead of after 14 days; so of a blocked one, which its person cannot close. With its entry in the audit log. */
export async function eraseSoon(
  { accounts, audit }: { readonly accounts: Accounts; readonly audit: Pick<Audit, 'write'> },
  tx: PoolClient,
  { userId, now, by, reason }: ErasureAsk,
): Promise<ErasureStep> {
  const step = await hasten(accounts, tx, { userId, now });
  if (step !== 'due') return step;
  const entry = { action: 'account.erasure_asked', objectType: 'user', objectId: userId, reason };
  await audit.write(tx, { ...actorOf(by), ...entry });
  return step;
}

async function hasten(
  accounts: Accounts,
  tx: PoolClient,
  { userId, now }: { readonly userId: string; readonly now: number },
): Promise<ErasureStep> {
  const { closed, blocked } = await accounts.lock(tx, userId);
  const closure = await findClosure(tx, userId);
  if (closure?.erased === true) return 'erased';
  if (closure !== null) {
    await hastenClosure(tx, { id: closure.id, now });
    return 'due';
  }
  if (closed || !blocked) return 'open';
  // No mail brings this one back: nobody has the token.
  await insertClosure(tx, { id: uuidv7(), userId, tokenHash: randomBytes(32), askedAt: now, finalAt: now });
  await accounts.close(tx, { userId, now });
  return 'due';
}
