/** Reports of suspicious activity: written by one officer, filed by another, and seen by nobody else. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Staff as OfficeStaff } from '#server/desk/index.ts';
import { VERIFICATION_PERSONAL_DATA } from '#server/verification/personal-data.ts';
import { suspicionSeat } from '#server/verification/suspicion/reports-seat.ts';
import { openDocumentsWorld, type DocumentsWorld } from '#tests/worlds/documents-world.ts';

let world: DocumentsWorld;
beforeAll(async () => {
  world = await openDocumentsWorld();
});
afterAll(() => world.close());

const SEEN = 'Five deposits of 990 within an hour, from five addresses.';

it('are ended by another officer than the one who wrote them, once, and say nothing in the audit log of whom', async () => {
  const { parts, database } = world;
  const officer = async () => ({ ...(await world.officer()), address: '127.0.0.1' }) as OfficeStaff;
  const [one, other, ada] = [await officer(), await officer(), await world.person()];
  const seat = suspicionSeat({
    ...parts,
    db: database.pool,
    colleagueOf: () => Promise.resolve({ name: 'An officer' }),
  });
  const act = async (name: string, asked: { id: string; by: OfficeStaff; fields?: Record<string, string> }) =>
    seat.acts?.find(({ id }) => id === name)?.run({ reason: 'for a test', fields: {}, ...asked });

  expect(await act('report-suspicion', { id: ada, by: one, fields: { seen: 'odd' } })).toMatchObject({
    refusal: { code: 'InvalidRequest' },
  });
  expect(await act('report-suspicion', { id: one.userId, by: one, fields: { seen: SEEN } })).toMatchObject({
    refusal: { code: 'ActRefused' },
  });
  expect(await act('report-suspicion', { id: ada, by: one, fields: { seen: SEEN } })).toMatchObject({ ok: true });
  const rows = await seat.desks?.[0]?.list?.read({ by: other, filter: {}, after: null, limit: 10 });
  const id = rows?.rows[0]?.id ?? '';
  expect(await seat.desks?.[0]?.count?.(other)).toBe(1);

  const reference = { reference: 'FIU 7' };
  const own = await Promise.all(Array.from({ length: 20 }, () => act('file', { id, by: one, fields: reference })));
  expect(own.filter((answer) => answer?.ok)).toEqual([]);
  const twice = await Promise.all([act('file', { id, by: other, fields: reference }), act('drop', { id, by: other })]);
  expect(twice.filter((answer) => answer?.ok)).toHaveLength(1);
  const [part] = seat.parts ?? [];
  const lines = part?.place === 'facts' ? await part.lines({ id, by: other }) : null;
  expect(JSON.stringify(lines)).toContain(SEEN);

  const { rows: kept } = await database.pool.query<{ text: Buffer }>('SELECT text FROM suspicion_report');
  expect(kept[0]?.text.includes('deposits')).toBe(false);
  const { rows: noted } = await database.pool.query<{ about: string }>('SELECT subject_id AS about FROM audit_log');
  expect(noted).toHaveLength(2);
  expect(noted.filter(({ about }) => about === ada)).toEqual([]);
  // The file of their data that a person may ask for has nothing of it.
  const table = VERIFICATION_PERSONAL_DATA.tables.find(({ table: name }) => name === 'suspicion_report');
  expect(table).toMatchObject({ plain: [], sealed: [] });
});
