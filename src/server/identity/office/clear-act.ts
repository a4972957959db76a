import type { Pool, PoolClient } from 'pg';
import { ok, type Outcome } from '#domain/outcome.ts';
import { actorOf, type Audit } from '#server/audit/index.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { line, text } from '#server/desk/cells.ts';
import type { ActDone, ActSeat } from '#server/desk/contract.ts';
import type { Vault } from '#server/vault/index.ts';
import { opened } from '../context.ts';
import { findListed, listAddresses } from './store-people-desk.ts';

export interface ClearParts {
  readonly db: Pool;
  readonly vault: Vault;
  readonly audit: Pick<Audit, 'write'>;
  readonly legalNames: {
    of(
      db: Queryable,
      userId: string,
    ): Promise<{ readonly first: string | null; readonly last: string | null; readonly birthDate: string | null }>;
  };
  /** Keeps for the person that somebody saw what is masked otherwise. */
  readonly noteLook: (
    tx: PoolClient,
    look: { readonly userId: string; readonly staff: string; readonly what: 'clear' },
  ) => Promise<unknown>;
}

const ADDRESSES = 5;

/** What is masked of a person, in clear: to whoever proves anew who they are and says why. The person can read that it was done. */
export function shownClear(parts: ClearParts): ActSeat {
  return {
    desk: 'people',
    id: 'show-clear',
    label: 'Show in clear',
    text: 'Shows their email address, names, birth date and last network addresses here for 5 minutes.',
    permission: 'people.clear',
    rule: 'One person, after a proof of who they are. The person can read that you looked, and when.',
    stepUp: true,
    order: 45,
    refuses: () => Promise.resolve(null),
    run: ({ id, by, reason }): Promise<Outcome<ActDone>> =>
      transaction(parts.db, async (tx) => {
        const lines = await clearLines(parts, tx, id);
        await parts.noteLook(tx, { userId: id, staff: by.userId, what: 'clear' });
        const entry = { action: 'person.shown_clear', objectType: 'user', objectId: id, reason } as const;
        await parts.audit.write(tx, { ...actorOf(by), ...entry });
        return ok({ said: 'Shown for 5 minutes.', lines });
      }),
  };
}

async function clearLines({ vault, legalNames }: ClearParts, tx: PoolClient, userId: string) {
  const person = await findListed(tx, userId);
  const { first, last, birthDate } = await legalNames.of(tx, userId);
  const open = (sealed: Buffer | null) => opened({ vault }, tx, { userId, text: sealed });
  const addresses: string[] = [];
  for (const { address } of await listAddresses(tx, { userId, limit: ADDRESSES })) {
    const clear = await open(address);
    if (clear !== null && !addresses.includes(clear)) addresses.push(clear);
  }
  return [
    line('Email', text(await open(person?.emailSealed ?? null))),
    line('First name', text(first)),
    line('Last name', text(last)),
    line('Born', text(birthDate)),
    line('Nickname', text(await open(person?.nicknameSealed ?? null))),
    line('Network addresses', text(addresses.join(', '))),
  ];
}
