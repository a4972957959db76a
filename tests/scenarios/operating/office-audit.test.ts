/** Every change of state in the back office has its entry in the audit log. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKS } from '#protocol/office/desks.ts';
import type { ActField } from '#protocol/office/cells.ts';
import type { OfficeAct } from '#protocol/office/office.ts';
import { OFFICE } from '#protocol/tables/office.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { actsBy, ADMIN_ORIGIN, officeOf, rowsOf, type ActOn, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { KEPT_FROM_AUDITORS } from './office-rights.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let office: Office;
let actOn: ActOn;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  office = officeOf(server);
  actOn = actsBy(office);
  admin = await personOf(server, 'ADMIN');
  await proveAgain(server, admin.id);
});
afterAll(() => server.stop());

/** Entries of the log so far. */
async function entries(): Promise<number> {
  const { rows } = await server.pool.query<{ n: number }>(`SELECT seq::int AS n FROM audit_head WHERE log = 'people'`);
  return rows[0]?.n ?? 0;
}

/** Something that a field takes. */
function filled({ kind, options = [], value = '' }: ActField): string {
  if (kind === 'fixed') return value;
  if (kind === 'choice') return options.at(-1)?.value ?? '';
  if (kind === 'money' || kind === 'number') return '2';
  return kind === 'day' ? '2026-12-01' : 'T-1';
}

/** The newest record of a desk; null: it has none now. */
async function recordAt(desk: string): Promise<string | null> {
  if (desk === 'people') return `people/${(await personOf(server, 'USER')).id}`;
  const [row] = rowsOf(await office(`/api/v2/office/desks/${desk}?limit=1`, admin)) ?? [];
  return row === undefined ? null : `${desk}/${encodeURIComponent(row.id)}`;
}

it('is written for each act that is done, whatever desk it is at', async () => {
  const done: string[] = [];
  const unwritten: string[] = [];
  // People first: what is done with them makes records of other desks.
  for (const { id: desk } of DESKS) {
    const record = await recordAt(desk);
    if (record === null) continue;
    const page = await office(`/api/v2/office/desks/${record}`, admin);
    const acts = (page.json['acts'] ?? []) as unknown as OfficeAct[];
    for (const { id } of acts) {
      // Each may do what the one before made possible: its fields are asked for anew.
      const now = (await office(`/api/v2/office/desks/${record}`, admin)).json['acts'] as unknown as OfficeAct[];
      const fields = now.find((one) => one.id === id)?.fields ?? [];
      const before = await entries();
      const body = { reason: 'a test', fields: Object.fromEntries(fields.map((one) => [one.name, filled(one)])) };
      const answer = await actOn(record, id, admin)(body);
      const name = `${desk}.${id}`;
      if (answer.status !== 200) continue;
      done.push(name);
      if ((await entries()) === before) unwritten.push(name);
    }
  }
  expect(unwritten).toEqual([]);
  // The walk reaches what it is about.
  expect(done).toEqual(
    expect.arrayContaining(['people.block', 'people.restrict', 'people.see-as', 'approvals.refuse', 'modes.set-mode']),
  );
});

it('shows an auditor every record with all its parts, and lets them do no act on any', async () => {
  const auditor = await personOf(server, 'AUDITOR');
  const seen: string[] = [];
  const wrong: string[] = [];
  for (const { id: desk } of DESKS.filter((one) => !KEPT_FROM_AUDITORS.includes(one.id))) {
    const list = await office(`/api/v2/office/desks/${desk}`, auditor);
    if (list.status !== 200) wrong.push(`${desk}: ${list.status}`);
    const record = await recordAt(desk);
    const page = record === null ? null : await office(`/api/v2/office/desks/${record}`, auditor);
    // Some desks have no records of their own.
    if (record === null || page === null || page.status === 404) continue;
    seen.push(desk);
    const tabs = (page.json['tabs'] ?? []) as unknown as { id: string }[];
    for (const path of [...tabs.map(({ id }) => `parts/${id}`), 'timeline']) {
      const part = await office(`/api/v2/office/desks/${record}/${path}`, auditor);
      if (part.status !== 200) wrong.push(`${record}/${path}: ${part.status}`);
    }
    for (const act of (page.json['acts'] ?? []) as unknown as OfficeAct[]) {
      const answer = await actOn(record, act.id, auditor)({ reason: 'a test' });
      if (answer.status !== 403 || act.refused === null) wrong.push(`${desk}.${act.id}: ${answer.status}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(seen).toEqual(expect.arrayContaining(['people', 'pairs', 'modes', 'settings', 'journals', 'audit']));
});

it('is written for what colleagues leave on a record', async () => {
  const person = await personOf(server, 'USER');
  const at = `/api/v2/office/desks/people/${person.id}`;
  const view = { desk: 'people', name: 'Mine', filter: '', shared: true };
  /** By the name of the row: a row that changes something and isn't here fails the walk. */
  const calls: Readonly<Record<string, readonly [string, unknown?]>> = {
    note: [`${at}/notes`, { text: 'Called.' }],
    tags: [`${at}/tags`, { tags: ['vip'] }],
    lock: [`${at}/lock`, { how: 'take' }],
    saveView: ['/api/v2/office/views', view],
  };
  const changing = Object.entries(OFFICE).filter(([, { method }]) => method !== 'GET');
  expect(changing.map(([name]) => name).toSorted()).toEqual([...Object.keys(calls), 'act', 'dropView'].toSorted());
  // A lock is news where it is taken from somebody.
  const lockPath = `${at}/lock`;
  await office(lockPath, await personOf(server, 'SUPPORT'), { method: 'PUT', body: { how: 'keep' } });
  let saved = '';
  for (const [name, [path, body]] of Object.entries(calls)) {
    const { method } = OFFICE[name as keyof typeof OFFICE];
    const before = await entries();
    const answer = await office(path, admin, { method, body });
    expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(300);
    if (name === 'saveView') saved = String(answer.json['id']);
    expect(await entries(), name).toBeGreaterThan(before);
  }
  const before = await entries();
  expect((await office(`/api/v2/office/views/${saved}`, admin, { method: 'DELETE' })).status).toBe(200);
  expect(await entries()).toBeGreaterThan(before);
});
