/**
 * Ideas by HTTP: suggested, read by the house, voted for, merged, and what becomes of them told. Beside them what is counted of the
 * articles of the help center.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caller, until, type Ask, type Asked } from '#tests/http-calls.ts';
import { actsBy, ADMIN_ORIGIN, officeOf, rowsOf, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
let office: Office;
let editor: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  ask = caller(server.origin);
  office = officeOf(server);
  editor = await personOf(server, 'EDITOR');
});
afterAll(() => server.stop());

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly votes: number;
  readonly voted: boolean;
  readonly own: boolean;
  readonly path: string | null;
}

const api = (path: string, asked: Asked = {}) => ask(`/api/v2/ideas${path}`, asked);
const itemsOf = async (path: string, person?: Person) =>
  (await api(path, person === undefined ? {} : { token: person.token })).json['items'] as unknown as readonly Shown[];
const act = (id: string, name: string, fields: object = {}) =>
  actsBy(office)(`ideas/${id}`, name, editor)({ reason: 'read it', fields });

async function suggest(title: string, { token }: Person, category = 'website'): Promise<string> {
  const made = await api('', { method: 'POST', token, body: { category, title, description: 'So that eyes rest.' } });
  expect(made.status, made.text).toBe(201);
  return String(made.json['id']);
}
const vote = (id: string, { token }: Person, voted = true) =>
  api(`/${id}/vote`, { method: 'PUT', token, body: { voted } });

async function told({ token }: Person, to: string): Promise<void> {
  await until(`the notification of ${to}`, async () => {
    const { json } = await ask('/api/v2/notifications', { token });
    const items = json['items'] as unknown as { kind: string; values: { to?: string } }[];
    return items.find(({ kind, values }) => kind === 'idea' && values.to === to);
  });
}

it('shows an idea once it was read, and merges two with every voter counted once and told', async () => {
  const [ada, ben, cleo] = [
    await personOf(server, 'USER'),
    await personOf(server, 'USER'),
    await personOf(server, 'USER'),
  ];
  const first = await suggest('A dark theme for charts', ada);
  expect(await itemsOf('')).toEqual([]);
  expect((await vote(first, ben)).status).toBe(404);
  expect(await itemsOf('/mine', ada)).toMatchObject([
    { id: first, state: 'PENDING', votes: 1, voted: true, own: true },
  ]);

  expect(rowsOf(await office('/api/v2/office/desks/ideas', editor)).map(({ id }) => id)).toContain(first);
  expect((await act(first, 'release')).json['error']?.['code']).toBe('ActRefused');
  expect((await act(first, 'publish')).json['said']).toBe('It is published.');
  await told(ada, 'OPEN');
  // Anybody finds what is like it while they write, and nothing by other words.
  expect((await itemsOf('/similar?text=Darker+themes')).map(({ id }) => id)).toEqual([first]);
  expect(await itemsOf('/similar?text=Pay+by+card')).toEqual([]);

  const second = await suggest('Dark mode', ben);
  await act(second, 'publish');
  expect((await vote(first, ben)).json).toMatchObject({ votes: 2, voted: true, own: false });
  expect((await vote(first, ben)).json).toMatchObject({ votes: 2 });
  expect((await vote(second, cleo)).json).toMatchObject({ votes: 2 });
  expect((await vote(second, ada)).json).toMatchObject({ votes: 3 });
  expect((await vote(second, ada, false)).json).toMatchObject({ votes: 2, voted: false });

  const record = await office(`/api/v2/office/desks/ideas/${first}`, editor);
  const number = /I-\d+/.exec(record.text)?.[0] ?? '';
  for (const wrong of [
    'I-999999',
    'none',
    /I-\d+/.exec((await office(`/api/v2/office/desks/ideas/${second}`, editor)).text)?.[0],
  ])
    expect((await act(second, 'merge', { into: wrong })).json['error']?.['details']?.['fields']).toEqual({
      into: 'unknown',
    });
  expect((await act(second, 'merge', { into: number })).json['said']).toBe(`It is part of ${number} now.`);
  // Ada, Ben who voted for both, and Cleo.
  expect(await itemsOf('', cleo)).toMatchObject([{ id: first, votes: 3, voted: true }]);
  for (const voter of [ben, cleo]) await told(voter, 'MERGED');
  expect((await itemsOf('/mine', ben)).map(({ id, state }) => [id, state])).toEqual([
    [second, 'MERGED'],
    [first, 'OPEN'],
  ]);
  expect((await vote(second, ada)).status).toBe(404);

  await act(first, 'start');
  const wrongPath = await act(first, 'release', { path: 'https://elsewhere.example' });
  expect(wrongPath.json['error']?.['details']?.['fields']).toEqual({ path: 'malformed' });
  expect((await act(first, 'release', { path: 'settings/appearance' })).json['said']).toBe('It is released.');
  await told(cleo, 'RELEASED');
  expect(await itemsOf('')).toMatchObject([{ id: first, state: 'RELEASED', path: 'settings/appearance' }]);
  expect((await vote(first, cleo, false)).json['error']?.['code']).toBe('IdeaClosed');
});

it('pages by votes and by age, filters by category, and hides what was hidden', async () => {
  const people = [await personOf(server, 'USER'), await personOf(server, 'USER')] as const;
  const ids: string[] = [];
  for (const title of ['Pay by card', 'Pay by phone', 'Pay by cheque'])
    ids.push(await suggest(title, people[0], 'newPayment'));
  for (const id of ids) await act(id, 'publish');
  await vote(ids[1] ?? '', people[1]);
  const titles = async (query: string) => {
    const all: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const next = cursor === '' ? '' : `&cursor=${cursor}`;
      const { json } = await api(`?category=newPayment&limit=2&${query}${next}`);
      all.push(...(json['items'] as unknown as Shown[]).map(({ title }) => title));
      cursor = json['nextCursor'] as string | null;
    }
    return all;
  };
  expect(await titles('sort=votes')).toEqual(['Pay by phone', 'Pay by cheque', 'Pay by card']);
  expect(await titles('sort=newest')).toEqual(['Pay by cheque', 'Pay by phone', 'Pay by card']);
  await act(ids[2] ?? '', 'hide');
  expect(await titles('sort=newest')).toEqual(['Pay by phone', 'Pay by card']);
  expect((await itemsOf('/mine', people[0])).map(({ title }) => title)).toEqual(['Pay by phone', 'Pay by card']);
});

it('takes five ideas of a person in a day, none of who practises, and none without words', async () => {
  const dora = await personOf(server, 'USER');
  const body = { category: 'wallet', title: 'One more', description: 'Of it.' };
  for (const wrong of [{ title: '\u200B' }, { description: ' ' }, { category: 'none' }, { title: 'x'.repeat(121) }])
    expect((await api('', { method: 'POST', token: dora.token, body: { ...body, ...wrong } })).status).toBe(400);
  for (let count = 0; count < 5; count++)
    expect((await api('', { method: 'POST', token: dora.token, body })).status).toBe(201);
  expect((await api('', { method: 'POST', token: dora.token, body })).json['error']?.['code']).toBe('IdeaLimit');
  const demo = await personOf(server, 'DEMO');
  expect((await api('', { method: 'POST', token: demo.token, body })).status).toBe(403);
});

it('counts how often an article is read and whether it helped, and never by whom', async () => {
  const post = (path: string, body?: object) =>
    ask(`/api/v2/help/articles/${path}`, {
      method: 'POST',
      headers: { 'accept-language': 'de' },
      ...(body === undefined ? {} : { body }),
    });
  for (const article of ['void', 'payout', 'void']) expect((await post(`${article}/views`)).status).toBe(200);
  expect((await post('none/views')).status).toBe(400);
  expect((await ask('/api/v2/help/popular')).json['items']).toEqual([
    { id: 'void', views: 2 },
    { id: 'payout', views: 1 },
  ]);
  expect((await post('void/verdicts', { helped: true, reason: 'wrong' })).status).toBe(200);
  for (const reason of ['unclear', 'unclear', 'wrong']) await post('void/verdicts', { helped: false, reason });
  await post('limits/verdicts', { helped: false });
  const desk = await office('/api/v2/office/desks/articles', editor);
  const cells = new Map(
    rowsOf(desk).map(({ id, cells: all }) => [
      id,
      all.slice(2).map((cell) => (cell as { v: string } | null)?.v ?? null),
    ]),
  );
  expect(cells.get('void')).toEqual(['2', '1', '3', '2 unclear, 1 wrong']);
  expect(cells.get('limits')).toEqual(['0', '0', '1', null]);
  expect(cells.get('rounds')).toEqual(['0', '0', '0', null]);
  const kept = await server.pool.query('SELECT DISTINCT language FROM help_verdict_day');
  expect(kept.rows).toEqual([{ language: 'de' }]);
});
