import { ok, refused } from '#domain/outcome.ts';
import { nextStatus } from '#domain/identity/session-life.ts';
import type { SessionWire } from '#protocol/account.ts';
import { isRowId, toIso } from '#protocol/codecs.ts';
import { readCursor, writeCursor } from '#protocol/cursors.ts';
import { transaction } from '#server/db/index.ts';
import { pageOf } from '#server/routing/page.ts';
import type { SessionList } from '../contract.ts';
import type { Accounts } from '../contract-factors.ts';
import { opened, type IdentityContext } from '../context.ts';
import { endSessions, findLiving, findSignIns, type LivingSession } from './store-sessions.ts';
import { recordEnded } from '../audit-trail.ts';

/** Where a person is signed in, and was. */
export function createSessionList(context: IdentityContext, accounts: Accounts): SessionList {
  const { db, clock } = context;
  const from = async (userId: string, text: Buffer | null) => {
    const address = await opened(context, db, { userId, text });
    return { address, country: address === null ? null : context.countryOf(address) };
  };
  const toWire = async (session: LivingSession, current: string): Promise<SessionWire> => ({
    id: session.id,
    current: session.id === current,
    method: session.method,
    userAgent: session.userAgent,
    ...(await from(session.userId, session.addressSealed)),
    startedAt: toIso(session.startedAt),
    lastSeenAt: toIso(session.renewedAt),
    expiresAt: toIso(session.expiresAt),
  });
  return {
    list: async ({ userId, sessionId }) => {
      const living = await findLiving(db, userId, clock.now());
      return Promise.all(living.map((session) => toWire(session, sessionId)));
    },
    end: async ({ userId, sessionId: current }, sessionId) => {
      if (!isRowId(sessionId)) return refused({ code: 'NotFound' });
      const reason = nextStatus('LIVE', 'REVOKE');
      const ended = await transaction(db, async (tx) => {
        const ids = await endSessions(tx, { userId, only: sessionId, reason, now: clock.now() });
        await recordEnded(context, tx, { userId, sessionId: current, ids, why: reason });
        return ids;
      });
      if (ended.length === 0) return refused({ code: 'NotFound' });
      accounts.announceEnded(ended);
      return ok(null);
    },
    endOthers: async ({ userId, sessionId }) => {
      const reason = nextStatus('LIVE', 'REVOKE');
      const now = clock.now();
      const { living, ids } = await transaction(db, async (tx) => {
        const living = await findLiving(tx, userId, now);
        const ids = await endSessions(tx, { userId, except: sessionId, reason, now });
        await recordEnded(context, tx, { userId, sessionId, ids, why: reason });
        return { living, ids };
      });
      accounts.announceEnded(ids);
      // A session whose time was over has ended nowhere.
      return Promise.all(living.filter(({ id }) => ids.includes(id)).map((session) => toWire(session, sessionId)));
    },
    history: async ({ userId }, { cursor, limit }) => {
      const rows = await findSignIns(db, {
        userId,
        before: readCursor('signIns', cursor)?.[0] ?? null,
        limit: limit + 1,
      });
      const page = pageOf(rows, limit, {
        cursor: ({ id }) => writeCursor('signIns', [id]),
        item: async (row) => ({
          id: row.id,
          at: toIso(row.at.getTime()),
          method: row.method,
          outcome: row.outcome,
          userAgent: row.userAgent,
          ...(await from(userId, row.addressSealed)),
        }),
      });
      return { ...page, items: await Promise.all(page.items) };
    },
  };
}
