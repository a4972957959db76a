/** A market of our own prices at its desk: what is asked is typed, and its words are made of it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caller, type Ask } from '#tests/http-calls.ts';
import { actsBy, ADMIN_ORIGIN, officeOf, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
let office: Office;
let editor: Person;
let lead: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  ask = caller(server.origin);
  office = officeOf(server);
  editor = await personOf(server, 'EDITOR');
  lead = await personOf(server, 'ADMIN');
});
afterAll(() => server.stop());

it('is begun by our own prices, with words that are made of what is asked', async () => {
  const typed = {
    category: 'crypto',
    pair: 'BTC-USD',
    comparison: 'at_least',
    threshold: '100000',
    at: '2035-12-01 12:00',
    closes: '30',
    backupSource: 'https://other.example/btc',
    openingPercent: '40',
  };
  const begin = (more: object, who = editor) =>
    actsBy(office)('events/new', 'begin-ticks', who)({ reason: 'asked for', fields: { ...typed, ...more } });
  const faults = async (more: object) => (await begin(more)).json['error']?.['details']?.['fields'];
  expect(await faults({ pair: 'XYZ-USD' })).toEqual({ pair: 'unknown' });
  expect(await faults({ threshold: '1.005' })).toEqual({ threshold: 'malformed' });
  expect(await faults({ threshold: '' })).toEqual({ threshold: 'missing' });
  expect(await faults({ since: '2035-11-30 12:00' })).toEqual({ threshold: 'malformed' });
  expect(await faults({ threshold: '', since: '2035-11-01 12:00' })).toEqual({ since: 'malformed' });
  expect(await faults({ at: 'noon' })).toEqual({ at: 'malformed' });
  expect(await faults({ closes: '-1' })).toEqual({ closes: 'malformed' });
  const made = await begin({});
  expect(made.json, made.text).toMatchObject({ opens: expect.stringMatching(/^\/office\/events\/[\da-f-]{36}$/) });
  const record = String(made.json['opens']).replace('/office/', '');
  const act = (name: string, who: Person, fields = {}) =>
    actsBy(office)(record, name, who)({ reason: `to ${name} it`, fields });
  expect(
    (await act('rewrite', editor, { title: 'Another', cutOffAt: '2035-12-01 12:00' })).json['error']?.['details']?.[
      'why'
    ],
  ).toBe('Its terms are made of what is asked of our prices.');
  const { category: _category, openingPercent: _opening, ...asked } = { ...typed, threshold: '90000.5' };
  const changed = await act('rewrite-ticks', editor, asked);
  expect(changed.json['said'], changed.text).toBe('It is draft now.');
  const page = (await office(`/api/v2/office/desks/${record}`, editor)).json;
  const parts = page['facts'] as unknown as {
    title: string;
    lines: { label: string; value: { v: string } | null }[];
  }[];
  const facts = parts.find(({ title }) => title === 'By our own prices')!.lines;
  expect(facts.slice(1).map(({ label, value }) => [label, value?.v])).toEqual([
    ['Comparison', 'At least'],
    ['Threshold', '90000.50'],
    ['Moment', '2035-12-01T12:00:00.000Z'],
    ['Answer', 'Not yet'],
    ['By', undefined],
  ]);
  expect(parts.some(({ title }) => title === 'Questions to the terms')).toBe(false);
  expect((await act('submit', editor)).json['said']).toBe('It is review now.');
  expect((await act('approve', lead)).json['said']).toBe('It is open now.');
  const shown = await ask('/api/v2/events/is-btc-usd-at-or-above-100-000-00-at-1-december-2035-12-00-00-utc');
  expect(shown.json, shown.text).toMatchObject({
    title: 'Is BTC-USD at or above 90,000.50 at 1 December 2035, 12:00:00 UTC?',
    markets: [
      { ifTied: 'Exactly 90,000.50 is YES.', cutOffAt: '2035-12-01T11:30:00.000Z', timeZone: 'UTC', byPrices: true },
    ],
  });
});
