import { expect, test } from 'vitest';
import type { Facts } from '#verify/verify.ts';
import { nextLook, sealedAt } from './sealing.ts';

const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00Z`);
const FACTS = { admittedAt: at('17:20'), settledAt: at('17:21'), expiresAt: at('17:21'), outcome: 'WIN', ticks: [] };
const factsOf = (more: object) => ({ ...FACTS, ...more }) as unknown as Facts;

test.each([
  { when: 'five minutes past its hour', more: {}, now: '17:30', due: '18:05' },
  { when: 'of the hour in which it was settled', more: { settledAt: at('18:01') }, now: '18:02', due: '19:05' },
  { when: 'of the hour of its last price', more: { ticks: [{ t: at('18:00') }] }, now: '18:00', due: '19:05' },
  { when: 'then still, where the root is a little late', more: {}, now: '18:06', due: '18:05' },
  { when: 'with the next hour, where it did not come', more: {}, now: '18:30', due: '19:05' },
])('a receipt is sealed $when', ({ more, now, due }) => {
  expect(sealedAt(factsOf(more), at(now))).toBe(at(due));
});

test.each([
  { when: 'never, once it is sealed', verdict: 'valid', more: {}, now: '17:30', wait: false },
  { when: 'never, where it failed', verdict: 'invalid', more: {}, now: '17:30', wait: false },
  {
    when: 'never, where all is public that ever will be',
    verdict: 'provisional',
    missing: [],
    more: { outcome: 'VOID' },
    now: '17:30',
    wait: false,
  },
  { when: 'each minute, while its hour lasts', verdict: 'provisional', more: {}, now: '17:30', wait: 60_000 },
  { when: 'at once, when the root is due', verdict: 'provisional', more: {}, now: '18:05', wait: 2_000 },
  { when: 'when its time is over', verdict: 'provisional', more: { outcome: null }, now: '17:21', wait: 2_000 },
] as const)('a receipt is asked for again $when', ({ verdict, more, now, wait, ...row }) => {
  const missing = 'missing' in row ? row.missing : ['ticks'];
  expect(nextLook({ verdict, missing, facts: factsOf(more) }, at(now))).toBe(wait);
});
