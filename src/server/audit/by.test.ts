import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { actorOf, thisShell, type Staff } from './index.ts';

const userId = '0190f3a0-0000-7000-8000-000000000001';
const ada: Staff = { kind: 'staff', userId, role: 'COMPLIANCE', sessionId: 'session', address: '192.0.2.7' };

it.each([
  { who: 'the shell', by: thisShell(), actor: { actorId: null, role: 'SYSTEM', osUser: userInfo().username } },
  {
    who: 'a colleague',
    by: ada,
    actor: { actorId: userId, role: 'COMPLIANCE', sessionId: 'session', address: '192.0.2.7' },
  },
  {
    who: 'a request of two people',
    by: { kind: 'approved', requestId: 'request' } as const,
    actor: { actorId: null, role: 'SYSTEM', requestId: 'request' },
  },
])('an entry of the audit log names $who', ({ by, actor }) => {
  expect(actorOf(by)).toEqual(actor);
});
