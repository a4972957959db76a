import type { PoolClient } from 'pg';
import type { Approved } from '#server/approvals/index.ts';
import { actorOf, type Audit, type By } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { record } from '#server/facts/index.ts';
import { findRestrictions, insertRestriction, type RestrictionName } from './store-restrictions.ts';
import { lockControls } from './store.ts';

export interface RestrictionParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
}

/** What staff decide of a person. `holds` false: no longer. */
export interface RestrictionAsk {
  readonly userId: string;
  readonly what: RestrictionName;
  readonly holds: boolean;
  /** For the audit log. */
  readonly reason: string;
  readonly by: By | Approved;
}

const TOLD = {
  play: { true: 'play_restricted', false: 'play_allowed' },
  payouts: { true: 'payouts_held', false: 'payouts_released' },
} as const;

/**
 * Keeps a person from playing with real money, or their money from leaving, or ends that. They are told by mail and in the product. What is
 * open stays as it is and may be sold. 'two-people': money is let go only by an approval; 'as-before': nothing was done.
 */
export async function setRestriction(
  { clock, audit }: RestrictionParts,
  tx: PoolClient,
  { userId, what, holds, reason, by }: RestrictionAsk,
): Promise<'set' | 'as-before' | 'two-people'> {
  await lockControls(tx, userId);
  if ((await findRestrictions(tx, userId)).has(what) === holds) return 'as-before';
  if (what === 'payouts' && !holds && by.kind !== 'approved') return 'two-people';
  await insertRestriction(tx, { userId, what, holds, now: clock.now() });
  await record(tx, [
    { kind: 'eligibility.changed', userId },
    { kind: 'house.acted', userId, what: TOLD[what][`${holds}`] },
  ]);
  await audit.write(tx, {
    ...actorOf(by),
    action: holds ? 'restriction.set' : 'restriction.ended',
    objectType: 'user',
    objectId: userId,
    reason,
    before: { [what]: !holds },
    after: { [what]: holds },
  });
  return 'set';
}
