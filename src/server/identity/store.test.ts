import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { transaction } from '#server/db/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { deleteOld, endSession, findSession, insertPageView, insertPerson, insertSession } from './store.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 20);
let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.drop());

it('drops page views and sessions that ended long ago, and nothing else', async () => {
  const origin = { referral: null, utm: null };
  const actor = { userId: randomUUID(), sessionId: randomUUID(), role: 'DEMO', realm: 'demo' } as const;
  const [loggedOut, living] = [randomUUID(), randomUUID()];
  await transaction(db.pool, (tx) =>
    insertPerson(tx, { actor, origin, now: NOW - 120 * DAY, expiresAt: NOW - 119 * DAY }),
  );
  for (const sessionId of [loggedOut, living]) {
    await insertSession(db.pool, { actor: { ...actor, sessionId }, now: NOW - 100 * DAY, expiresAt: NOW + DAY });
  }
  await endSession(db.pool, loggedOut, NOW - 91 * DAY);
  for (const days of [91, 89]) {
    await insertPageView(db.pool, { userId: actor.userId, origin, now: NOW - days * DAY });
  }
  await deleteOld(db.pool, NOW - 90 * DAY);
  const found = await Promise.all([actor.sessionId, loggedOut, living].map((id) => findSession(db.pool, id)));
  expect(found.map((session) => session !== null)).toEqual([false, false, true]);
  const { rows } = await db.pool.query('SELECT count(*)::int AS views FROM page_view');
  expect(rows).toEqual([{ views: 1 }]);
});
