import type { Pool } from 'pg';
import type { Actor } from '#domain/identity/actor.ts';
import { DEMO_CASH } from '#domain/identity/demo.ts';
import { moneyPair } from '#protocol/codecs.ts';
import type { RefillAnswer } from '#protocol/identity.ts';
import type { Bus } from '#server/bus/bus.ts';
import { transaction } from '#server/db/index.ts';
import { findAnswer, insertAnswer } from '#server/idempotency/index.ts';
import { balancesOf, topUpDemo } from '#server/ledger/index.ts';
import { announceBalance } from './balance-news.ts';
import type { RefillReply, RefillRequest } from '../contract.ts';
import { lockPerson } from '../store.ts';

const ROUTE = 'user.refresh-demo-balance';

/** Journal 35 and, under a key, its answer in one transaction: both are there or neither. */
export async function refillDemo(
  { db, bus }: { readonly db: Pool; readonly bus: Bus },
  actor: Actor,
  { requestId, idempotency }: RefillRequest,
): Promise<RefillReply> {
  if (actor.realm !== 'demo') return { ok: false, refusal: { code: 'PermissionsError' } };
  const owner = { ownerId: actor.userId, realm: 'demo' } as const;
  const reply = await transaction(db, async (tx): Promise<RefillReply> => {
    const scope = idempotency && { ...idempotency, userId: actor.userId, route: ROUTE };
    if (scope !== null) {
      await lockPerson(tx, actor.userId);
      const stored = await findAnswer(tx, scope);
      if (stored !== null && stored.bodyHash !== scope.bodyHash) {
        return { ok: false, refusal: { code: 'IdempotencyConflict', reason: 'content' } };
      }
      if (stored !== null) return { ok: true, body: stored.body, replayed: true };
    }
    const { cash } = await topUpDemo(tx, { ownerId: owner.ownerId, target: DEMO_CASH, refId: requestId });
    const body = JSON.stringify(moneyPair('totalBalance', cash) satisfies RefillAnswer);
    if (scope !== null) await insertAnswer(tx, { ...scope, body });
    return { ok: true, body, replayed: false };
  });
  if (reply.ok && !reply.replayed) await announceBalance({ bus, owner, read: () => balancesOf(db, owner) });
  return reply;
}
