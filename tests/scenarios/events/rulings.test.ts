/** What colleagues say of rules and results: kept with the rules, found by everybody, and shown to whoever writes rules like them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caller, until, type Ask } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { actsBy, ADMIN_ORIGIN, approveOpen, officeOf, rowsOf, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
let office: Office;
let staff: Readonly<Record<'editor' | 'reviewer' | 'lead' | 'other' | 'resolver' | 'second', Person>>;

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  ask = caller(server.origin);
  office = officeOf(server);
  staff = {
    editor: await personOf(server, 'EDITOR'),
    reviewer: await personOf(server, 'EDITOR'),
    lead: await personOf(server, 'ADMIN'),
    other: await personOf(server, 'ADMIN'),
    resolver: await personOf(server, 'RESOLVER'),
    second: await personOf(server, 'RESOLVER'),
  };
});
afterAll(() => server.stop());

const TERMS = {
  rules: 'YES if the bridge over the strait carries cars before the end of June 2035, UTC.',
  source: 'https://roads.example/bridge',
  backupSource: 'https://news.example/bridge',
  cutOffAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  timeZone: 'Europe/Madrid',
  threshold: 'The first statement. The backup source counts where the two disagree.',
  ifTied: 'Cannot be.',
  ifPostponed: 'Void after 7 days.',
  ifCancelled: 'Void.',
};
const EVENT = {
  category: 'world',
  event: 'Does the bridge over the strait open?',
  summary: 'In June.',
  tags: 'bridge',
};

const actOn =
  (record: string, reason = 'as it is read') =>
  (name: string, who: Person, fields: object = {}) =>
    actsBy(office)(record, name, who)({ reason, fields });

/** A draft, by its record. */
async function drafted(more: object): Promise<string> {
  const fields = { ...EVENT, ...TERMS, ...more };
  const made = await actsBy(office)('events/new', 'begin', staff.editor)({ reason: 'asked for', fields });
  expect(made.status, made.text).toBe(200);
  return String(made.json['opens']).replace('/office/', '');
}

async function opened(more: object): Promise<string> {
  const record = await drafted(more);
  await actOn(record)('submit', staff.editor);
  expect((await actOn(record)('approve', staff.reviewer)).json['said']).toBe('It is open now.');
  return record;
}

interface Found {
  readonly id: string;
  readonly kind: string;
  readonly said: string;
  readonly slug: string;
  readonly title: string;
}

async function rulings(query = ''): Promise<readonly Found[]> {
  const { status, json, text } = await ask(`/api/v2/rulings${query}`);
  expect(status, text).toBe(200);
  return json['items'] as unknown as readonly Found[];
}

/** Lines of a part of a market's record. */
async function part(record: string, id: string) {
  const page = (await office(`/api/v2/office/desks/${record}`, staff.reviewer)).json;
  const facts = page['facts'] as unknown as { id: string; lines: { label: string; value: { v: string } }[] }[];
  return (facts.find((one) => one.id === id)?.lines ?? []).map(({ label, value }) => [label, value.v]);
}

it('a clarification is a ruling: its text, with the title and the rules of the market', async () => {
  expect(await rulings()).toEqual([]);
  const record = await opened({});
  const text = 'A bridge that is open to buses alone does not carry cars.';
  await actOn(record)('clarify', staff.editor, { text });
  await approveOpen(server, office, staff.second);
  expect(await rulings()).toMatchObject([
    { kind: 'clarify', said: text, slug: 'does-the-bridge-over-the-strait-open', title: EVENT.event },
  ]);
});

it('so is why a result was rejected; a result that was proposed or confirmed is none', async () => {
  const record = await opened({ event: 'Does the tunnel open?', tags: 'tunnel' });
  const act = actOn(record);
  await act('close', staff.editor);
  await until('its books take no orders', async () => {
    const sha256 = 'ab'.repeat(32);
    const factAt = new Date(Date.now() - 60_000).toISOString();
    const proposed = await act('propose', staff.resolver, { outcome: 'YES', url: TERMS.source, sha256, factAt });
    return proposed.status === 200 ? true : null;
  });
  const why = 'The page speaks of another tunnel.';
  expect((await actOn(record, why)('reject', staff.second)).status).toBe(200);
  expect((await rulings('?kind=reject')).map(({ said }) => said)).toEqual([why]);
  expect(await rulings()).toHaveLength(2);
});

it('of an event of several outcomes it is kept once, with the outcome that was looked at', async () => {
  const record = await opened({ event: 'Who wins the regatta?', tags: 'race', outcomes: 'Heron\nSwift' });
  await proveAgain(server, staff.lead.id);
  const asked = await actOn(record, 'The regatta was called off.')('void', staff.lead, { why: 'CANCELLED' });
  expect(asked.status, asked.text).toBe(200);
  await approveOpen(server, office, staff.other);
  expect(await rulings('?kind=void')).toMatchObject([
    { said: 'The regatta was called off.', title: 'Who wins the regatta? · Heron' },
  ]);
});

it('is found by everybody by words of it, of the rules and of the title, and read in pages', async () => {
  const kinds = async (search: string) =>
    (await rulings(`?search=${encodeURIComponent(search)}`)).map(({ kind }) => kind);
  expect(await kinds('buses')).toEqual(['clarify']);
  expect(await kinds('regattas')).toEqual(['void']);
  expect(await kinds('strait -buses -regatta')).toEqual(['reject']);
  expect(await kinds('lighthouse')).toEqual([]);
  expect(await kinds(`'"; & | ! :*`)).toEqual([]);
  const first = (await ask('/api/v2/rulings?limit=2')).json;
  const rest = (await ask(`/api/v2/rulings?limit=2&cursor=${String(first['nextCursor'])}`)).json;
  const of = (page: object) => ('items' in page ? (page.items as readonly Found[]) : []).map(({ kind }) => kind);
  expect([of(first), of(rest), rest['nextCursor']]).toEqual([['void', 'reject'], ['clarify'], null]);
});

it('is found at its desk, and leads to its market', async () => {
  const list = await office('/api/v2/office/desks/rulings?filter=words%3Dbuses', staff.resolver);
  const [row] = rowsOf(list);
  expect(row?.cells.map((cell) => cell?.v).slice(0, 3)).toEqual([
    EVENT.event,
    'Clarification',
    'A bridge that is open to buses alone does not carry cars.',
  ]);
  const lines = await part(`rulings/${row!.id}`, 'ruling');
  expect(lines).toContainEqual(['Rules then', TERMS.rules]);
  expect((await office('/api/v2/office/desks/rulings/999', staff.resolver)).status).toBe(404);
});

it('is shown to whoever writes rules like those, with the markets that ask something like it', async () => {
  const like = await drafted({ event: 'Does the bridge over the bay open?', rules: 'YES if the bridge carries cars.' });
  expect(await part(like, 'rulings-like')).toContainEqual([
    'Clarification',
    'A bridge that is open to buses alone does not carry cars.',
  ]);
  await expect
    .poll(() => part(like, 'markets-like'), { message: 'words of events are read each second' })
    .toContainEqual(['Open', EVENT.event]);
  const other = await drafted({
    event: 'Will it snow in May?',
    rules: 'YES if snow lies on the roof.',
    ifPostponed: 'Ends.',
    ifTied: 'No.',
    ifCancelled: 'It stays.',
  });
  expect([await part(other, 'rulings-like'), await part(other, 'markets-like')]).toEqual([[], []]);
});

it('what a market leaves open is said to traders, and no longer once it is clarified', async () => {
  const open = async (slug: string) => {
    const { json } = await ask(`/api/v2/events/${slug}`);
    return (json['markets'] as unknown as { leftOpen: readonly string[] }[])[0]?.leftOpen;
  };
  const threshold = 'The first statement.';
  const record = await opened({ event: 'Does the ferry sail?', tags: 'ferry', threshold });
  expect(await open('does-the-bridge-over-the-strait-open')).toEqual([]);
  expect(await open('does-the-ferry-sail')).toEqual(['disagree']);
  await actOn(record)('clarify', staff.editor, { text: 'The backup source counts where the two disagree.' });
  await approveOpen(server, office, staff.second);
  expect(await open('does-the-ferry-sail')).toEqual([]);
});
