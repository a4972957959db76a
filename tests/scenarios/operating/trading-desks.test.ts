/** Desks of trading: pairs with their limits and modes, incidents, and corrections by two people. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller, until, type Answered, type Ask } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { actsBy, ADMIN_ORIGIN, approveOpen, officeOf, rowsOf, type ActOn, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
let office: Office;
let actOn: ActOn;
let admin: Person;
let second: Person;
let resolver: Person;

const DESKS = '/api/v2/office/desks';
const why = 'a busy day';

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  ask = caller(server.origin);
  office = officeOf(server);
  actOn = actsBy(office);
  [admin, second, resolver] = [
    await personOf(server, 'ADMIN'),
    await personOf(server, 'ADMIN'),
    await personOf(server, 'RESOLVER'),
  ];
});
afterAll(() => server.stop());

const predict = ({ token }: Person, body: object): Promise<Answered> =>
  ask('/api/v2/trade/predictions', {
    method: 'POST',
    token,
    body: { direction: 'UP', stake: '20', durationSec: 300, payout: 0.5, ...body },
    headers: { 'idempotency-key': randomUUID() },
  });
const codeOf = (answer: Answered) => String(answer.json['error']?.['code'] ?? answer.status);
const soon = (act: () => Promise<Answered>, wanted: string) =>
  until(wanted, async () => {
    const answer = await act();
    return codeOf(answer) === wanted ? answer : null;
  });
/** What the facts of a record say under a label. */
async function factOf(path: string, label: string): Promise<string | undefined> {
  const { json } = await office(`${DESKS}/${path}`, admin);
  const parts = json['facts'] as unknown as { lines: { label: string; value: { v: string } | null }[] }[];
  return parts.flatMap(({ lines }) => lines).find((line) => line.label === label)?.value?.v;
}
const partOf = async (path: string, part: string) => rowsOf(await office(`${DESKS}/${path}/parts/${part}`, admin));
const cellsOf = (row: { readonly cells: ({ v: string } | null)[] } | undefined) => row?.cells.map((cell) => cell?.v);

describe('a pair at its desk', () => {
  it('is shown with its state, payout and limits; a lower limit holds at once, a higher one takes two', async () => {
    const crypto = async () => rowsOf(await office(`${DESKS}/pairs?filter=group%3Dcrypto`, resolver));
    // A slow machine has its pairs warm up again.
    const rows = await until('BTC-USD is online', async () => {
      const all = await crypto();
      return cellsOf(all.find(({ id }) => id === 'BTC-USD'))?.includes('Online') === true ? all : null;
    });
    expect(cellsOf(rows.find(({ id }) => id === 'BTC-USD'))).toEqual(
      expect.arrayContaining(['BTC-USD', 'Online', 'Open', '85 %', '5000.00']),
    );
    expect(rows.map(({ id }) => id)).not.toContain('EUR-USD');
    const change = (who: Person, value: string) =>
      actOn('pairs/BTC-USD', 'change-limit', who)({ reason: why, fields: { limit: 'pair_stake', value } });
    expect((await change(resolver, '15')).status).toBe(403);
    expect((await change(admin, '15')).json['said']).toBe('Changed. It holds from now on.');
    const person = await personOf(server, 'USER');
    const refused = await soon(() => predict(person, { pair: 'BTC-USD' }), 'StakeLimit');
    expect(refused.json['error']).toMatchObject({ details: { maxStr: '15.00' } });
    expect(codeOf(await predict(person, { pair: 'ETH-USD' }))).toBe('201');

    expect((await change(admin, '30')).json['said']).toContain('Approvals');
    expect(await factOf('pairs/BTC-USD', 'Will be')).toBeUndefined();
    await approveOpen(server, office, second);
    expect(await factOf('pairs/BTC-USD', 'Maximum stake, real money')).toBe('15.00');
    expect(await factOf('pairs/BTC-USD', 'Will be')).toBe('30.00');
  });

  it('has its modes there, and one history of both', async () => {
    const set = (who: Person, fields: object) => actOn('pairs/ETH-USD', 'set-mode', who)({ reason: why, fields });
    expect((await set(resolver, { product: 'all', mode: 'paused' })).status).toBe(403);
    expect((await set(admin, { product: 'all', mode: 'paused' })).json['said']).toContain('two seconds');
    const person = await personOf(server, 'USER');
    await soon(() => predict(person, { pair: 'ETH-USD' }), 'PlacingPaused');
    expect(await factOf('pairs/ETH-USD', 'Rounds')).toBe('Paused');
    expect(await factOf('pairs/BTC-USD', 'Rounds')).toBe('Open');
    await actOn('pairs/ETH-USD', 'change-limit', admin)({ reason: why, fields: { limit: 'pair_cap', value: '900' } });
    const history = await partOf('pairs/ETH-USD', 'changes');
    expect(history.map((row) => cellsOf(row)?.slice(0, 2))).toEqual([
      ['Worst case', '900.00'],
      ...['Rounds', 'Scheduled', 'Quick'].map((product) => [`Mode, ${product}`, 'Paused']),
    ]);
    // By pages, without a gap.
    const first = await office(`${DESKS}/pairs/ETH-USD/parts/changes?limit=3`, admin);
    const cursor = encodeURIComponent(String(first.json['nextCursor']));
    const next = rowsOf(await office(`${DESKS}/pairs/ETH-USD/parts/changes?limit=3&cursor=${cursor}`, admin));
    expect(next.map(({ id }) => id)).toEqual([history.at(-1)?.id]);
  });
});

describe('a correction at its desk', () => {
  it('is proposed by one person, shows what it would do, and is approved by another; the incident lists what was settled', async () => {
    const began = Date.now();
    const person = await personOf(server, 'DEMO');
    const placed = await predict(person, { pair: 'BTC-USD', durationSec: 15 });
    const id = String(placed.json['id']);
    const { stream, entry } = await until('it is settled', async () => {
      const { rows } = await server.pool.query<{ stream: number; entry: number }>(
        `SELECT stream, entry_seq::int AS entry FROM prediction WHERE id = $1 AND state = 'SETTLED'`,
        [id],
      );
      return rows[0] ?? null;
    });
    await server.pool.query(
      `INSERT INTO feed_incident (stream, pair, kind, from_at, to_at, cause) VALUES ($1, 'BTC-USD', 'simulated', $2, $3, 'stale')`,
      [stream, began, Date.now()],
    );
    const incident = `incidents/${began}.${stream}`;
    expect(await factOf(incident, 'Stream')).toBe('BTC-USD#simulated');
    expect((await partOf(incident, 'settled')).map((row) => row.id)).toEqual([id]);
    expect((await office(`${DESKS}/incidents/${began - 1}.${stream}`, admin)).status).toBe(404);
    expect((await partOf('pairs/BTC-USD', 'incidents')).map((row) => row.id)).toContain(`${began}.${stream}`);

    const fields = { stream: 'BTC-USD#simulated', from: String(entry), to: String(entry), evidence: 'ab'.repeat(32) };
    const propose = (who: Person, other: object = {}) =>
      actOn('corrections/new', 'propose', who)({ reason: 'the venue took it back', fields: { ...fields, ...other } });
    expect((await propose(await personOf(server, 'COMPLIANCE'))).status).toBe(403);
    expect(codeOf(await propose(resolver, { evidence: 'a file' }))).toBe('InvalidRequest');
    expect(codeOf(await propose(resolver, { from: '0' }))).toBe('ActRefused');
    const made = await propose(resolver);
    expect(made.status, made.text).toBe(200);
    const [row] = rowsOf(await office(`${DESKS}/corrections?filter=state%3Dwaits`, admin));
    const record = `corrections/${row?.id}`;
    // The try: the person, what they have now, and what it would change.
    const [effect] = await partOf(record, 'effect');
    expect(effect?.id).toBe(id);
    expect(cellsOf(effect)).toEqual(expect.arrayContaining([`${person.id.slice(0, 13)}`, 'Practice', '20.00']));

    await proveAgain(server, resolver.id);
    const own = await actOn(record, 'approve', resolver)({ reason: why });
    expect(codeOf(own)).toBe('ActRefused');
    const state = async () =>
      (await server.pool.query<{ state: string }>('SELECT state FROM prediction WHERE id = $1', [id])).rows[0]?.state;
    expect(await state()).toBe('SETTLED');
    await proveAgain(server, second.id);
    const done = await actOn(record, 'approve', second)({ reason: why });
    expect(done.json['said']).toMatch(/^Correction 1 holds\. Predictions void: 1\./);
    expect(await state()).toBe('CORRECTED');
    expect(cellsOf((await partOf(record, 'effect'))[0])?.at(-1)).toBe('0.00');
    expect(codeOf(await actOn(record, 'approve', second)({ reason: why }))).toBe('ActRefused');
    // The prediction has a page of its own: what became of it, its journals, and its past.
    const page = `predictions/${id}`;
    expect(await factOf(page, 'State')).toBe('Corrected');
    const journals = (await partOf(page, 'journals')).map((one) => cellsOf(one)?.[0]);
    expect(journals.length).toBeGreaterThanOrEqual(2);
    const past = (await office(`${DESKS}/${page}/timeline`, admin)).json['items'] as unknown as { title: string }[];
    expect(past.map(({ title }) => title)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Settled: (win|lose|tie)$/), 'Its time is over', 'Placed']),
    );
    const found = (await office(`/api/v2/office/search?q=${id}`, admin)).text;
    expect(found).toContain('"desk":"predictions"');
    // All of it in one timeline, with who opened the record.
    expect(await factOf(record, 'Why, published')).toBe('the venue took it back');
    const timeline = (await office(`${DESKS}/${record}/timeline`, admin)).json['items'] as unknown as {
      title: string;
    }[];
    expect(timeline.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Ticks corrected', 'Record opened', 'Ticks correction proposed']),
    );
  });
});

describe('linked accounts', () => {
  it('are people of one browser, document or address, with what they traded against one another', async () => {
    const [one, other, third] = [
      await personOf(server, 'USER'),
      await personOf(server, 'USER'),
      await personOf(server, 'USER'),
    ];
    const browser = randomUUID();
    for (const [index, { id }] of [one, other].entries()) {
      await server.pool.query(
        `INSERT INTO device (user_id, cookie_hash, browser, first_seen_at, last_seen_at) VALUES ($1, sha256($2), $3, now(), now())`,
        [id, Buffer.from(`${browser}${index}`), browser],
      );
    }
    for (const { id } of [other, third]) {
      await server.pool.query(
        `INSERT INTO saved_address (id, user_id, network, address, saved_at, usable_from) VALUES ($1, $2, 'test', '0xabc', now(), now())`,
        [randomUUID(), id],
      );
    }
    for (const [person, direction] of [
      [one, 'UP'],
      [other, 'DOWN'],
      [third, 'DOWN'],
    ] as const) {
      expect(codeOf(await predict(person, { pair: 'SOL-USD', direction }))).toBe('201');
    }
    const compliance = await personOf(server, 'COMPLIANCE');
    expect((await office(`${DESKS}/links`, await personOf(server, 'SUPPORT'))).status).toBe(403);
    const links = rowsOf(await office(`${DESKS}/links`, compliance));
    expect(links.map((row) => cellsOf(row)?.slice(0, 2))).toEqual([
      ['Same browser', '2'],
      ['Same payout address', '2'],
    ]);
    // A page of one, and the next: also from one kind to the other.
    const first = await office(`${DESKS}/links?limit=1`, compliance);
    const cursor = encodeURIComponent(String(first.json['nextCursor']));
    expect(rowsOf(await office(`${DESKS}/links?limit=1&cursor=${cursor}`, compliance))[0]?.id).toBe(links[1]?.id);
    const record = `links/${links[0]?.id}`;
    expect((await partOf(record, 'people')).map(({ id }) => id).toSorted()).toEqual([one.id, other.id].toSorted());
    // The third person isn't of this browser.
    const opposites = await partOf(record, 'opposites');
    expect(opposites.map((row) => cellsOf(row)?.slice(0, 3))).toEqual([['Mirrored', 'SOL-USD', one.id.slice(0, 13)]]);
    const ofOther = await partOf(`people/${other.id}`, 'links');
    expect(ofOther.map(({ id }) => id)).toEqual(links.map(({ id }) => id));
    const tabs = (await office(`${DESKS}/people/${other.id}`, await personOf(server, 'SUPPORT'))).json['tabs'];
    expect(JSON.stringify(tabs)).not.toContain('Linked');
    expect((await office(`${DESKS}/links/device.${randomUUID()}`, compliance)).status).toBe(404);
  });
});
