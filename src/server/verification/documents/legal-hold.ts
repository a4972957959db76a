import type { Pool, PoolClient } from 'pg';
import { ok, refused } from '#domain/outcome.ts';
import { actorOf, type Audit, type HouseAct } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import type { ActSeat } from '#server/desk/contract.ts';
import { isHeld, setHold } from './store-reviews.ts';

interface HoldParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
}

const ALREADY = { true: 'What we hold of this person is kept already.', false: 'Nothing of this person is held.' };

/** Keeps all that is held of a person, or lets it go again, with its entry in the audit log. False: it was so, and nothing was done. */
async function holdRecords(
  { clock, audit }: HoldParts,
  tx: PoolClient,
  { userId, isOn, by, reason }: HouseAct & { readonly userId: string; readonly isOn: boolean },
): Promise<boolean> {
  const { actorId } = actorOf(by);
  const isDone = await setHold(tx, { userId, on: isOn, by: actorId, now: clock.now() });
  if (!isDone) return false;
  await audit.write(tx, {
    ...actorOf(by),
    action: isOn ? 'records.held' : 'records.released',
    objectType: 'user',
    objectId: userId,
    subjectId: userId,
    reason,
  });
  return true;
}

/** On the page of a person: a court or an inquiry wants what is held of them, or no longer does. */
export function holdActs(parts: HoldParts & { readonly db: Pool }): readonly ActSeat[] {
  const { db } = parts;
  const actOf = (isOn: boolean, words: Pick<ActSeat, 'id' | 'label' | 'text' | 'rule' | 'order'>): ActSeat => ({
    desk: 'people',
    permission: 'verification.decide',
    ...words,
    refuses: async ({ id }) => ((await isHeld(db, id)) === isOn ? ALREADY[`${isOn}`] : null),
    run: async ({ id, by, reason }) => {
      const isDone = await transaction(db, (tx) => holdRecords(parts, tx, { userId: id, isOn, by, reason }));
      if (!isDone) return refused({ code: 'ActRefused', why: ALREADY[`${isOn}`] });
      return ok(
        isOn ? 'Held. Nothing of this person is removed.' : 'Released. What is past its time is removed again.',
      );
    },
  });
  return [
    actOf(true, {
      id: 'hold-records',
      label: 'Hold records',
      text: 'Nothing that we hold of the person is removed, also when they close their account or its time is over.',
      rule: 'A court or an inquiry asks for it. The person isn’t told.',
      order: 70,
    }),
    actOf(false, {
      id: 'release-records',
      label: 'Release records',
      text: 'Records of the person are removed again when their time is over.',
      rule: 'Whoever asked for the hold needs it no more.',
      order: 71,
    }),
  ];
}
