import type { Pool, PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { nextStatus } from '#domain/identity/session-life.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { HOUR_MS } from '#domain/time.ts';
import { actorOf, type Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import type { ActDone, ActSeat } from '#server/desk/contract.ts';
import { record } from '#server/facts/index.ts';
import { defineJob, enqueueWith } from '#server/jobs/index.ts';
import { endSessions } from '../sessions/store-sessions.ts';
import type { Tokens } from '../sessions/tokens.ts';
import { findListed } from './store-people-desk.ts';
import { findSeen, findSeenById, insertSeen } from './store-seen.ts';

/** How long staff sees the product as somebody, ms. */
const SEEN_MS = HOUR_MS / 4;

/** Ends the view of staff when its time is over, and tells the person of it. */
export const END_SEEING = defineJob({
  name: 'identity.end-seeing',
  payload: z.strictObject({ session: z.uuid() }),
  tries: 100,
  longestMs: 30_000,
});

export interface SeeAsParts {
  readonly config: Pick<Config, 'origins'>;
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly accessTokens: Pick<Tokens, 'issue'>;
  /** Keeps for the person that somebody sees the product as they do; the id of the look. */
  readonly noteLook: (
    tx: PoolClient,
    look: { readonly userId: string; readonly staff: string; readonly what: 'as_person' },
  ) => Promise<string>;
  /** false: it was over before. */
  readonly endLook: (tx: PoolClient, id: string) => Promise<boolean>;
}

/** Staff sees the product as a person does: for 15 minutes, changing nothing, written down, and told to the person afterwards. */
export function seeAsActs(parts: SeeAsParts): readonly ActSeat[] {
  const { db, clock } = parts;
  return [
    {
      desk: 'people',
      id: 'see-as',
      label: 'See as this person',
      text: 'Opens the product as they see it, for 15 minutes. Nothing can be changed by it.',
      permission: 'people.see_as',
      rule: 'One person, after a proof of who they are. The person is told when it is over.',
      stepUp: true,
      order: 46,
      refuses: async ({ id, by }) => {
        const person = await findListed(db, id);
        if (person?.role !== 'USER') return 'Only people who trade with real money are seen so.';
        if (person.blockedAt !== null || person.closedAt !== null) return 'Nobody is let in by this account.';
        const live = await findSeen(db, { userId: id, staff: by.userId, now: clock.now() });
        return live === null ? null : 'You see the product as this person already.';
      },
      run: ({ id, by, reason }): Promise<Outcome<ActDone>> => beginSeeing(parts, { userId: id, by, reason }),
    },
    {
      desk: 'people',
      id: 'stop-seeing',
      label: 'Stop seeing as this person',
      text: 'Ends what you opened as this person. They are told of it now.',
      permission: 'people.see_as',
      rule: 'Whoever opened it.',
      order: 47,
      refuses: async ({ id, by }) =>
        (await findSeen(db, { userId: id, staff: by.userId, now: clock.now() })) === null
          ? 'You don’t see the product as this person.'
          : null,
      run: async ({ id, by, reason }) => {
        const session = await findSeen(db, { userId: id, staff: by.userId, now: clock.now() });
        const done = session !== null && (await endSeeing(parts, session, { by: actorOf(by), reason }));
        return done ? ok('Ended. The person is told.') : refused({ code: 'ActRefused', why: 'It was over before.' });
      },
    },
  ];
}

type Beginning = Parameters<ActSeat['run']>[0]['by'];

async function beginSeeing(
  parts: SeeAsParts,
  { userId, by, reason }: { readonly userId: string; readonly by: Beginning; readonly reason: string },
): Promise<Outcome<ActDone>> {
  const now = parts.clock.now();
  const span = { from: now, to: now + SEEN_MS };
  const actor = { userId, sessionId: uuidv7(), role: 'USER', realm: 'real' } as const;
  await transaction(parts.db, async (tx) => {
    const look = await parts.noteLook(tx, { userId, staff: by.userId, what: 'as_person' });
    const session = { id: actor.sessionId, userId, seenFrom: by.sessionId, look, now, expiresAt: span.to };
    await insertSeen(tx, session);
    await enqueueWith(tx, END_SEEING, { payload: { session: session.id }, at: span.to });
    const entry = { action: 'person.seen_as', objectType: 'user', objectId: userId, reason } as const;
    await parts.audit.write(tx, { ...actorOf(by), ...entry });
  });
  const token = await parts.accessTokens.issue(actor, span);
  return ok({
    said: 'Ready to open in a new tab. It ends in 15 minutes.',
    opens: `${parts.config.origins.main}/en/trading#as=${token}`,
  });
}

/** Ends a view of staff, once, and tells the person. false: it was over before. `end`: who ended it; the job: its time is over. */
export async function endSeeing(
  parts: Pick<SeeAsParts, 'db' | 'clock' | 'audit' | 'endLook'>,
  session: string,
  end?: { readonly by: ReturnType<typeof actorOf>; readonly reason: string },
): Promise<boolean> {
  return transaction(parts.db, async (tx) => {
    const seen = await findSeenById(tx, session);
    if (seen === null || !(await parts.endLook(tx, seen.look))) return false;
    const { userId } = seen;
    await endSessions(tx, { userId, only: session, reason: nextStatus('LIVE', 'REVOKE'), now: parts.clock.now() });
    await record(tx, [
      { kind: 'access.ended', userId, ended: [session] },
      { kind: 'house.acted', userId, what: 'account_seen' },
    ]);
    await parts.audit.write(tx, {
      ...(end?.by ?? { actorId: null, role: 'SYSTEM' }),
      action: 'person.seen_as_ended',
      objectType: 'user',
      objectId: userId,
      reason: end?.reason ?? 'its time is over',
    });
    return true;
  });
}
