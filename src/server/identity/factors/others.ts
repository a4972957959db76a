import type { PoolClient } from 'pg';
import { nextStatus } from '#domain/identity/session-life.ts';
import { transaction } from '#server/db/index.ts';
import { endSessions } from '../sessions/store-sessions.ts';
import { recordEnded } from '../audit-trail.ts';
import type { FactorParts } from './parts.ts';

/** Who changes what protects their account, and from which session. */
interface Changer {
  readonly userId: string;
  readonly sessionId: string;
}

/** Ends the person's sessions but this one; before anything is written into the audit log. */
export type EndOthers = () => Promise<void>;

/**
 * One change of a second factor in a transaction. Whoever got in before it counted does not stay: `work` ends the other sessions once it has
 * changed something, and after the commit everybody hears of it.
 */
export async function changingFactor<T>(
  parts: FactorParts,
  { userId, sessionId }: Changer,
  work: (tx: PoolClient, endOthers: EndOthers) => Promise<T>,
): Promise<T> {
  const { db, clock, accounts } = parts;
  const reason = nextStatus('LIVE', 'CHANGE_FACTOR');
  let ended: readonly string[] = [];
  const result = await transaction(db, async (tx) => {
    const done = await work(tx, async () => {
      ended = await endSessions(tx, { userId, except: sessionId, reason, now: clock.now() });
    });
    await recordEnded(parts, tx, { userId, sessionId, ids: ended, why: reason });
    return done;
  });
  accounts.announceEnded(ended);
  return result;
}
