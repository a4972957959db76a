import { describe, expect, it } from 'vitest';
import { TRADE } from '#protocol/tables/trade.ts';
import { USER } from '#protocol/tables/user.ts';
import { bodyHash, readIdempotencyKey, validate } from './validate.ts';

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
