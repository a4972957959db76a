import type { Pool } from 'pg';
import type { Actor } from '#domain/identity/actor.ts';
import { usdt } from '#domain/money.ts';
import { moneyPair } from '#protocol/codecs.ts';
import type { RefillAnswer } from '#protocol/identity.ts';
import type { Bus } from '#server/bus/bus.ts';
import { transaction } from '#server/db/index.ts';
import { once } from '#server/idempotency/index.ts';
import { announceBalance } from '#server/ledger/announce-balance.ts';
import { topUpDemo } from '#server/ledger/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { RefillReply, RefillRequest } from '../contract.ts';

const ROUTE = 'user.refresh-demo-balance';

/** Journal 35 and, under a key, its answer in one transaction: both are there or neither. */
export async function refillDemo(
  { db, bus, settings }: { readonly db: Pool; readonly bus: Bus; readonly settings: LiveSettings },
  actor: Actor,
  { requestId, idempotency }: RefillRequest,
): Promise<RefillReply> {
  if (actor.realm !== 'demo') return { ok: false, refusal: { code: 'PermissionsError' } };
  const owner = { ownerId: actor.userId, realm: 'demo' } as const;
  const reply = await transaction(db, (tx) =>
    once(tx, idempotency && { ...idempotency, userId: actor.userId, route: ROUTE }, async () => {
      const { cash } = await topUpDemo(tx, {
        ownerId: owner.ownerId,
        target: usdt(settings.values['demo.cash']),
        refId: requestId,
      });
      return JSON.stringify(moneyPair('totalBalance', cash) satisfies RefillAnswer);
    }),
  );
  if (reply.ok && !reply.replayed) await announceBalance({ db, bus }, owner);
  return reply;
}
