import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '#server/db/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { deleteOldMail, insertMail, markHanded, takeMail } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

it('a mail whose job is gone ends in time, as after a kill in its last try', async () => {
  const db = database.pool;
  const [waiting, handed] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  for (const id of [waiting, handed]) {
    const mail = { id, userId: randomUUID(), kind: 'forgot_password', language: 'en', sealed: Buffer.from('secret') };
    await transaction(db, (tx) => insertMail(tx, { ...mail, state: 'WAITING', now: 1_000 }));
  }
  await takeMail(db, { id: handed, until: 2_000 });
  await markHanded(db, { id: handed, attempts: 1, until: 2_000 });
  const after = async (said: number) => {
    await deleteOldMail(db, { now: 9_000, said, rows: 0 });
    const { rows } = await db.query('SELECT state, sealed, fault, ended_at FROM mail_outbox ORDER BY id');
    return rows as readonly object[];
  };
  expect(await after(1_000)).toMatchObject([{ state: 'WAITING' }, { state: 'HANDED' }]);
  const ended = { sealed: null, fault: 'given up', ended_at: new Date(9_000) };
  expect(await after(1_001)).toEqual([
    { state: 'FAILED', ...ended },
    { state: 'UNSURE', ...ended },
  ]);
});
