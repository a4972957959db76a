/** A series of events by HTTP alone: its dates are seen before it is written down, two colleagues open it, and its events lead to each other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvents } from '#server/events/series/make-events.ts';
import { bookFacts } from '#server/trading/index.ts';
import { createAudit } from '#server/audit/index.ts';
import { createVault } from '#server/vault/index.ts';
import { caller, type Ask } from '#tests/http-calls.ts';
import { actsBy, ADMIN_ORIGIN, officeOf, rowsOf, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
let office: Office;
let staff: Readonly<Record<'editor' | 'reviewer' | 'resolver', Person>>;

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  ask = caller(server.origin);
  office = officeOf(server);
  staff = {
    editor: await personOf(server, 'EDITOR'),
    reviewer: await personOf(server, 'EDITOR'),
    resolver: await personOf(server, 'RESOLVER'),
  };
});
afterAll(() => server.stop());

const TYPED = {
  category: 'economy',
  event: 'Gold above 4,000 on {date}?',
  summary: 'At {time}.',
  tags: 'gold',
  rules: 'YES if the price at {time} on {date} is above 4,000.',
  source: 'https://prices.example/gold',
  backupSource: 'https://other.example/gold',
  threshold: 'The first figure. The backup source counts instead where the source shows none.',
  ifTied: 'NO.',
  ifPostponed: 'Void after 1 day.',
  ifCancelled: 'Void.',
  openingPercent: '40',
  rule: 'FREQ=DAILY',
  firstAt: '2035-03-23 12:00',
  timeZone: 'Europe/Berlin',
  opensBefore: '48',
  closesBefore: '0.5',
  mostOpen: '3',
  translations: 'de | Gold über 4.000 am {date}? | Um {time}. | Gold über 4.000 am {date}? | JA, wenn.',
};

const begin = (fields: object, who = staff.editor) =>
  actsBy(office)('series/new', 'begin', who)({ reason: 'asked for', fields: { ...TYPED, step: 'write', ...fields } });
const count = async () =>
  (await server.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM event_series')).rows[0]?.n;

/** As the job of the product does, at a time of our own, ms. */
async function makeAt(at: number): Promise<number> {
  const { config, pool: db } = server;
  const clock = { now: () => at };
  const vault = createVault({ config });
  const parts = { config, db, clock, audit: createAudit({ vault, clock }), bookFacts };
  return makeEvents(parts);
}

describe('the desk of series', () => {
  it('shows dates on both sides of a change of clocks, and what the terms leave open, and writes nothing down', async () => {
    const { json, text } = await begin({ step: 'show' });
    expect(json, text).toMatchObject({ stays: true });
    const lines = json['lines'] as unknown as { label: string; value: { v: string } }[];
    expect(lines.slice(0, 5).map(({ label, value }) => [label, value.v])).toEqual([
      ['23 March 2035, 12:00 CET', '2035-03-23T11:00:00.000Z'],
      ['24 March 2035, 12:00 CET', '2035-03-24T11:00:00.000Z'],
      ['25 March 2035, 12:00 CEST', '2035-03-25T10:00:00.000Z'],
      ['26 March 2035, 12:00 CEST', '2035-03-26T10:00:00.000Z'],
      ['27 March 2035, 12:00 CEST', '2035-03-27T10:00:00.000Z'],
    ]);
    const said = Object.fromEntries(lines.map(({ label, value }) => [label, value.v]));
    expect(said).toMatchObject({
      'First event': 'Gold above 4,000 on 23 March 2035?',
      'Its address': 'gold-above-4-000-on-23-march-2035',
      'It opens': '2035-03-21T11:00:00.000Z',
      'It closes': '2035-03-23T10:30:00.000Z',
      'Question 1': 'Say what holds exactly at the threshold.',
    });
    expect(await count()).toBe(0);
  });

  it.each([
    ['event', { event: 'Gold' }],
    ['openingPercent', { openingPercent: '100' }],
    ['rule', { rule: 'FREQ=MINUTELY' }],
    ['firstAt', { firstAt: '2035-02-30 12:00' }],
    ['timeZone', { timeZone: 'Mars/Base' }],
    ['opensBefore', { opensBefore: '0.75' }],
    ['closesBefore', { closesBefore: '0.001' }],
    ['mostOpen', { mostOpen: '21' }],
    ['translations', { translations: 'de | Gold am Freitag? | | Frage | JA.' }],
    ['translations', { translations: 'xx | Gold am {date}? | | Frage | JA.' }],
  ])('says that %s is wrong', async (field, typed) => {
    for (const step of ['show', 'write'])
      expect((await begin({ ...typed, step })).json['error']?.['details']?.['fields']).toEqual({
        [field]: 'malformed',
      });
  });

  it('says which rule a series breaks', async () => {
    const why = async (typed: object) => (await begin(typed)).json['error']?.['details']?.['why'];
    expect(await why({ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' })).toMatch(/^Its rule names no start/);
    expect(await why({ event: 'Gold above 4,000?' })).toMatch(/^The event must have \{date\}/);
    const { status, json } = await begin({}, staff.resolver);
    expect([status, json['error']?.['details']?.['permission']]).toEqual([403, 'events.write']);
    expect(await count()).toBe(0);
  });

  it('is approved by another colleague, makes events that lead to each other, and is paused and ended', async () => {
    const made = await begin({});
    expect(made.json, made.text).toMatchObject({ opens: expect.stringMatching(/^\/office\/series\/[\da-f-]{36}$/) });
    const record = String(made.json['opens']).replace('/office/', '');
    const act = (name: string, who: Person, fields = {}) =>
      actsBy(office)(record, name, who)({ reason: `to ${name} it`, fields });
    const own = await act('approve', staff.editor);
    expect([own.status, own.json['error']?.['details']?.['why']]).toEqual([
      422,
      'Another person than the one who wrote it must do this.',
    ]);
    expect((await act('approve', staff.resolver)).status).toBe(403);
    expect((await act('approve', staff.reviewer)).json['said']).toBe('It is active now.');

    const morning = Date.parse('2035-03-22T09:00:00Z');
    expect(await makeAt(morning)).toBe(1);
    expect(await makeAt(morning + 86_400_000)).toBe(1);
    const first = await ask('/api/v2/events/gold-above-4-000-on-23-march-2035');
    expect(first.json['series'], first.text).toEqual({
      earlier: null,
      next: {
        slug: 'gold-above-4-000-on-24-march-2035',
        title: 'Gold above 4,000 on 24 March 2035?',
        language: 'en',
      },
    });
    const second = await ask('/api/v2/events/gold-above-4-000-on-24-march-2035', {
      headers: { 'accept-language': 'de' },
    });
    expect(second.json['series']).toEqual({
      earlier: {
        slug: 'gold-above-4-000-on-23-march-2035',
        title: 'Gold über 4.000 am 23. März 2035?',
        language: 'de',
      },
      next: null,
    });

    expect((await act('pause', staff.editor)).json['said']).toBe('It is paused now.');
    expect(await makeAt(morning + 2 * 86_400_000)).toBe(0);
    expect((await act('resume', staff.editor)).json['said']).toBe('It is active now.');
    expect((await act('end', staff.editor)).json['said']).toBe('It is ended now.');
    expect((await act('resume', staff.editor)).json['error']?.['details']?.['why']).toBe(
      'Its state does not allow this now.',
    );
    const shown = await office(`/api/v2/office/desks/${record}/parts/events`, staff.editor);
    expect(rowsOf(shown).map(({ cells }) => cells[0]?.v)).toEqual([
      'Gold above 4,000 on 24 March 2035?',
      'Gold above 4,000 on 23 March 2035?',
    ]);
    const told = await office(`/api/v2/office/desks/${record}/timeline`, staff.editor);
    expect((told.json['items'] as unknown as { title: string }[]).map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        'Event series begun',
        'Event series approved',
        'Event series paused',
        'Event series resumed',
        'Event series ended',
      ]),
    );
  });

  it('is written again with changed words', async () => {
    const made = await begin({ event: 'Silver above 60 on {date}?', translations: '' });
    const record = String(made.json['opens']).replace('/office/', '');
    const shown = await office(`/api/v2/office/desks/${record}`, staff.editor);
    const acts = shown.json['acts'] as unknown as { id: string; fields: { name: string; value?: string }[] }[];
    const fields = acts.find(({ id }) => id === 'again')!.fields;
    const typed = Object.fromEntries(fields.map(({ name, value = '' }) => [name, value]));
    expect(typed).toMatchObject({
      event: 'Silver above 60 on {date}?',
      firstAt: '2035-03-23 12:00',
      closesBefore: '0.5',
    });
    const again = await actsBy(office)(record, 'again', staff.editor)({
      reason: 'another figure',
      fields: { ...typed, event: 'Silver above 70 on {date}?', step: 'write' },
    });
    expect(again.json['said'], again.text).toBe('It waits for another colleague now.');
    const { rows } = await server.pool.query<{ title: string; state: string }>(
      `SELECT template ->> 'title' AS title, state FROM event_series WHERE state = 'DRAFT' ORDER BY 1`,
    );
    expect(rows).toEqual([
      { title: 'Silver above 60 on {date}?', state: 'DRAFT' },
      { title: 'Silver above 70 on {date}?', state: 'DRAFT' },
    ]);
  });
});
