/** Who may not trade an event, and what people report of it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Request } from '#server/trading/command-queue.ts';
import { Guards } from '#server/trading/exchange/guards/guards.ts';
import type { ListedBooks } from '#server/trading/exchange/listed-books.ts';
import { caller, until, type Ask } from '#tests/http-calls.ts';
import { actsBy, ADMIN_ORIGIN, officeOf, rowsOf, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
let office: Office;
let staff: Readonly<Record<'editor' | 'reviewer' | 'compliance' | 'resolver', Person>>;
let [ada, ben, demo]: Person[] = [];
let keys = 0;

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  ask = caller(server.origin);
  office = officeOf(server);
  staff = {
    editor: await personOf(server, 'EDITOR'),
    reviewer: await personOf(server, 'EDITOR'),
    compliance: await personOf(server, 'COMPLIANCE'),
    resolver: await personOf(server, 'RESOLVER'),
  };
  ada = await personOf(server, 'USER');
  ben = await personOf(server, 'USER');
  demo = await personOf(server, 'DEMO');
});
afterAll(() => server.stop());

const DRAFT = {
  category: 'sports',
  title: 'Who scores first?',
  summary: 'On Sunday.',
  tags: ['football'],
  reason: 'asked for',
  market: {
    title: 'Does the home side score first?',
    rules: 'YES if it does.',
    source: 'https://league.example/final',
    backupSource: 'https://news.example/final',
    cutOffAt: new Date(Date.now() + 86_400_000).toISOString(),
    timeZone: 'Europe/Madrid',
    threshold: 'As the league has it.',
    ifTied: 'NO.',
    ifPostponed: 'Void after 7 days.',
    ifCancelled: 'Void.',
  },
};

interface Shown {
  readonly id: string;
  readonly restricted: { readonly version: number; readonly kinds: readonly string[] } | null;
  readonly markets: readonly { readonly marketId: string; readonly rulesHash: string }[];
}
const shown = async (who: Person) =>
  (await ask('/api/v2/events/who-scores-first', { token: who.token })).json as unknown as Shown;

/** The code of a refusal, or the state of the order. */
async function order(who: Person, price: string): Promise<string> {
  const { marketId } = (await shown(who)).markets[0]!;
  const { json } = await ask('/api/v2/orders', {
    method: 'POST',
    token: who.token,
    headers: { 'idempotency-key': `order ${(keys += 1)}` },
    body: { marketId, outcome: 'YES', side: 'BUY', type: 'LIMIT', price, shares: '10', timeInForce: 'GTC' },
  });
  const { error } = json;
  return error === undefined ? String(json['status']) : `${error['code']} ${error['details']?.['reason'] ?? ''}`;
}

it('asks whoever orders with real money, and takes no order of whom it keeps out', { timeout: 120_000 }, async () => {
  const { editor, reviewer, compliance, resolver } = staff;
  const made = await office('/api/v2/office/events', editor, { method: 'POST', body: DRAFT });
  const record = `events/${String(made.json['marketId'])}`;
  const act = (name: string, who: Person, fields = {}) =>
    actsBy(office)(record, name, who)({ reason: `to ${name}`, fields });
  const whyNot = async (name: string, who: Person, fields = {}) =>
    (await act(name, who, fields)).json['error']?.['details']?.['why'];
  await act('submit', editor);
  await act('approve', reviewer);
  await until('the engine takes orders', async () => ((await order(ben!, '0.05')) === 'OPEN' ? true : null));
  expect((await shown(ada!)).restricted).toBeNull();

  // Kinds of people: everybody reads them, and is asked before an order of real money alone.
  expect((await act('restrict-kinds', editor, { kinds: 'x' })).status).toBe(400);
  const kinds = { kinds: 'Players of both sides\n\n Staff of the league ' };
  expect((await act('restrict-kinds', editor, kinds)).json['said']).toBe(
    'Whoever orders with real money is asked now.',
  );
  expect(await whyNot('restrict-kinds', editor, kinds)).toBe('It says so already.');
  const event = await shown(ada!);
  expect(event.restricted).toEqual({ version: 1, kinds: ['Players of both sides', 'Staff of the league'] });
  await until('the engine asks', async () => ((await order(ada!, '0.06')) === 'EventRestricted unsaid' ? true : null));
  expect(await order(demo!, '0.06')).toBe('OPEN');

  // What is said names the rules and the kinds of now.
  const rulesHash = event.markets[0]!.rulesHash;
  const attest = (who: Person, body: object) =>
    ask(`/api/v2/events/${event.id}/attestation`, { method: 'PUT', token: who.token, body });
  const standing = async (who: Person) =>
    (await ask(`/api/v2/events/${event.id}/standing`, { token: who.token })).json as unknown;
  expect((await attest(ada!, { version: 2, rulesHash })).status).toBe(400);
  expect((await attest(ada!, { version: 1, rulesHash: 'ab'.repeat(32) })).status).toBe(400);
  expect(await standing(ada!)).toEqual({ attested: false, restricted: false });
  for (let times = 0; times < 2; times += 1)
    expect((await attest(ada!, { version: 1, rulesHash })).json).toEqual({ attested: true, restricted: false });
  const kept = await server.pool.query('SELECT encode(rules_hash, $1) AS hash FROM event_attestation', ['hex']);
  expect(kept.rows).toEqual([{ hash: rulesHash }]);
  expect(await order(ada!, '0.07')).toBe('OPEN');
  // Whoever has said so is known by it, however few are remembered.
  const { marketId } = (await shown(ada!)).markets[0]!;
  const of = () => ({ guard: { people: new Set<string>(), version: 1 } });
  const guards = new Guards({ db: server.pool, listed: { of } as unknown as ListedBooks }, 0);
  const asks = { command: { kind: 'order', input: { marketId, actor: { userId: ada!.id, realm: 'real' } } } };
  for (let times = 0; times < 2; times += 1) {
    await guards.load([asks as unknown as Request]);
    expect(guards.barOf({ id: marketId, realm: 'real' }, ada!.id)).toBeNull();
  }

  // By name: resting orders end, none is taken, and the person reads why. Nobody does it to themselves.
  expect(await whyNot('restrict-person', compliance, { person: compliance.id })).toBe('Another person must do this.');
  expect(await whyNot('restrict-person', compliance, { person: editor.id })).toBe('Nobody with this id trades.');
  expect((await act('restrict-person', compliance, { person: 'ada' })).status).toBe(400);
  const said = (await act('restrict-person', compliance, { person: ada!.id })).json['said'];
  expect(said).toBe('Their orders there end, and no more are taken. What they hold stays and is paid.');
  expect(await whyNot('restrict-person', compliance, { person: ada!.id })).toBe('They are on its list.');
  const ends = async () => {
    const { json } = await ask('/api/v2/orders', { token: ada!.token });
    return (json['items'] as unknown as { endReason: string | null }[]).map(({ endReason }) => endReason);
  };
  await until('her orders are cancelled', async () =>
    (await ends()).every((end) => end === 'restricted') ? true : null,
  );
  expect(await order(ada!, '0.08')).toBe('EventRestricted listed');
  expect(await standing(ada!)).toEqual({ attested: true, restricted: true });
  // Why is read by those alone who guard the market: the past of the record says nothing of it to others.
  const past = async (who: Person) => (await office(`/api/v2/office/desks/${record}/timeline`, who)).text;
  expect((await past(compliance)).includes('to restrict-person')).toBe(true);
  expect((await past(resolver)).includes('to restrict-person')).toBe(false);
  const listed = await office(`/api/v2/office/desks/${record}/parts/barred`, compliance);
  expect(rowsOf(listed).map(({ id, cells }) => [id, cells[2]?.v])).toEqual([[ada!.id, 'to restrict-person']]);

  expect((await act('release-person', compliance, { person: ada!.id })).json['said']).toBe('They may trade it again.');
  await until('she may trade it again', async () => ((await order(ada!, '0.09')) === 'OPEN' ? true : null));
  // Other kinds of people: she is asked again; nobody is, where there are none.
  await act('restrict-kinds', editor, { kinds: 'Referees' });
  await until('she is asked again', async () =>
    (await order(ada!, '0.10')) === 'EventRestricted unsaid' ? true : null,
  );
  expect((await act('restrict-kinds', editor, {})).json['said']).toBe('It names nobody now.');
  await until('nobody is asked', async () => ((await order(ben!, '0.10')) === 'OPEN' ? true : null));
});

it('takes one open report of a person and event, and tells them what was decided', async () => {
  const { compliance } = staff;
  const { id } = await shown(ada!);
  const report = (who: Person, text: string, reason = 'insider') =>
    ask(`/api/v2/events/${id}/report`, { method: 'PUT', token: who.token, body: { reason, text } });
  const own = async () => (await ask(`/api/v2/events/${id}/report`, { token: ada!.token })).json['report'] as unknown;
  const queue = async () => rowsOf(await office('/api/v2/office/desks/market-reports?filter=state%3DOPEN', compliance));
  expect(await own()).toBeNull();
  expect((await report(ada!, 'short')).status).toBe(400);
  expect((await report(demo!, 'Somebody buys it all.')).status).toBe(403);
  expect((await report(ada!, 'Somebody buys it all.')).json['report']).toMatchObject({
    reason: 'insider',
    state: 'OPEN',
  });
  await report(ada!, 'Somebody buys it all, before each goal.', 'manipulation');
  const rows = await queue();
  expect(rows.map(({ cells }) => cells.map((cell) => cell?.v).slice(0, 4))).toEqual([
    ['Who scores first?', 'Manipulation', 'Open', 'Somebody buys it all, before each goal.'],
  ]);
  const act = async (name: string) => {
    const done = actsBy(office)(`market-reports/${rows[0]!.id}`, name, compliance);
    const { json } = await done({ reason: `to ${name}` });
    return json['said'] ?? json['error']?.['details']?.['why'];
  };
  expect(await act('look')).toBe('It is being looked at.');
  expect(await own()).toMatchObject({ state: 'LOOKED' });
  expect(await act('act')).toBe('It is closed as acted on. Whoever made it is told.');
  expect(await act('dismiss')).toBe('Its state does not allow this now.');
  expect(await queue()).toEqual([]);
  const told = async () => {
    const { json } = await ask('/api/v2/notifications', { token: ada!.token });
    return (json['items'] as unknown as { values: object }[]).map(({ values }) => values);
  };
  const news = { event: 'Does the home side score first?', slug: 'who-scores-first', move: 'report_act' };
  await expect.poll(told, { timeout: 20_000 }).toContainEqual(news);

  // It is decided: she may report it again, and so many events in a day.
  await report(ada!, 'It goes on as before.');
  expect(await own()).toMatchObject({ state: 'OPEN', text: 'It goes on as before.' });
  await server.pool.query(
    `INSERT INTO event_report (id, event_id, user_id, reason, text, state, made_at, decided_at)
     SELECT gen_random_uuid(), $1, $2, 'other', 'as before', 'DISMISSED', $3, $3 FROM generate_series(1, 10)`,
    [id, ben!.id, Date.now()],
  );
  const refused = await report(ben!, 'Once more than a day has room for.');
  expect([refused.status, refused.json['error']?.['code']]).toEqual([429, 'RateLimit']);
});
