import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#protocol/api.ts';
import { writeCursor } from '#protocol/cursors.ts';
import type { Endpoint } from '#protocol/endpoint.ts';
import { TRADE } from '#protocol/tables/trade.ts';
import { USER } from '#protocol/tables/user.ts';
import { bodyHash, readIdempotencyKey, refuseOtherForm, validate } from './validate.ts';

const GOOD = { pair: 'BTC-USD', direction: 'UP', stake: '10.00', durationSec: 60, payout: 0.85 };

function fieldsOf(raw: { params?: unknown; query?: unknown; body?: unknown }, endpoint = TRADE.place) {
  const result = validate(endpoint, { params: {}, query: {}, body: undefined, ...raw });
  return result.ok || result.refusal.code !== 'InvalidRequest' ? null : Object.keys(result.refusal.fields).toSorted();
}

describe('validation by the endpoint table', () => {
  it('takes a good request', () => {
    expect(fieldsOf({ body: GOOD })).toBeNull();
  });

  it.each([
    ['role', { ...GOOD, role: 'ADMIN' }],
    ['realm', { ...GOOD, realm: 'real' }],
    ['userId', { ...GOOD, userId: 'x' }],
    ['direction', { ...GOOD, direction: 'SIDEWAYS' }],
    ['durationSec', { ...GOOD, durationSec: 1.5 }],
    ['payout', { ...GOOD, payout: '0.85' }],
    ['body', undefined],
    ['body', []],
  ])('names the field %s', (field, body) => {
    expect(fieldsOf({ body })).toEqual([field]);
  });

  it.each([
    ['missing', { direction: undefined }, 'direction'],
    ['malformed', { direction: 'SIDEWAYS' }, 'direction'],
    ['malformed', { payout: null }, 'payout'],
    ['too_small', { durationSec: 0 }, 'durationSec'],
    ['too_large', { pair: 'x'.repeat(21) }, 'pair'],
    ['unknown', { role: 'ADMIN' }, 'role'],
  ])('says %s of %j', (fault, change, field) => {
    const result = validate(TRADE.place, { params: {}, query: {}, body: { ...GOOD, ...change } });
    expect(result).toMatchObject({ ok: false, refusal: { fields: { [field]: fault } } });
  });

  it('names an own field called __proto__ without touching a prototype', () => {
    const body: unknown = JSON.parse(
      '{"pair":"BTC-USD","direction":"UP","stake":"1","durationSec":60,"payout":0.8,"__proto__":{"role":"ADMIN"}}',
    );
    expect(fieldsOf({ body })).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['role']).toBeUndefined();
  });

  it('refuses a query or a body where the row has none', () => {
    expect(fieldsOf({ body: GOOD, query: { admin: '1' } })).toEqual(['admin']);
    expect(validate(USER.refreshDemoBalance, { params: {}, query: {}, body: undefined }).ok).toBe(true);
    expect(validate(USER.refreshDemoBalance, { params: {}, query: {}, body: {} }).ok).toBe(true);
    expect(validate(USER.refreshDemoBalance, { params: {}, query: {}, body: { target: 1e9 } }).ok).toBe(false);
  });

  it.each(['a\0b', '\ud800', 'x\udfff'])('refuses unreadable text %j, in values and in names', (text) => {
    const inQuery = validate(TRADE.predictions, { params: {}, query: { search: text }, body: undefined });
    expect(inQuery).toMatchObject({ ok: false, refusal: { fields: { text: 'malformed' } } });
    expect(fieldsOf({ body: { ...GOOD, deep: [{ [text]: 1 }] } })).toEqual(['text']);
    expect(validate(TRADE.predictions, { params: {}, query: { search: '👍 सोना' }, body: undefined }).ok).toBe(true);
  });

  it('refuses a body that nests without end', () => {
    const body: unknown = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`);
    expect(fieldsOf({ body })).toEqual(['text']);
  });

  it('does not echo more than twenty fields', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, no) => [`f${no}`, 1]));
    expect(fieldsOf({ body: { ...GOOD, ...many } })).toHaveLength(20);
  });

  it('reads moments as ms or ISO 8601', () => {
    const read = (from: string) => validate(TRADE.predictions, { params: {}, query: { from }, body: undefined });
    expect(read('1700000000000')).toMatchObject({ ok: true, input: { query: { from: 1_700_000_000_000 } } });
    expect(read('2023-11-14T22:13:20.000Z')).toMatchObject({ ok: true, input: { query: { from: 1_700_000_000_000 } } });
    for (const wrong of ['', 'tomorrow', '-1', '1e3', '99999999999999999', '2023-13-40', 'NaN']) {
      expect(read(wrong).ok, wrong).toBe(false);
    }
  });
});

describe('what means something in one form of an answer only', () => {
  it.each([
    ['list', { query: { spreadsheet: 'comma' }, wantsCsv: false }, { spreadsheet: 'unknown' }],
    ['list', { query: { spreadsheet: 'comma', limit: 5 }, wantsCsv: true }, null],
    ['list', { query: { limit: 5 }, wantsCsv: false }, null],
    ['file', { query: { gz: '1' }, wantsCsv: false }, { gz: 'unknown' }],
    ['file', { query: { gz: '1', spreadsheet: 'comma' }, wantsCsv: true }, null],
    ['file', { query: { limit: 5 }, wantsCsv: true }, { limit: 'unknown' }],
    ['file', { query: { limit: 5, spreadsheet: 'comma' }, wantsCsv: false }, null],
  ] as const)('of a %s: %o', (csv, asked, fields) => {
    const refusal = fields === null ? null : { code: 'InvalidRequest', fields };
    expect(refuseOtherForm({ csv }, asked)).toEqual(refusal);
  });
});

describe('queries that would find nothing by mistake', () => {
  // A cursor of the back office is of the desk that the path names: the office looks at it (tests/scenarios/operating/office.test.ts).
  const rows = ENDPOINTS.filter(
    ({ endpoint }) => endpoint.query instanceof z.ZodObject && endpoint.permission === undefined,
  );
  const having = (...names: string[]) =>
    rows
      .filter(({ endpoint }) => names.every((name) => name in (endpoint.query as z.ZodObject).shape))
      .map(({ name, endpoint }) => [name, endpoint] as const);
  /** What is said of one field; null: nothing. */
  const faultOf = (endpoint: Endpoint, query: Record<string, string>, field: string) => {
    const needed = { pair: 'BTC-USD', resolution: '1m' };
    const given = Object.entries(needed).filter(([name]) => name in (endpoint.query as z.ZodObject).shape);
    const read = validate(endpoint, { params: {}, query: { ...Object.fromEntries(given), ...query }, body: undefined });
    return read.ok || !('fields' in read.refusal) ? null : (read.refusal.fields[field] ?? null);
  };
  const ID = '01a1fa8e-da08-7372-9c63-05753897e71c';
  const CURSORS: Readonly<Record<string, string>> = {
    'trade.predictions': writeCursor('predictions', [ID]),
    'scheduled.list': writeCursor('scheduled', [ID]),
    'exchange.orders': writeCursor('orders', [ID]),
    'exchange.fills': writeCursor('fills', ['1795626000000', ID, '7']),
    'exchange.ownSets': writeCursor('sets', [ID]),
    'exchange.positions': writeCursor('positions', ['1795626000000', ID]),
    'exchange.publicFills': writeCursor('marketFills', [ID, '7']),
    'events.list': writeCursor('events', ['1795626000000', ID]),
    'events.rulings': writeCursor('rulings', ['7']),
    'feed.incidents': writeCursor('incidents', ['1795626000000', '3']),
    'cashier.transactions': writeCursor('transactions', ['7']),
    'cashier.requests': writeCursor('requests', [ID]),
    'notifications.list': writeCursor('notifications', [ID]),
    'user.signIns': writeCursor('signIns', [ID]),
    'ideas.list': writeCursor('ideas', ['3', ID]),
    'comments.list': writeCursor('comments', ['3', ID]),
  };

  it.each(having('cursor'))('%s takes cursors of its own only', (name, endpoint) => {
    const { [name]: own = '', ...others } = CURSORS;
    expect(faultOf(endpoint, { cursor: own }, 'cursor')).toBeNull();
    const wrong = [...Object.values(others), '', 'zzz', ID, own.toUpperCase(), `${own} `, `${own}.1`, own.slice(0, -1)];
    for (const cursor of wrong)
      expect([cursor, faultOf(endpoint, { cursor }, 'cursor')]).toEqual([cursor, 'malformed']);
  });

  it.each(having('from', 'to'))('%s takes a span that holds something, of moments with a zone', (_name, endpoint) => {
    const [early, late] = ['2026-11-25T12:00:00Z', '2026-11-25T12:00:00.001Z'];
    expect(faultOf(endpoint, { from: early, to: late }, 'to')).toBeNull();
    expect(faultOf(endpoint, { from: late, to: early }, 'to')).toBe('too_small');
    expect(faultOf(endpoint, { from: early, to: String(Date.parse(early)) }, 'to')).toBe('too_small');
    for (const field of ['from', 'to']) {
      for (const wrong of ['2026-11-25T12:00:00', '2026-11-25', '2026-02-30T00:00:00Z', ''])
        expect([wrong, faultOf(endpoint, { [field]: wrong }, field)]).toEqual([wrong, 'malformed']);
      expect(faultOf(endpoint, { [field]: '1795626000' }, field)).toBe('too_small');
      expect(faultOf(endpoint, { [field]: '1795626000000000' }, field)).toBe('too_large');
    }
  });

  const filters = ['search', 'marketId', 'status'].flatMap((field) =>
    having(field).map(([name, endpoint]) => [name, field, endpoint] as const),
  );
  it.each(filters)('%s takes no empty %s', (_name, field, endpoint) => {
    expect(faultOf(endpoint, { [field]: '' }, field)).not.toBeNull();
  });

  it('are looked at on every list', () => {
    expect(having('cursor').map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(CURSORS)));
    expect(having('cursor')).toHaveLength(Object.keys(CURSORS).length);
    expect(having('from', 'to').length).toBeGreaterThanOrEqual(8);
    expect(having('marketId').map(([name]) => name)).toContain('exchange.cancelOrders');
  });
});

describe('idempotency', () => {
  it('hashes the body, not its spelling', () => {
    expect(bodyHash({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(bodyHash({ b: [{ d: 3, c: 2 }], a: 1 }));
    expect(bodyHash({ a: 1 })).not.toBe(bodyHash({ a: '1' }));
    expect(bodyHash(undefined)).toBe(bodyHash(null));
  });

  it('takes keys of 1 to 255 printable characters', () => {
    expect(readIdempotencyKey(undefined)).toBeNull();
    expect(readIdempotencyKey('tap-1')).toBe('tap-1');
    expect(readIdempotencyKey('x'.repeat(255))).toHaveLength(255);
    for (const wrong of ['', ' ', 'x'.repeat(256), 'a\u0000b', 'é', ['a', 'b']]) {
      expect(readIdempotencyKey(wrong)).toMatchObject({ code: 'InvalidRequest' });
    }
  });
});
