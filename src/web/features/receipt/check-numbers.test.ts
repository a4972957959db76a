import { expect, test } from 'vitest';
import type { Receipt } from '#verify/documents.ts';
import type { Facts } from '#verify/verify.ts';
import { numbersOf } from './check-numbers.ts';

const AT = Date.parse('2026-11-20T17:20:34.180Z');
const ROOT = 'ab'.repeat(32);
const proof = { index: 2, count: 50, batch: { t: AT * 1_000, root: ROOT, key: ROOT } };
const RECEIPT = {
  admission: { rules_hash: ROOT },
  admit_proof: proof,
  settle_proof: null,
  correction: null,
  hours: [{ doc: { hour: '2026-11-20T17:00:00Z', ticks: { n: 3, root: ROOT } } }],
} as unknown as Receipt;
const tick = (role: string, seq: number) => ({ role, seq, t: AT, tSource: AT - 140, price: '64179.08', sources: 5 });
const factsOf = (more: object) =>
  ({
    fingerprint: ROOT,
    admittedAt: AT,
    expiresAt: AT,
    soldAt: null,
    ticks: [tick('e', 377)],
    ...more,
  }) as unknown as Facts;
const said = (more: object, name: string) =>
  numbersOf(RECEIPT, factsOf(more))[name]?.map((one) => [one.name, one.text]);

test('behind the record stand its times, its place, and hashes that are copied whole', () => {
  const record = numbersOf(RECEIPT, factsOf({}))['record'] ?? [];
  expect(record.map(({ name, text }) => [name, text])).toEqual([
    ['fact.accepted', '17:20:34.180 UTC'],
    ['fact.signed', '17:20:34.180 UTC'],
    ['fact.index', '3 / 50'],
    ['fact.batch_root', 'abababab…ababab'],
    ['fact.key', 'abababab…ababab'],
    ['fact.fingerprint', 'abababab…ababab'],
  ]);
  expect(record.at(-1)?.whole).toBe(ROOT);
});

test('the end is the last price inside and the one after it, or the price of a sale', () => {
  expect(said({ ticks: [tick('x', 981), tick('x+1', 982)] }, 'end')).toEqual([
    ['fact.end', '#981 64179.08 17:20:34.180 UTC'],
    ['fact.expiry', '17:20:34.180 UTC'],
    ['fact.after', '#982 64179.08 17:20:34.180 UTC'],
  ]);
  expect(said({ ticks: [tick('s', 500)], soldAt: AT }, 'end')?.map(([name]) => name)).toEqual([
    'fact.sold',
    'fact.end',
  ]);
});

test('what did not happen has no numbers, and an hour names itself', () => {
  const numbers = numbersOf(RECEIPT, factsOf({}));
  expect([numbers['money'], numbers['fresh'], numbers['end']?.length]).toEqual([[], [], 1]);
  expect(numbers['history']).toEqual([{ name: 'fact.hour_root', text: 'abababab…ababab', whole: ROOT, hour: '17:00' }]);
});
