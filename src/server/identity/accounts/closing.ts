import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';
import { endKeysOf } from '../api-keys/store-keys.ts';
import { endWaiting } from '../email-change/store-email-change.ts';
import { endSessionsFor, findPerson, lockPerson, setClosed, type PersonRow } from './store-people.ts';

/** What the end of an account asks of it; each in the transaction of its caller, who holds the person to change something. */
export const accountClosing = {
  /** null: there is no such account. */
  find: (db: Queryable, userId: string): Promise<PersonRow | null> => findPerson(db, userId),
  /** One at a time for a person, until the transaction ends. */
  lock: (tx: PoolClient, userId: string): Promise<PersonRow> => lockPerson(tx, userId),
  /** Closes the account: its change of address, sessions and API keys end. The ids of what ended. */
  async close(
    tx: PoolClient,
    { userId, now }: { readonly userId: string; readonly now: number },
  ): Promise<{ readonly sessions: readonly string[]; readonly keys: readonly string[] }> {
    await setClosed(tx, userId, now);
    await endWaiting(tx, { userId, outcome: 'CANCELLED', now });
    const sessions = await endSessionsFor(tx, { userId, except: null, reason: 'closed', now });
    return { sessions, keys: await endKeysOf(tx, { userId, now }) };
  },
  /** Opens it again. */
  reopen: (tx: PoolClient, userId: string): Promise<void> => setClosed(tx, userId, null),
};
