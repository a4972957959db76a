import { randomUUID } from 'node:crypto';
import type { Actor, Role } from '#domain/identity/actor.ts';
import { DEMO_CASH } from '#domain/identity/demo.ts';
import { realmOf } from '#domain/identity/policy.ts';
import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import { loadTokenKeys } from '#server/identity/keys.ts';
import { insertPerson } from '#server/identity/store.ts';
import { createTokens } from '#server/identity/sessions/tokens.ts';
import { record } from '#server/facts/index.ts';
import { openAccount, openAccounts } from '#server/ledger/accounts.ts';
import { post, topUpDemo } from '#server/ledger/index.ts';
import { saveName } from '#server/verification/store.ts';
import type { TestServer } from './server.ts';

export interface Person {
  readonly token: string;
  readonly id: string;
}

/** Where people are made: a server of a test, or one that was started. */
export type PersonsPlace = Pick<TestServer, 'pool'> & { readonly config: Pick<TestServer['config'], 'dataDir'> };

/** A person of any role with a session. A `USER` gets 1,000 by an adjustment, a `DEMO` 10,000. */
export async function personOf(server: PersonsPlace, role: Role): Promise<Person> {
  const tokens = createTokens(await loadTokenKeys(server.config.dataDir));
  const actor: Actor = { userId: randomUUID(), sessionId: randomUUID(), role, realm: realmOf(role) };
  const now = Date.now();
  const span = { from: now, to: now + 3_600_000 };
  await transaction(server.pool, async (tx) => {
    await insertPerson(tx, { actor, origin: { referral: null, utm: null }, now, expiresAt: span.to });
    if (role !== 'DEMO') {
      await tx.query('UPDATE app_user SET email_confirmed_at = now() WHERE id = $1', [actor.userId]);
      // As approved long ago: no news of it comes into what a test waits for.
      await saveName(tx, actor.userId, { status: 'APPROVED' });
      await record(tx, [{ kind: 'eligibility.changed', userId: actor.userId }]);
    }
    const { cash } = await openAccounts(tx, { ownerId: actor.userId, realm: actor.realm });
    if (role === 'DEMO') await topUpDemo(tx, { ownerId: actor.userId, target: DEMO_CASH });
    if (role !== 'USER') return;
    const adjustment = await openAccount(tx, { realm: 'real', kind: 'adjustment', ownerId: null, ref: '' });
    await post(tx, {
      realm: 'real',
      kind: 'adjustment',
      refType: 'test',
      refId: actor.userId,
      transfers: [{ code: 370, debit: adjustment, credit: cash, amount: usdt(1_000_000_000n) }],
    });
  });
  return { token: await tokens.issue(actor, span), id: actor.userId };
}
