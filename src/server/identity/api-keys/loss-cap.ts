import { refused } from '#domain/outcome.ts';
import type { Actor } from '#domain/identity/actor.ts';
import { CAP_MS } from '#domain/identity/api-key.ts';
import { realmOf } from '#domain/identity/policy.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import type { ApiKeyParts } from './api-keys.ts';
import type { ApiKeys, KeyStake, PlacedReply } from './contract.ts';
import type { ApiKeyRow } from './store-keys.ts';
import { lockKey, joinStake, lostWith, nameStake, putStake, releaseStake } from './store-stakes.ts';

/**
 * The loss cap of a key: what it lost and can still lose of what it placed in the last 24 hours, with the new stake at its worst, may not
 * pass it. The stake is claimed before it is placed, so that stakes placed at once count each other; a claim whose end nobody learnt
 * counts in full until its day is over. A repeat holds the claim of the first: only when all were told no is it dropped.
 */
export function createLossCap({ db, clock }: Pick<ApiKeyParts, 'db' | 'clock'>): ApiKeys['withinCap'] {
  /** false: it would pass the cap. */
  const claim = (actor: Actor, stake: KeyStake, cap: bigint): Promise<boolean> =>
    transaction(db, async (tx) => {
      const now = clock.now();
      const owner = { keyId: actor.sessionId, userId: actor.userId, realm: actor.realm, since: now - CAP_MS };
      await lockKey(tx, owner.keyId);
      if (await joinStake(tx, owner, { ...stake, now })) return true;
      const lost = await lostWith(tx, owner);
      if ((lost > 0n ? lost : 0n) + stake.worst > cap) return false;
      await putStake(tx, owner, { ...stake, now });
      return true;
    });

  return async (actor, stake, place) => {
    const cap = actor.grant?.lossCapDay ?? null;
    if (actor.grant === undefined || cap === null) return place();
    const { keyId } = actor.grant;
    if (!(await claim(actor, stake, cap))) {
      const refusal = {
        code: 'LimitReached',
        limit: 'key_loss_day',
        amount: cap,
        until: null,
        reason: 'could_pass',
      } as const;
      return refused(refusal);
    }
    const reply = await place();
    if (reply.ok) await nameStake(db, keyId, { ...stake, objectId: idOf(reply) });
    else await releaseStake(db, keyId, stake);
    return reply;
  };
}

/** How much of the cap of a key is used at `now` (ms): never below nothing, whatever it has won. */
export async function usedOf(
  db: Queryable,
  { id, actsAs, role }: Pick<ApiKeyRow, 'id' | 'actsAs' | 'role'>,
  now: number,
): Promise<Usdt> {
  const lost = await lostWith(db, { keyId: id, userId: actsAs, realm: realmOf(role), since: now - CAP_MS });
  return usdt(lost > 0n ? lost : 0n);
}

function idOf({ body }: Extract<PlacedReply, { ok: true }>): string {
  return (JSON.parse(body) as { readonly id: string }).id;
}
