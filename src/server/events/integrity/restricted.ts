import type { Pool, PoolClient } from 'pg';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { actorOf, type Audit, type Staff } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { findMarket } from '../store.ts';
import { dropBarred, findKinds, lockEvent, putBarred, putKinds } from './store-restricted.ts';

/** What keeping people from a market needs. */
export interface RestrictedParts {
  readonly db: Pool;
  readonly audit: Pick<Audit, 'write'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Is this somebody who plays, or played, with real money? */
  readonly isPerson: (tx: PoolClient, userId: string) => Promise<boolean>;
}

/** An act of a colleague on the event of a market. */
interface OnEvent {
  readonly marketId: string;
  readonly by: Staff;
  readonly reason: string;
}

const NO_MARKET = refused({ code: 'ActRefused', why: 'There is no such market.' });

/** Says anew who may not trade an event; an empty list: everybody may. Whoever has spoken to the list before is asked again. */
export function setKinds(
  { db, audit, clock }: RestrictedParts,
  { marketId, kinds, by, reason }: OnEvent & { readonly kinds: readonly string[] },
): Promise<Outcome<string>> {
  return transaction(db, async (tx) => {
    const market = await findMarket(tx, marketId);
    if (market === null || !(await lockEvent(tx, market.eventId))) return NO_MARKET;
    const before = (await findKinds(tx, market.eventId))?.kinds ?? [];
    if (before.join('\n') === kinds.join('\n')) return refused({ code: 'ActRefused', why: 'It says so already.' });
    await putKinds(tx, { eventId: market.eventId, kinds, at: clock.now() });
    const about = { action: 'event.kinds_restricted', objectType: 'event_market', objectId: marketId, reason };
    await audit.write(tx, { ...actorOf(by), ...about, before: { kinds: [...before] }, after: { kinds: [...kinds] } });
    return ok(kinds.length === 0 ? 'It names nobody now.' : 'Whoever orders with real money is asked now.');
  });
}

/** Keeps a person from an event by name: their orders there end, and none is taken. What they hold stays and is paid. */
export async function restrictPerson(
  { db, audit, clock, isPerson }: RestrictedParts,
  { marketId, userId, by, reason }: OnEvent & { readonly userId: string },
): Promise<Outcome<string>> {
  if (by.userId === userId) return refused({ code: 'ActRefused', why: 'Another person must do this.' });
  return transaction(db, async (tx) => {
    const market = await findMarket(tx, marketId);
    if (market === null) return NO_MARKET;
    if (!(await isPerson(tx, userId))) return refused({ code: 'ActRefused', why: 'Nobody with this id trades.' });
    if (!(await putBarred(tx, { eventId: market.eventId, userId, reason, at: clock.now() })))
      return refused({ code: 'ActRefused', why: 'They are on its list.' });
    const about = { action: 'event.person_restricted', objectType: 'event_market', objectId: marketId, reason };
    await audit.write(tx, { ...actorOf(by), ...about, subjectId: userId });
    return ok('Their orders there end, and no more are taken. What they hold stays and is paid.');
  });
}

/** Lets a person trade an event again. */
export function releasePerson(
  { db, audit }: RestrictedParts,
  { marketId, userId, by, reason }: OnEvent & { readonly userId: string },
): Promise<Outcome<string>> {
  return transaction(db, async (tx) => {
    const market = await findMarket(tx, marketId);
    if (market === null) return NO_MARKET;
    if (!(await dropBarred(tx, market.eventId, userId)))
      return refused({ code: 'ActRefused', why: 'They are not on its list.' });
    const about = { action: 'event.person_released', objectType: 'event_market', objectId: marketId, reason };
    await audit.write(tx, { ...actorOf(by), ...about, subjectId: userId });
    return ok('They may trade it again.');
  });
}
