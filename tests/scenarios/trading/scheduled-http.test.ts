import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import { caller, until, type Answered, type Ask } from '#tests/http-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

const PATH = '/api/v2/trade/scheduled';

let server: TestServer;
let ask: Ask;
let ada: Person;

beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
  ada = await personOf(server, 'USER');
});
afterAll(() => server.stop());

const BODY = { pair: 'BTC-USD', direction: 'UP', stake: '10', durationSec: 60, price: '1', minPayout: 0.5 };

function place(token: string, more: object = {}, key: string = randomUUID()): Promise<Answered> {
  const body = { ...BODY, ...more };
  return ask(PATH, { method: 'POST', token, body, headers: { 'idempotency-key': key } });
}

const code = (answer: Answered): string => String(answer.json['error']?.['code'] ?? answer.status);
const entryOf = (answer: Answered): ScheduledWire => {
  if (answer.status !== 201 && answer.status !== 200) throw new Error(answer.text);
  return JSON.parse(answer.text) as ScheduledWire;
};
const balance = async (token: string): Promise<number> =>
  Number((await ask('/api/v2/user/profile', { token })).json['totalBalance']);
const listOf = async (token: string, query = ''): Promise<ScheduledWire[]> =>
  (JSON.parse((await ask(`${PATH}${query}`, { token })).text) as { items: ScheduledWire[] }).items;

/** Waits for its end. */
function ended(token: string, id: string): Promise<ScheduledWire> {
  return until('the end of an entry', async () =>
    (await listOf(token, '?status=ended')).find((entry) => entry.id === id),
  );
}

const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();

describe('scheduled entries over HTTP', () => {
  it('wait with their stake locked, are listed, and give it back when they are cancelled', async () => {
    const before = await balance(ada.token);
    const key = randomUUID();
    const entry = entryOf(await place(ada.token, {}, key));
    expect(entry).toMatchObject({ status: 'WAITING', realm: 'real', crosses: 'DOWN', price: 1, minPayout: 0.5 });
    const again = await place(ada.token, {}, key);
    expect(entryOf(again)).toEqual(entry);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(code(await place(ada.token, { stake: '11' }, key))).toBe('IdempotencyConflict');
    expect(await balance(ada.token)).toBe(before - 10);
    expect(await listOf(ada.token, '?status=waiting')).toEqual([entry]);
    const cancelled = entryOf(await ask(`${PATH}/${entry.id}`, { method: 'DELETE', token: ada.token }));
    expect(cancelled).toMatchObject({ id: entry.id, status: 'CANCELLED' });
    expect(entryOf(await ask(`${PATH}/${entry.id}`, { method: 'DELETE', token: ada.token }))).toEqual(cancelled);
    expect(await balance(ada.token)).toBe(before);
    expect(await listOf(ada.token, '?status=waiting')).toEqual([]);
    expect(await listOf(ada.token, '?status=ended&limit=1')).toEqual([cancelled]);
  });

  it('are found by day, by id and by pair, and saved as a table', async () => {
    const eva = await personOf(server, 'USER');
    const ether = entryOf(await place(eva.token, { pair: 'ETH-USD' }));
    const coin = entryOf(await place(eva.token));
    await ask(`${PATH}/${coin.id}`, { method: 'DELETE', token: eva.token });
    const ids = async (query: string) => (await listOf(eva.token, query)).map(({ id }) => id);
    expect(await ids('')).toEqual([coin.id, ether.id]);
    expect(await ids('?search=eth')).toEqual([ether.id]);
    expect(await ids(`?search=${coin.id}`)).toEqual([coin.id]);
    expect(await ids(`?search=${coin.id.slice(-8)}`)).toEqual([coin.id]);
    expect(await ids(`?from=${encodeURIComponent(coin.placedAt)}`)).toEqual([coin.id]);
    expect(await ids(`?to=${encodeURIComponent(coin.placedAt)}`)).toEqual([ether.id]);
    const csv = await ask(`${PATH}?status=ended`, { token: eva.token, headers: { accept: 'text/csv' } });
    const [head, ...lines] = csv.text.trim().split('\r\n');
    expect(head).toContain('id,placed_at,pair,direction,stake');
    expect(lines).toEqual([expect.stringContaining(`${coin.id},${coin.placedAt},BTC-USD,UP,10.00`)]);
    expect(lines[0]).toContain('CANCELLED');
  });

  it.each([
    ['neither a time nor a price', { price: undefined }, { at: 'missing' }],
    ['both', { at: soon(60_000) }, { price: 'unknown' }],
    ['a price of nothing', { price: 0 }, { price: 'too_small' }],
    ['a price with more decimals than its pair', { price: '1.23456789' }, { price: 'decimals' }],
    ['a payout that is no whole number of points', { minPayout: 0.70001 }, { minPayout: 'decimals' }],
    ['a time that is over', { price: undefined, at: soon(-1_000) }, { at: 'too_small' }],
    ['a time two days ahead', { price: undefined, at: soon(172_800_000) }, { at: 'too_large' }],
  ])('are told apart: %s', async (_what, more, fields) => {
    const answer = await place(ada.token, more);
    expect(code(answer)).toBe('InvalidRequest');
    expect(JSON.parse(answer.text)).toMatchObject({ error: { details: { fields } } });
  });

  it('are not placed later than they are good', async () => {
    expect(code(await place(ada.token, { validUntil: soon(-1_000) }))).toBe('RequestExpired');
    const entry = entryOf(await place(ada.token, { validUntil: soon(60_000) }));
    await ask(`${PATH}/${entry.id}`, { method: 'DELETE', token: ada.token });
  });

  it('open a prediction at their time, for whom nothing holds back then', async () => {
    const entry = entryOf(await place(ada.token, { price: undefined, at: soon(1_500) }));
    const done = await ended(ada.token, entry.id);
    expect(done).toMatchObject({ status: 'TRIGGERED', reason: null });
    for (const search of [`${done.predictionId}`, `${done.predictionId}`.slice(-8)]) {
      expect(await listOf(ada.token, `?search=${search}`)).toEqual([done]);
    }
    const prediction = await ask(`/api/v2/trade/predictions/${done.predictionId}`, { token: ada.token });
    expect(prediction.status).toBe(200);
    expect(prediction.json['stakeStr']).toBe('10.00');
  });

  it('are refused at their time by a limit that came meanwhile', async () => {
    const eva = await personOf(server, 'USER');
    const before = await balance(eva.token);
    const entry = entryOf(await place(eva.token, { price: undefined, at: soon(8_000) }));
    await proveAgain(server, eva.id);
    const limit = await ask('/api/v2/user/limits', {
      method: 'PUT',
      token: eva.token,
      body: { limits: [{ name: 'stake', amount: '5' }] },
    });
    expect(limit.status, limit.text).toBe(200);
    expect(await ended(eva.token, entry.id)).toMatchObject({ status: 'REFUSED_AT_TRIGGER', reason: 'LimitReached' });
    expect(await balance(eva.token)).toBe(before);
    expect(code(await place(eva.token))).toBe('LimitReached');
  });

  it('end with the self-exclusion of their owner', async () => {
    const eva = await personOf(server, 'USER');
    const before = await balance(eva.token);
    const { id } = entryOf(await place(eva.token));
    const body = { kind: 'time_out', span: '24h', word: 'BREAK' };
    const asked = await ask('/api/v2/user/exclusion', { method: 'POST', token: eva.token, body });
    expect(asked.status, asked.text).toBe(200);
    expect((await ended(eva.token, id)).status).toBe('CANCELLED');
    expect(await balance(eva.token)).toBe(before);
    expect(code(await place(eva.token))).toBe('LimitReached');
  });
});
