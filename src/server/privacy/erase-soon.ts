import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { findClosure, hastenClosure, insertClosure } from './store-closure.ts';
import type { Accounts } from './parts.ts';

/** open: its person still signs in; erased: it was done before; due: the server's next round does it. */
export type ErasureStep = 'open' | 'erased' | 'due';

/** Lets the erasure of a closed account come now instead of after 14 days; so of a blocked one, which its person cannot close. */
export async function eraseSoon(
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
